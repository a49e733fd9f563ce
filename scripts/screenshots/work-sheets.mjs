// The pictures of docs/screens.md that show work: searching for a job, handling applications, posting and reviewing jobs, at the width of a
// phone and of a desktop screen, on one sheet per site.
import { join } from 'node:path';
import { sql } from 'kysely';
import { backendModule } from '../../test/bench/made-jobs/open-bench.mjs';
import { DEMO_PASSWORD, HOSTS } from '../../test/support/products.mjs';
import { pictureSheet } from './picture-sheet.mjs';

const SITES = ['default', 'charity-ca'];
const SIZES = { phone: { width: 390, height: 844 }, desk: { width: 1440, height: 900 } };
/** Height of each picture on the sheet, in pixels. */
const ROW_HEIGHT = 420;

/**
 * Pages in the order of the sheet. `follow`: selector of a link; if it matches, the picture shows the target of the first match.
 * `add`: appended to the address of that target.
 */
const PAGES = [
  { path: '/' },
  { path: '/jobs?search=coordinator' },
  { path: '/jobs?search=coordinator', follow: '[data-region="results"] h2 a' },
  { who: 'recruiter', path: '/applications', follow: 'main ul a[href*="/applications/"]' },
  { who: 'recruiter', path: '/applications', follow: 'main ul a[href*="/applications/"]', add: '/board' },
  { who: 'recruiter', path: '/job/wizard' },
  { who: 'editor', path: '/admin/jobs', follow: 'main a[href*="/admin/job?job="]' },
];
const WAITING_JOBS = 4;
/** Number of desktop pictures in each row. */
const ROWS_OF_DESK = [3, 2, 2];

/**
 * Skips pages that the product does not have, for example in an earlier release.
 *
 * @param product the running product; `dataDir`: its data folder; `suffix`: of the file names
 * @returns total size of the sheets in bytes
 */
export async function takeWorkSheets(chrome, product, { dataDir, folder, webp, suffix = '' }) {
  let bytes = 0;
  await letJobsWait(dataDir);
  for (const site of SITES) {
    const origin = `http://${HOSTS[site]}:${new URL(product.url).port}`;
    const phone = await takePages(chrome, origin, SIZES.phone);
    const desk = await takePages(chrome, origin, SIZES.desk);
    const rows = [phone, ...ROWS_OF_DESK.map((count) => desk.splice(0, count))].filter((row) => row.length > 0);
    const sheet = await pictureSheet(rows, { height: ROW_HEIGHT });
    const { size } = await sheet.webp(webp).toFile(join(folder, `${site}-work${suffix}.webp`));
    bytes += size;
  }
  return bytes;
}

/** The demo data has no jobs that wait for review, so the oldest jobs of each site are changed to this state. */
async function letJobsWait(dataDir) {
  const { openDatabase } = await backendModule('platform/database/open-database.js');
  const { database, close } = await openDatabase({
    dataDir,
    logger: { info() {}, warn: console.error, error: console.error },
  });
  try {
    for (const site of SITES) {
      await sql`
        update job set state = 'needs_review' where id in (
          select id from job where site = ${site} and state = 'published' order by published_at limit ${WAITING_JOBS}
        )
      `.execute(database);
    }
  } finally {
    await close();
  }
}

async function takePages(chrome, origin, viewport) {
  const pictures = [];
  const contexts = new Map();
  for (const { who, path, follow, add = '' } of PAGES) {
    if (!contexts.has(who)) contexts.set(who, await contextOf(chrome, { origin, viewport, who }));
    const page = await contexts.get(who).newPage();
    await page.goto(origin + path, { waitUntil: 'networkidle' });
    const address =
      follow &&
      (await page
        .locator(follow)
        .first()
        .getAttribute('href', { timeout: 2000 })
        .catch(() => null));
    const answer = address
      ? await page.goto(new URL(address + add, origin).href, { waitUntil: 'networkidle' })
      : undefined;
    if (answer?.status() !== 404) pictures.push(await page.screenshot());
    await page.close();
  }
  for (const context of contexts.values()) await context.close();
  return pictures;
}

/** @param who name of a demo account; if omitted, nobody is logged in */
async function contextOf(chrome, { origin, viewport, who }) {
  const context = await chrome.newContext({ viewport, reducedMotion: 'reduce' });
  const page = await context.newPage();
  // The first page of a visit is shown without the web font, so load a page before the one in the picture.
  await page.goto(`${origin}/`, { waitUntil: 'networkidle' });
  if (who) {
    await page.goto(`${origin}/user/login`);
    await page.locator('#field-email').fill(`${who}@demo.causeboard.test`);
    await page.locator('#field-password').fill(DEMO_PASSWORD);
    await page.locator('#field-password').press('Enter');
    await page.waitForURL('**/dashboard*');
  }
  await page.close();
  return context;
}
