// The pictures of docs/screens.md that show work: looking for a job, looking after applications, posting and reviewing, at the width of a phone
// and of a desk, on one sheet a site.
import { join } from 'node:path';
import { sql } from 'kysely';
import { backendModule } from '../../test/bench/made-jobs/open-bench.mjs';
import { DEMO_PASSWORD, HOSTS } from '../../test/support/products.mjs';
import { pictureSheet } from './picture-sheet.mjs';

const SITES = ['default', 'charity-ca'];
const SIZES = { phone: { width: 390, height: 844 }, desk: { width: 1440, height: 900 } };
/** Of each picture on the sheet. */
const ROW_HEIGHT = 420;

/** In the order of the sheet. `follow`: the page that its first such link leads to, where there is one; `add`: after the address of that page. */
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
/** How many pictures of a desk stand beside each other. */
const ROWS_OF_DESK = [3, 2, 2];

/**
 * Pages that the product does not have, as an earlier release, are left out.
 *
 * @param product where it is; `dataDir`: its data; `suffix`: of the names of the files
 * @returns how many bytes the sheets have
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

/** No job of the demo data waits for its review: the oldest of each site do from now on. */
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

/** @param who of the demo accounts; undefined: nobody logs in */
async function contextOf(chrome, { origin, viewport, who }) {
  const context = await chrome.newContext({ viewport, reducedMotion: 'reduce' });
  const page = await context.newPage();
  // Once for the font, which the first page of a visit does without.
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
