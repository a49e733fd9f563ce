// Jobs for the judged queries, in a separate folder: the demo data of all sites, and the adverts, imported into the default site as an
// operator would import them. Needs `npm run build`.
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { backendModule, openBench } from '../made-jobs/open-bench.mjs';
import { judgedDocuments, SITE_OF_ADVERTISEMENTS, SITES } from './documents.mjs';

const IMPORT = join(import.meta.dirname, '../../../build/server/bundle/import.mjs');
const SECRET_BYTES = 32;
const logger = { info() {}, warn: console.error, error: console.error };

/**
 * @param {string | undefined} advertisements path of the CSV file; if undefined, only the demo data is used
 * @returns the corpus: its folder, its sites, the texts of its jobs for other engines, the judged documents by site with their job ids in
 *   this corpus, and `close`
 */
export async function openCorpus(advertisements) {
  const dataDir = mkdtempSync(join(tmpdir(), 'causeboard-relevance-'));
  const { startBackend } = await backendModule('index.js');
  const { backendSiteOf, loadSite } = await backendModule('../../config/sites/load-sites.js');
  const sites = new Map();
  for (const name of Object.keys(SITES)) sites.set(name, await loadSite(name));
  const backendSites = [...sites.values()].map(backendSiteOf);
  const now = new Date();
  let bench;
  try {
    const secrets = [randomBytes(SECRET_BYTES).toString('hex')];
    // Keys of demo jobs depend on the time at which they are generated.
    const clock = () => now;
    const filling = await startBackend({ dataDir, sites: backendSites, secrets, demoData: true, logger, clock });
    await filling.close();
    if (advertisements) await importAdvertisements(advertisements, dataDir, sites.get(SITE_OF_ADVERTISEMENTS));
    bench = await openBench(dataDir);
    const jobs = await readJobs(bench.database);
    return {
      dataDir,
      sites,
      backendSites,
      startBackend,
      logger,
      database: bench.database,
      titles: new Map(jobs.map(({ id, title }) => [id, title])),
      texts: await textsOf(jobs),
      ...(await judge(jobs, now)),
      close: async () => {
        await bench.close();
        rmSync(dataDir, { recursive: true, force: true });
      },
    };
  } catch (error) {
    await bench?.close();
    rmSync(dataDir, { recursive: true, force: true });
    throw error;
  }
}

async function importAdvertisements(file, dataDir, { name, search, countries, timeZone, imports }) {
  const options = [file, '--data-dir', dataDir, '--site', name, '--allow-incomplete', '--days', String(imports.days)];
  options.push('--languages', search.languages.join(), '--countries', countries.join(), '--time-zone', timeZone);
  await promisify(execFile)(process.execPath, [IMPORT, ...options]);
}

async function readJobs(database) {
  const { rows } = await sql`
    select job.id::text, job.site, job.source, job.source_key, job.language, job.title, job.description,
      organization.name as organization, concat_ws(', ', job.locality, job.administrative_area, job.zip, job.country_code) as place,
      job.skills, array(
        select term.label ->> job.language from term
        where term.tid = any(job.occupation_tids || job.industry_tids || job.employment_type_tids || job.skill_tids)
      ) as labels
    from job join organization on organization.id = job.organization_id
    where job.state = 'published' and (job.expires_at is null or job.expires_at > now())
    order by job.id
  `.execute(database);
  return rows;
}

/** The texts that the product's own index uses, so that all engines have the same information. */
async function textsOf(jobs) {
  const { plainText } = await backendModule('search/analysis/plain-text.js');
  return jobs.map(({ id, site, language, title, description, organization, place, skills, labels }) => ({
    id,
    site,
    language,
    title,
    body: [organization, place, ...labels, ...skills, plainText(description)].join('\n'),
  }));
}

/** @returns by site, the judged documents that exist in the database, with their ids */
async function judge(jobs, now) {
  const { generateDemoData } = await backendModule('../../demo/generate.js');
  const { packs } = await backendModule('../../demo/plans.js');
  const known = judgedDocuments({ generateDemoData, packs }, now);
  const documents = new Map([...known.keys()].map((site) => [site, []]));
  for (const [site, judged] of known) {
    const byKey = new Map(judged.map((document) => [document.key, document]));
    for (const job of jobs.filter((each) => each.site === site)) {
      const document = byKey.get(keyOf(job));
      if (!document) throw new Error(`Nobody judged the job "${job.title}" of ${site} (${keyOf(job)}).`);
      documents.get(site).push({ ...document, id: job.id });
    }
  }
  return { documents, now: now.getTime() };
}

/** An import stores keys as `organization/key:123`. */
function keyOf({ source, source_key: key }) {
  return source === 'demo' ? `demo:${key}` : `ad:${key.slice(key.lastIndexOf(':') + 1)}`;
}
