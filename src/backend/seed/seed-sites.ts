import { sql, type Kysely } from 'kysely';
import type { BackendLogger, BackendSite } from '#contract/backend.js';
import { seedContent } from '../content/seed-content.js';
import type { Database } from '../database/schema.js';
import type { SearchIndexer } from '../jobs/search-indexer.port.js';
import type { TermCatalog } from '../taxonomy/term-catalog.js';

// Two keys: this one, and the site's name.
const LOCK = 4_217_004;

/**
 * Gives every site that lacks them its menus and pages, and, where asked, every site without jobs its demo data. One
 * transaction a site: a crash leaves nothing half done, and of two processes one does it.
 */
export async function seedSites(options: {
  database: Kysely<Database>;
  sites: readonly BackendSite[];
  demoData: boolean;
  terms: TermCatalog;
  indexer: SearchIndexer;
  now: Date;
  logger: BackendLogger;
}): Promise<void> {
  const { database, sites, demoData, terms, indexer, now, logger } = options;
  const states = await readStates(database, sites);
  const filled: string[] = [];
  for (const site of sites) {
    const state = states.get(site.name);
    if (state?.content && ((state.jobs && !state.lacksResumes) || !demoData)) continue;
    await database.transaction().execute(async (trx) => {
      await sql`select pg_advisory_xact_lock(${LOCK}, hashtext(${site.name}))`.execute(trx);
      const current = (await readStates(trx, [site])).get(site.name);
      if (!current?.content) await seedContent(trx, site, now);
      if (!demoData || (current?.jobs && !current.lacksResumes)) return;
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
}

interface SiteState {
  content: boolean;
  jobs: boolean;
  /** Its demo data is older than resumes are. */
  lacksResumes: boolean;
}

async function readStates(database: Kysely<Database>, sites: readonly BackendSite[]): Promise<Map<string, SiteState>> {
  const { rows } = await sql<SiteState & { site: string }>`
    select site,
      exists(select from menu where menu.site = wanted.site) as content,
      exists(select from job where job.site = wanted.site) as jobs,
      exists(select from organization o where o.site = wanted.site and o.source = 'demo')
        and not exists(select from resume where resume.site = wanted.site) as "lacksResumes"
    from unnest(${sites.map(({ name }) => name)}::text[]) as wanted(site)
  `.execute(database);
  return new Map(rows.map((row) => [row.site, row]));
}
