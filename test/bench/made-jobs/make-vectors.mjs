// Computes the vectors of all jobs, as a product does that has been running for a while, so that a benchmark does not measure this work.
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { backendModule } from './open-bench.mjs';

const NEVER_AGAIN_MS = 3_600_000;

export async function makeVectors(database, logger) {
  const { createMeaning } = await backendModule('search/meaning/create-meaning.js');
  const { Stemmer } = await backendModule('search/analysis/stemmer.js');
  const timing = {
    firstInMs: 0,
    afterChangeMs: 1000,
    everyMs: NEVER_AGAIN_MS,
    modelEveryMs: NEVER_AGAIN_MS,
    lookEveryMs: 0,
  };
  const clock = () => new Date();
  const meaning = createMeaning({ database, stemmer: new Stemmer('inflection'), clock, logger, timing });
  const work = meaning.startJobs();
  try {
    while (!(await isComplete(database))) await setTimeout(1000);
  } finally {
    await work.stop();
  }
}

async function isComplete(database) {
  const { rows } = await sql`select from meaning_model where complete_at is not null`.execute(database);
  return rows.length > 0;
}
