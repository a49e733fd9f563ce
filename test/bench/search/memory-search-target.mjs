// The product's search in memory as a target of a benchmark program: loaded from the database that `search-target.mjs` fills, as the
// product does. Displayed fields of jobs are kept here, as the yardstick keeps them: the product keeps its documents elsewhere.
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate, setTimeout } from 'node:timers/promises';
import * as postgres from './search-target.mjs';

const ROOT = join(import.meta.dirname, '../../..');
const BACKEND = `${process.env.SERVER_BUILD ?? join(ROOT, 'build/server')}/src/backend`;
const { ChangeFeed } = await import(`${BACKEND}/platform/change-feed/change-feed.js`);
const { createSearchCodes } = await import(`${BACKEND}/search/codes/search-codes.js`);
const { CorrectingSearch } = await import(`${BACKEND}/search/query/correcting-search.js`);
const { InMemorySearch } = await import(`${BACKEND}/search/engines/in-memory-search.js`);
const { analysis } = postgres;

export const typo = true;

const logger = { info() {}, warn: console.error, error: console.error };
const shown = new Map();
let feed;
let memory;
let jobs;
let folder;

export async function load(source, options) {
  const { index_s: postgres_s } = await postgres.load(remembered(source), options);
  const { database, connection: target } = postgres;
  folder = mkdtempSync(join(options.scratch, 'memory-'));
  feed = await ChangeFeed.open(target, logger);
  const codes = createSearchCodes(database);
  const start = performance.now();
  const cpu = process.cpuUsage();
  memory = new InMemorySearch({
    database,
    target,
    feed,
    codes,
    logger,
    folder,
    analysis,
    maxBytes: 8_000_000_000,
  });
  while (!memory.engine()) await setTimeout(20);
  const index_s = (performance.now() - start) / 1000;
  const { user, system } = process.cpuUsage(cpu);
  await memory.similarWords.find(['word'], [1]);
  jobs = new CorrectingSearch({
    similarWords: memory.similarWords,
    engine: { search: (query) => memory.engine().search(query) },
    scopes: codes.scopes,
    // Nothing is cached.
    isCurrent: undefined,
    cacheBytes: 0,
  });
  return {
    index_s,
    note: { postgres_s, cpu_s: (user + system) / 1e6, bytes_per_job: Math.round(memory.bytes / shown.size) },
  };
}

async function* remembered(source) {
  for await (const job of source) {
    const { id, title, organization, city, published } = job;
    shown.set(String(id), { id, title, organization, city, published });
    yield job;
  }
}

let turnEnds = 0;

export async function search(query) {
  // Yields to other work in the process, as happens between requests of a server.
  if (performance.now() > turnEnds) {
    await setImmediate();
    turnEnds = performance.now() + 20;
  }
  const { total, ids, facets } = await postgres.find(query, jobs);
  return { total, rows: ids.map((id) => shown.get(id)), facets };
}

export async function stats() {
  return { ...(await postgres.stats()), array_bytes: memory.bytes };
}

export async function close() {
  await memory?.close();
  await feed?.close();
  if (folder) rmSync(folder, { recursive: true, force: true });
  await postgres.close();
}
