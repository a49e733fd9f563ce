// node fill-folder.mjs DATA_DIR JOBS: makes a data folder with that many realistic jobs. A base is made by the product's own generator,
// indexer and transactions; the rest are SQL copies (multiply-jobs.mjs). Runs as a separate process, because it needs much memory.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { openBench } from './open-bench.mjs';
import { collectFacts } from './collect-facts.mjs';
import { makeVectors } from './make-vectors.mjs';
import { finishTables, multiplyJobs } from './multiply-jobs.mjs';

const MAX_BASE_SIZE = 25_000;
const JOBS_AN_ORGANIZATION = 10;
// The generator has no more names than this.
const MAX_ORGANIZATIONS = 1000;
// Demo jobs expire within months, but a stored folder must not change over time.
const KEEP_OPEN = "interval '5 years'";

const [dataDir, wanted] = [process.argv[2], Number(process.argv[3])];
const started = performance.now();
const say = (what) => console.error(`  ${((performance.now() - started) / 1000).toFixed(0).padStart(4)} s ${what}`);

const bench = await openBench(dataDir);
const { database, backend } = bench;
try {
  const existing = await countJobs();
  if (existing === 0) {
    const base = Math.min(wanted, MAX_BASE_SIZE);
    say(`making ${base} jobs`);
    const { seedDemoData } = await backend('../../demo/seed/seed-demo-data.js');
    const size = { jobs: base, organizations: Math.min(Math.round(base / JOBS_AN_ORGANIZATION), MAX_ORGANIZATIONS) };
    const site = {
      name: 'default',
      languages: ['en', 'de', 'fr'],
      countries: ['GB', 'US', 'CA'],
      demo: 'international',
    };
    await database
      .transaction()
      .execute((trx) =>
        seedDemoData({ trx, site, terms: bench.terms, indexer: bench.search.indexer, now: new Date(), size }),
      );
    await bench.search.settle();
    await sql
      .raw(`update job set expires_at = expires_at + ${KEEP_OPEN} where state = 'published' and expires_at is not null`)
      .execute(database);
  }
  const factor = Math.round(wanted / (await countJobs()));
  if (factor > 1) {
    say(`multiplying them by ${factor}`);
    await multiplyJobs(database, factor);
  }
  say('making vectors');
  await makeVectors(database, { info() {}, warn: console.error, error: console.error });
  say('counting');
  await finishTables(database, factor, dataDir);
  writeFileSync(join(dataDir, 'facts.json'), JSON.stringify(await collectFacts(bench)));
  say(`${await countJobs()} jobs are ready`);
} finally {
  await bench.close();
}

async function countJobs() {
  const { rows } = await sql`select count(*)::integer as n from job`.execute(database);
  return rows[0].n;
}
