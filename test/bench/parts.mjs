// The parts of `npm run bench` in order. Each one gets the context of the run and returns rows of its table.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { requireBrowser } from '../../scripts/programs/browser.mjs';
import { measureAlerts } from './search/alerts.mjs';
import { measureApplications } from './writing/applications.mjs';
import { measureFeaturesCost } from './search/features-cost.mjs';
import { measureFeaturesPages } from './search/features-pages.mjs';
import { measureChange } from './search/change-seen.mjs';
import { measureCommerce } from './writing/commerce.mjs';
import { measureDrafts } from './writing/drafts.mjs';
import { measurePublishing } from './writing/publishing.mjs';
import { measureDirectories } from './search/directories.mjs';
import { measureGrowth } from './search/growth.mjs';
import { measureImport } from './pages/import-beside-pages.mjs';
import { measureMemory } from './process/memory-over-time.mjs';
import { measureBrowserWork } from './pages/browser-work.mjs';
import { measurePageBytes } from './pages/page-bytes.mjs';
import { measureCachedPage } from './pages/page-cached.mjs';
import { measureLogins } from './pages/logins-beside-pages.mjs';
import { measurePageInLanguages } from './pages/page-in-languages.mjs';
import { measureRenderedPage } from './pages/page-rendered.mjs';
import { profilePage } from './report/profile.mjs';
import { measureRelevance } from './relevance/measure-relevance.mjs';
import { measureSearch } from './search/search-engines.mjs';
import { measureSession } from './pages/session-read.mjs';
import { measureStatement } from './pages/statement.mjs';
import { measureSitemaps } from './pages/sitemaps.mjs';
import { measureManySites } from './process/many-sites.mjs';
import { measureRelays } from './process/relays.mjs';
import { measureStart } from './process/start-cost.mjs';
import { measureStartWithSnapshot } from './process/start-with-snapshot.mjs';
import { directoryFolder } from './made-jobs/job-folders.mjs';
import { startProduct } from '../support/products.mjs';

export const PARTS = {
  page: async ({ jobs, folder, yardsticks, pace }) =>
    measureRenderedPage({ jobs, pace, folder: await folder(), yardsticks: await yardsticks() }),
  languages: async ({ jobs, folder, yardsticks, pace }) =>
    measurePageInLanguages({ jobs, pace, folder: await folder(), yardsticks: await yardsticks() }),
  cache: async ({ jobs, folder, yardsticks, pace }) =>
    measureCachedPage({ jobs, pace, folder: await folder(), yardsticks: await yardsticks() }),
  search: async ({ jobs, million, peersDir, pace }) => {
    if (!peersDir) return [];
    const rows = [];
    for (const size of million ? [jobs, 1_000_000] : [jobs])
      rows.push(...(await measureSearch({ peersDir, jobs: size, rounds: pace.rounds })));
    return rows;
  },
  features: async ({ jobs, folder, million, pace }) => {
    const rows = [];
    for (const size of million ? [jobs, 1_000_000] : [jobs])
      rows.push(...(await measureFeaturesCost({ jobs: size, folder: await folder(size), rounds: pace.rounds })));
    rows.push(...(await measureFeaturesPages({ jobs, folder: await folder(jobs) })));
    return rows;
  },
  relevance: ({ sharedDir, relevance, details }) => measureRelevance({ sharedDir, details, ...relevance }),
  change: async ({ jobs, folder, quick }) => {
    const folders = await foldersOf(folder, [SMALL, jobs]);
    return measureChange({ folders, ...(quick ? { cycles: 1 } : {}) });
  },
  memory: async ({ jobs, folder, minutes }) => measureMemory({ jobs, minutes, folder: await folder() }),
  import: async ({ jobs, folder, pace, quick }) =>
    measureImport({ jobs, folder: await folder(), windows: pace.rounds, seconds: quick ? 5 : 20 }),
  session: measureSession,
  logins: measureLogins,
  applications: measureApplications,
  drafts: measureDrafts,
  publishing: measurePublishing,
  commerce: measureCommerce,
  alerts: measureAlerts,
  statement: measureStatement,
  relays: measureRelays,
  start: async ({ jobs, folder, pace }) => {
    const withSnapshot = await measureStartWithSnapshot({ jobs, folder: await folder(), rounds: pace.rounds });
    const dataDir = mkdtempSync(join(tmpdir(), 'causeboard-bench-'));
    try {
      return [...withSnapshot, ...(await measureStart(dataDir))];
    } finally {
      rmSync(dataDir, { recursive: true, force: true });
    }
  },
  growth: async ({ jobs, folder, pace, million }) =>
    measureGrowth({ pace, folders: await foldersOf(folder, sizes(jobs, million)) }),
  scale: ({ jobs, pace }) => measureManySites({ jobs, pace }),
  sitemap: async ({ jobs, folder, million }) => {
    const rows = [];
    for (const size of million ? [jobs, 1_000_000] : [jobs])
      rows.push(...(await measureSitemaps({ jobs: size, folder: await folder(size) })));
    return rows;
  },
  directories: async ({ jobs, yardsticks, pace, million, quick }) => {
    const folders = [];
    for (const entries of quick ? [MIN_JOBS] : sizes(jobs, million))
      folders.push({ entries, folder: await directoryFolder(entries) });
    const { folder } = folders.find((each) => each.entries === jobs) ?? folders[0];
    return measureDirectories({ folder, folders, pace, yardsticks: await yardsticks() });
  },
  bytes: async ({ folder }) => {
    const product = await startProduct({ DATA_DIR: await folder(SMALL) });
    try {
      const rows = [
        ...(await measurePageBytes(product.url, await requireBrowser())),
        ...(await measureBrowserWork(product.url, await requireBrowser())),
      ];
      return rows.map((row) => ({ part: 'bytes', ...row }));
    } finally {
      await product.stop();
    }
  },
};

export const profile = async ({ folder, pace }) => profilePage({ pace, folder: await folder() });

const MIN_JOBS = 1000;
const SMALL = 10_000;

function sizes(jobs, million) {
  return [MIN_JOBS, SMALL, jobs, ...(million ? [1_000_000] : [])];
}

async function foldersOf(folder, sizes) {
  const folders = [];
  for (const jobs of new Set(sizes)) folders.push({ jobs, folder: await folder(jobs) });
  return folders;
}
