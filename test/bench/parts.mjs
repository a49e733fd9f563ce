// The parts of `npm run bench`, in the order in which they run. Each takes the run's context and gives the rows of its table.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { browser } from '../../scripts/browser.mjs';
import { measurePageBytes } from './page-bytes.mjs';
import { measureCachedPage } from './page-cached.mjs';
import { measureRenderedPage } from './page-rendered.mjs';
import { measureSearch } from './search-engines.mjs';
import { measureStart } from './start-cost.mjs';
import { startProduct } from '../support/products.mjs';

export const PARTS = {
  page: async ({ jobs, folder, yardsticks, pace }) =>
    measureRenderedPage({ jobs, pace, folder: await folder(), yardsticks: await yardsticks() }),
  cache: async ({ jobs, folder, yardsticks, pace }) =>
    measureCachedPage({ jobs, pace, folder: await folder(), yardsticks: await yardsticks() }),
  search: async ({ jobs, million, peersDir, pace }) => {
    if (!peersDir) return [];
    const rows = [];
    for (const size of million ? [jobs, 1_000_000] : [jobs])
      rows.push(...(await measureSearch({ peersDir, jobs: size, rounds: size > 100_000 ? 1 : pace.rounds })));
    return rows;
  },
  start: async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'causeboard-bench-'));
    try {
      return await measureStart(dataDir);
    } finally {
      rmSync(dataDir, { recursive: true, force: true });
    }
  },
  bytes: async ({ folder }) => {
    const product = await startProduct({ DATA_DIR: await folder(10_000) });
    try {
      return (await measurePageBytes(product.url, await browser())).map((row) => ({ part: 'bytes', ...row }));
    } finally {
      await product.stop();
    }
  },
};

export const profile = () => undefined;
