// The product's search in memory as a target of a measuring programme: loaded from the database that `search-target.mjs` fills. What is
// shown of a job is kept here, as the yardstick keeps it: the product keeps its documents elsewhere.
import { join } from 'node:path';
import * as postgres from './search-target.mjs';

const ROOT = join(import.meta.dirname, '../..');
const SEARCH = `${process.env.SERVER_BUILD ?? join(ROOT, 'build/server')}/src/backend/search`;
const { createSearchCodes } = await import(`${SEARCH}/codes/search-codes.js`);
const { JobSearch } = await import(`${SEARCH}/job-search.js`);
const { MemoryIndex } = await import(`${SEARCH}/memory/memory-index.js`);
const { MemorySearchEngine } = await import(`${SEARCH}/memory/memory.search-engine.js`);
const { Stemmer } = await import(`${SEARCH}/text/stemmer.js`);
const { sql } = await import('kysely');

export const typo = true;
export const close = postgres.close;

const BATCH = 4096;
const shown = new Map();
const index = new MemoryIndex();
let jobs;

export async function load(source, options) {
  const { index_s: postgres_s } = await postgres.load(remembered(source), options);
  const { database } = postgres;
  const start = performance.now();
  const applying_ms = await fill(database);
  const index_s = (performance.now() - start) / 1000;
  const codes = createSearchCodes(database);
  const engine = new MemorySearchEngine({ index, codes, stemmer: new Stemmer(), database });
  jobs = new JobSearch(database, engine, codes.scopes);
  const rows_per_s = Math.round(index.documents / (applying_ms / 1000));
  const bytes_per_job = Math.round(index.bytes / index.documents);
  return { index_s, note: { postgres_s, rows_per_s, bytes_per_job, segments: index.segments.length } };
}

async function* remembered(source) {
  for await (const job of source) {
    const { id, title, organization, city, published } = job;
    shown.set(String(id), { id, title, organization, city, published });
    yield job;
  }
}

/** @returns how many milliseconds the index took of it. */
async function fill(database) {
  let applying = 0;
  await database.transaction().execute(async (trx) => {
    await sql`declare jobs cursor for
      select (rank & 4294967295)::integer as "jobId", (rank >> 32)::integer as published, (facets >> 32)::integer as organization,
        (facets & 4294967295)::integer as combo, point, region, scope, tsvectorsend(words) as words
      from search_job`.execute(trx);
    for (;;) {
      const { rows } = await sql`fetch ${sql.lit(BATCH)} from jobs`.execute(trx);
      if (rows.length === 0) break;
      const start = performance.now();
      await index.apply({ removed: [], rows });
      await index.maintain();
      applying += performance.now() - start;
    }
  });
  return applying;
}

export async function search(query) {
  const { total, ids, facets } = await postgres.find(query, jobs);
  return { total, rows: ids.map((id) => shown.get(id)), facets };
}

export async function stats() {
  return { ...(await postgres.stats()), array_bytes: index.bytes };
}
