// Takes the pictures of README.md, docs/screens.md, docs/relevance.md and docs/consent.md from the running product:
// `npm run docs:screenshots`. `-- --only pages`, `work`, `searches` or `consent`: only those of the main pages, of work on jobs and
// applications, of searches that were known to be weak, or of consent.
// `-- --before COMMIT`: only those of work, taken from the release of that commit.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright';
import sharp from 'sharp';
import { DEMO_PASSWORD, HOSTS, SITES, startProduct } from '../test/support/products.mjs';
import { requireBrowser } from './programs/browser.mjs';
import { build } from './build.mjs';
import { takeConsentSheets } from './screenshots/consent-sheets.mjs';
import { checkOutRelease, startRelease } from './rehearsals/release.mjs';
import { takeSearchSheets } from './screenshots/search-sheets.mjs';
import { takeWorkSheets } from './screenshots/work-sheets.mjs';

const FOLDER = 'docs/images';
/** Text on the pages is readable with these values, and a picture takes about 40 kB. */
const WEBP = { quality: 68, effort: 6 };
const FIRST_RESULT = '[data-region="results"] h2 a';

/** Pages that are photographed on each site. `follow`: selector of a link; the picture shows the target of the first match. */
const MAIN_PAGES = [
  { name: 'home', path: '/' },
  { name: 'jobs', path: '/jobs' },
  { name: 'job', path: '/jobs', follow: FIRST_RESULT },
  { name: 'organizations', path: '/organizations' },
];
/** Path of the home page in another language than English, for the site with three languages. */
const HOMES = { europe: '/de' };

const SHOTS = [
  { file: 'open-job', site: 'default', path: '/jobs?search=coordinator', open: FIRST_RESULT, width: 1440, height: 900 },
  { file: 'phone', site: 'charity-ca', path: '/jobs?search=nurse&geo_location=Toronto', width: 390, height: 800 },
  ...Object.keys(HOSTS).flatMap((site) =>
    MAIN_PAGES.map(({ name, path, follow }) => ({
      file: `${site}-${name}`,
      site,
      follow,
      width: 1440,
      height: 960,
      path: `${HOMES[site] ?? ''}${path}`.replace(/(.)\/$/, '$1'),
    })),
  ),
];

const { only, before } = parseArgs({ options: { only: { type: 'string' }, before: { type: 'string' } } }).values;
await build();
const args = process.getuid?.() === 0 ? ['--no-sandbox', '--disable-gpu'] : ['--disable-gpu'];
const chrome = await chromium.launch({ executablePath: await requireBrowser(), args });
try {
  mkdirSync(FOLDER, { recursive: true });
  let bytes = 0;
  if (before !== undefined) bytes += await takeWorkBefore(before);
  else if (only !== 'consent') bytes += await takePages();
  if (before === undefined && (only === undefined || only === 'consent'))
    bytes += await takeConsentSheets(chrome, { folder: FOLDER, webp: WEBP });
  console.log(`Pictures in ${FOLDER}: ${Math.round(bytes / 1000)} kB`);
} finally {
  await chrome.close();
}

async function takePages() {
  const dataDir = mkdtempSync(join(tmpdir(), 'causeboard-pictures-'));
  const product = await startProduct({ DATA_DIR: dataDir, DEMO_DATA: 'on', DEMO_PASSWORD });
  try {
    let bytes = 0;
    const isWanted = (part) => only === undefined || only === part;
    if (isWanted('pages')) for (const shot of SHOTS) bytes += await take(product, shot);
    if (isWanted('work')) bytes += await takeWorkSheets(chrome, product, { dataDir, folder: FOLDER, webp: WEBP });
    if (isWanted('searches')) bytes += await takeSearchSheets(chrome, product, { folder: FOLDER, webp: WEBP });
    return bytes;
  } finally {
    await product.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** @returns total size of the pictures in bytes */
async function takeWorkBefore(commit) {
  const parent = mkdtempSync(join(tmpdir(), 'causeboard-pictures-'));
  try {
    const root = checkOutRelease(commit, join(parent, 'release'));
    execFileSync('node', ['scripts/build.mjs'], { cwd: root, stdio: 'inherit' });
    const release = await startRelease(root, join(parent, 'data'), { settings: { DEMO_PASSWORD, SITES } });
    try {
      return await takeWorkSheets(chrome, release, {
        dataDir: join(parent, 'data'),
        folder: FOLDER,
        webp: WEBP,
        suffix: '-before',
      });
    } finally {
      release.child.kill('SIGKILL');
    }
  } finally {
    rmSync(parent, { recursive: true, force: true });
    execFileSync('git', ['worktree', 'prune']);
  }
}

/** @returns size of the picture in bytes */
async function take(product, { file, site, path, open, follow, width, height }) {
  const page = await chrome.newPage({ viewport: { width, height }, reducedMotion: 'reduce' });
  const origin = `http://${HOSTS[site]}:${new URL(product.url).port}`;
  // The first page of a visit is shown without the web font, so load a page before the one in the picture.
  await page.goto(origin + path, { waitUntil: 'networkidle' });
  const address = follow ? await page.locator(follow).first().getAttribute('href') : path;
  await page.goto(new URL(address, origin).href, { waitUntil: 'networkidle' });
  if (open) {
    await page.locator(open).nth(1).click();
    await page.waitForURL(/jobId=/);
    await page.waitForLoadState('networkidle');
    await page.mouse.move(0, 0);
  }
  const picture = await page.screenshot();
  await page.close();
  const { size } = await sharp(picture)
    .webp(WEBP)
    .toFile(join(FOLDER, `${file}.webp`));
  return size;
}
