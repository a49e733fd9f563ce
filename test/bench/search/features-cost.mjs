// Cost of the relevance features: the same searches in memory with all of them and with none, in turns in one process, each index on its
// own copy of the same jobs. No result is cached.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { backendModule } from '../made-jobs/open-bench.mjs';
import { factsOf, withScratchCopy } from '../made-jobs/job-folders.mjs';
import { SeededRandom } from '../random.mjs';
import { quantile } from '../report/statistics.mjs';

const SEARCHES = 600;
const MAX_BYTES = 8_000_000_000;
const MAX_WAIT_MS = 1_800_000;
const CHECKS = 50;
const logger = { info() {}, warn: console.error, error: console.error };

/** @returns rows of the common table */
export async function measureFeaturesCost({ jobs, folder, rounds }) {
  const { SEARCH_FEATURES } = await backendModule('../contract/search/search-features.js');
  return withScratchCopy(folder, (one) =>
    withScratchCopy(folder, async (other) => {
      const none = await openEngine(one, []);
      const all = await openEngine(other, SEARCH_FEATURES);
      try {
        const queries = await queriesOf(folder, none.site);
        const times = { none: [], all: [] };
        for (let round = 0; round <= rounds; round++)
          for (const query of queries)
            for (const [name, engine] of round % 2
              ? [
                  ['all', all],
                  ['none', none],
                ]
              : [
                  ['none', none],
                  ['all', all],
                ]) {
              // Lets the index process the change log; otherwise it does not count as current.
              await engine.ready();
              const start = performance.now();
              await engine.search(query);
              // The first round is a warm-up.
              if (round > 0) times[name].push(performance.now() - start);
            }
        return rowsOf(jobs, times, { none: none.bytes(), all: all.bytes() });
      } finally {
        await all.close();
        await none.close();
      }
    }),
  );
}

async function openEngine(dataDir, features) {
  const { openDatabase } = await backendModule('platform/database/open-database.js');
  const { prepareDatabase } = await backendModule('reference/prepare-database.js');
  const { createSearch } = await backendModule('search/create-search.js');
  const { createSearchCodes } = await backendModule('search/codes/search-codes.js');
  const { ChangeFeed } = await backendModule('platform/change-feed/change-feed.js');
  const { InMemorySearch } = await backendModule('search/engines/in-memory-search.js');
  const { jobAnalysis } = await backendModule('search/analysis/keyword-query.js');
  const { thesaurusSynonyms } = await backendModule('search/thesaurus/thesaurus.js');
  const { database, target, close } = await openDatabase({ dataDir, logger });
  const { terms } = await prepareDatabase(database);
  const writing = createSearch({ database, terms, features, clock: () => new Date(), logger });
  await writing.catchUp();
  await writing.close();
  const feed = await ChangeFeed.open(target, logger);
  const snapshots = mkdtempSync(join(tmpdir(), 'causeboard-features-'));
  const memory = new InMemorySearch({
    database,
    target,
    feed,
    codes: createSearchCodes(database),
    analysis: jobAnalysis(features, thesaurusSynonyms({})),
    folder: snapshots,
    maxBytes: MAX_BYTES,
    logger,
  });
  // Waits until the index has processed all log entries of its rebuild.
  for (let deadline = Date.now() + MAX_WAIT_MS, ready = 0; ready < CHECKS; ready = memory.engine() ? ready + 1 : 0) {
    if (Date.now() > deadline) throw new Error('The index in memory is not ready');
    await setTimeout(100);
  }
  const { rows } = await sql`select site, count(*) from job group by site order by 2 desc limit 1`.execute(database);
  return {
    site: rows[0].site,
    ready: async () => {
      do await setImmediate();
      while (!memory.engine());
    },
    search: (query) => memory.engine().search(query),
    bytes: () => memory.bytes,
    close: async () => {
      await memory.close();
      await feed.close();
      await close();
      rmSync(snapshots, { recursive: true, force: true });
    },
  };
}

/** Words, titles and places in usual combinations, with counts for all facets, like requests of /jobs. */
async function queriesOf(folder, site) {
  const { parseKeywords } = await backendModule('search/port/keyword-grammar.js');
  const { JOB_FACETS } = await backendModule('../contract/search/job-search.js');
  const random = new SeededRandom(11);
  const { sample } = factsOf(folder);
  const facets = JOB_FACETS.map(({ name }) => ({ facet: name, limit: 100, minCount: 1, missing: false }));
  return Array.from({ length: SEARCHES }, () => {
    const job = random.pick(sample);
    const words = random.weighted([
      [job.title.slice(0, 1), 20],
      [job.title.slice(0, 2), 20],
      [job.title.slice(0, 4), 20],
      [[random.pick(job.text.length > 0 ? job.text : job.title)], 20],
      [[], 20],
    ]);
    const hasPlace = job.place && (words.length === 0 || random.next() < 0.3);
    return {
      site,
      languages: [],
      ownLanguage: 'en',
      keywords:
        words.length > 0 ? { boxes: [parseKeywords(words.join(' '))], any: false, fields: ['everything'] } : undefined,
      where: { kind: 'and', parts: [] },
      selections: [],
      area: hasPlace ? { kind: 'radius', lat: job.place.lat, lon: job.place.lon, km: 50 } : undefined,
      sort: words.length > 0 ? 'relevance' : 'newest',
      offset: 0,
      limit: 10,
      facets,
    };
  });
}

function rowsOf(jobs, { none, all }, bytes) {
  const row = (what, value, yardstick, most) => ({
    part: 'features',
    what: `${jobs} jobs, all features of relevance: ${what}`,
    value,
    yardstick,
    ratio: value / yardstick,
    most,
    note: 'yardstick: without them',
  });
  return [
    row('search in memory, p50 ms', quantile(all, 0.5), quantile(none, 0.5), 1.5),
    row('search in memory, p95 ms', quantile(all, 0.95), quantile(none, 0.95), 1.3),
    row('index, bytes a job', bytes.all / jobs, bytes.none / jobs, 1.5),
  ];
}
