// node fill-sites.mjs DATA_DIR JOBS SITES: makes a data folder in which the given number of sites share the given number of jobs. As in
// fill-folder.mjs, a base is generated, and the rest are copies. Runs as a separate process, because it needs much memory.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { collectFacts } from './collect-facts.mjs';
import { finishTables, multiplyJobs } from './multiply-jobs.mjs';
import { openBench } from './open-bench.mjs';
import { siteNames } from './site-names.mjs';

const MAX_BASE_SIZE = 25_000;
const JOBS_AN_ORGANIZATION = 10;
const MAX_ORGANIZATIONS = 1000;

const [dataDir, wanted, count] = [process.argv[2], Number(process.argv[3]), Number(process.argv[4])];
const bench = await openBench(dataDir);
const { database, backend } = bench;
try {
  const { seedDemoData } = await backend('../../demo/seed/seed-demo-data.js');
  const jobs = Math.round(Math.min(wanted, MAX_BASE_SIZE) / count);
  const size = { jobs, organizations: Math.min(Math.ceil(jobs / JOBS_AN_ORGANIZATION), MAX_ORGANIZATIONS) };
  for (const name of siteNames(count)) {
    const site = { name, languages: ['en'], countries: ['GB', 'US', 'CA'], demo: 'international' };
    await database
      .transaction()
      .execute((trx) =>
        seedDemoData({ trx, site, terms: bench.terms, indexer: bench.search.indexer, now: new Date(), size }),
      );
  }
  await bench.search.settle();
  const factor = Math.round(wanted / (jobs * count));
  if (factor > 1) await multiplyJobs(database, factor);
  await finishTables(database, factor, dataDir);
  writeFileSync(join(dataDir, 'facts.json'), JSON.stringify(await collectFacts(bench)));
  const { rows } = await sql`select count(*)::integer as jobs, count(distinct site)::integer as sites from job`.execute(
    database,
  );
  console.error(`  ${rows[0].jobs} jobs of ${rows[0].sites} sites are ready`);
} finally {
  await bench.close();
}
