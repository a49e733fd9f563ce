// Cost of more jobs: the same requests to sites of different sizes, by one visitor at a time.
import { join } from 'node:path';
import { addressMix } from '../pages/address-mix.mjs';
import { factsOf, sizeMb } from '../made-jobs/job-folders.mjs';
import { idle, memoryMb, postgresOf } from '../processes.mjs';
import { measureInTurns } from '../report/rounds.mjs';
import { startProduct } from '../../support/products.mjs';

const ADDRESSES = 4000;
const MAX_SLOWDOWN = 6;
// Limit for "flat", with tolerance for noise.
const FLAT = 1.5;
// Enough for the index of the largest site; each process uses only what it needs.
const ROOM = { SEARCH_MEMORY_MB: '4096' };
const LOAD_LIMIT_MS = 600_000;
const EMPTY_QUERY = [{ path: '/jobs' }];

/** @param folders [{ jobs, folder }], from the smallest to the largest */
export async function measureGrowth({ folders, pace }) {
  const sites = [];
  try {
    for (const { jobs, folder } of folders) {
      const product = await startProduct({ DATA_DIR: folder, PAGE_CACHE_MB: '0', ...ROOM });
      sites.push({ jobs, folder, product, mix: addressMix(factsOf(folder), ADDRESSES, 9) });
      await idle({ server: product.pid, postgres: postgresOf(folder) }, LOAD_LIMIT_MS);
    }
    const measure = (requestsOf) =>
      measureInTurns(
        sites.map((site) => ({
          name: String(site.jobs),
          url: site.product.url,
          requests: requestsOf(site),
          pids: { server: site.product.pid, postgres: postgresOf(site.folder) },
        })),
        { ...pace, connections: 1 },
      );
    const [pages, empty] = [await measure(({ mix }) => mix), await measure(() => EMPTY_QUERY)];
    return sites.flatMap((site) => rowsOf(site, sites, pages, empty));
  } finally {
    for (const { product } of sites) await product.stop();
  }
}

function rowsOf({ jobs, folder, product }, sites, pages, empty) {
  const part = 'growth';
  const hundredth = sites.find((other) => other.jobs * 100 === jobs);
  const other = hundredth ?? sites[0];
  const versus = (what, results, budget) => ({
    part,
    what: `${jobs} jobs: ${what}, p50 ms at 1 connection`,
    value: results[jobs].p50,
    spread: results[jobs].spread,
    disturbed: results[jobs].disturbed,
    ...(jobs === other.jobs
      ? {}
      : {
          yardstick: results[other.jobs].p50,
          ratio: results[jobs].p50 / results[other.jobs].p50,
          note: `yardstick: ${other.jobs} jobs`,
          ...(hundredth ? { most: budget } : {}),
        }),
  });
  const { resident } = memoryMb(product.pid);
  const database = sizeMb(join(folder, 'postgres/base'));
  const index = sizeMb(join(folder, 'search-index'));
  return [
    versus('rendered page', pages, MAX_SLOWDOWN),
    versus('page of the empty query', empty, FLAT),
    { part, what: `${jobs} jobs: rendered page, p99 ms at 1 connection`, value: pages[jobs].p99 },
    { part, what: `${jobs} jobs: MB resident in the web process`, value: resident },
    { part, what: `${jobs} jobs: MB on disk, database`, value: database, note: `saved index ${index.toFixed(0)} MB` },
  ];
}
