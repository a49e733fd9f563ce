import { sql, type Kysely } from 'kysely';
import type { BackendLogger, BackendSite } from '#contract/backend/backend.js';
import { lockSite } from '../../src/backend/domain/content/seed-content.js';
import type { Database } from '../../src/backend/platform/database/schema.js';
import type { SearchIndexer } from '../../src/backend/platform/search-index/search-indexer.port.js';
import type { TermCatalog } from '../../src/backend/reference/taxonomy/term-catalog.js';

/**
 * Gives every site without jobs its demo jobs, organizations and articles, and every site with demo data its resumes. One
 * transaction a site: a crash leaves nothing half done, and of two processes one does it.
 *
 * @returns the names of the sites that were filled
 */
export async function seedSites(options: {
  database: Kysely<Database>;
  sites: readonly BackendSite[];
  terms: TermCatalog;
  indexer: SearchIndexer;
  now: Date;
  logger: BackendLogger;
}): Promise<string[]> {
  const { database, sites, terms, indexer, now, logger } = options;
  const states = await readStates(database, sites);
  const filled: string[] = [];
  for (const site of sites) {
    if (isComplete(states.get(site.name))) continue;
    await database.transaction().execute(async (trx) => {
      await lockSite(trx, site.name);
      const current = (await readStates(trx, [site])).get(site.name);
      if (isComplete(current)) return;
      // Loaded where they are needed only: they are larger than all the rest.
      const { seedDemoData } = await import('./seed-demo-data.js');
      const { seedDemoResumes } = await import('./seed-demo-resumes.js');
      const started = Date.now();
      const counts = current?.jobs ? {} : await seedDemoData({ trx, site, terms, indexer, now });
      const resumes = await seedDemoResumes({ trx, site, terms, indexer, now });
      filled.push(site.name);
      logger.info({ site: site.name, ...counts, resumes, ms: Date.now() - started }, 'Made demo data');
    });
  }
  // The planner shall not wait for the server's own round to learn that the tables are no longer empty.
  if (filled.length > 0) await sql`analyze`.execute(database);
  return filled;
}

interface SiteState {
  jobs: boolean;
  /** Its demo data is older than resumes are. */
  lacksResumes: boolean;
}

function isComplete(state: SiteState | undefined): boolean {
  return state !== undefined && state.jobs && !state.lacksResumes;
}

async function readStates(database: Kysely<Database>, sites: readonly BackendSite[]): Promise<Map<string, SiteState>> {
  const { rows } = await sql<SiteState & { site: string }>`
    select site,
      exists(select from job where job.site = wanted.site) as jobs,
      exists(select from organization o where o.site = wanted.site and o.source = 'demo')
        and not exists(select from resume where resume.site = wanted.site) as "lacksResumes"
    from unnest(${sites.map(({ name }) => name)}::text[]) as wanted(site)
  `.execute(database);
  return new Map(rows.map((row) => [row.site, row]));
}
