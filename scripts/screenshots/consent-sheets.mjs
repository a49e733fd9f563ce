// The pictures of docs/consent.md: the banner, the settings and the modal of each site at three widths, on one sheet per site.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { DEMO_PASSWORD, HOSTS, startProduct } from '../../test/support/products.mjs';
import { pictureSheet } from './picture-sheet.mjs';

const SIZES = [
  { width: 390, height: 844 },
  { width: 820, height: 1100 },
  { width: 1440, height: 900 },
];
/** Height of each picture on the sheet, in pixels. */
const ROW_HEIGHT = 380;
const HOMES = { europe: '/de' };
/** Services that need consent, so that every site shows a banner. */
const SITE_SERVICES = Object.keys(HOSTS)
  .flatMap((site) => [`${site}.google-analytics=G-ABC1234567`, `${site}.heatmap=https://www.clarity.ms/tag/abc`])
  .join(',');

/** @returns total size of the sheets in bytes */
export async function takeConsentSheets(chrome, { folder, webp }) {
  const dataDir = mkdtempSync(join(tmpdir(), 'causeboard-pictures-'));
  const product = await startProduct({ DATA_DIR: dataDir, DEMO_DATA: 'on', DEMO_PASSWORD, SITE_SERVICES });
  try {
    await forgetConsents(dataDir);
    const { port } = new URL(product.url);
    let bytes = 0;
    for (const site of Object.keys(HOSTS)) {
      const rows = await takeRows(chrome, (path) => `http://${HOSTS[site]}:${port}${HOMES[site] ?? ''}${path}`);
      const sheet = await pictureSheet(rows, { height: ROW_HEIGHT });
      const { size } = await sheet.webp(webp).toFile(join(folder, `${site}-consent.webp`));
      bytes += size;
    }
    return bytes;
  } finally {
    await product.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** The demo accounts have agreed to the terms, so they would not be asked for consent. */
async function forgetConsents(dataDir) {
  const { openCluster } = await import('../../build/server/src/backend/platform/embedded-postgres/cluster.js');
  const silent = { info: () => {}, warn: () => {}, error: () => {} };
  const cluster = await openCluster(dataDir, silent);
  const client = new pg.Client(cluster.target);
  await client.connect();
  await client.query('delete from user_consent');
  await client.end();
  await cluster.close();
}

/** @returns the banner, the settings and the modal, each at every width */
async function takeRows(chrome, at) {
  const rows = [[], [], []];
  for (const viewport of SIZES) {
    const context = await chrome.newContext({ viewport, reducedMotion: 'reduce' });
    // Requests to external services are blocked: these services are not available here.
    await context.route(
      ({ hostname }) => !hostname.endsWith('localhost'),
      (route) => route.abort(),
    );
    const page = await context.newPage();
    // The first page of a visit is shown without the web font, so load a page before the one in the picture.
    await page.goto(at('/'), { waitUntil: 'networkidle' });
    await page.goto(at('/jobs'), { waitUntil: 'networkidle' });
    rows[0].push(await page.screenshot());
    await page.goto(at('/consent'), { waitUntil: 'networkidle' });
    rows[1].push(await page.screenshot());
    await page.locator('[data-services-form] button[value="none"]').click();
    await page.goto(at('/user/login'));
    await page.locator('#field-email').fill('applicant@demo.causeboard.test');
    await page.locator('#field-password').fill(DEMO_PASSWORD);
    await page.locator('#field-password').press('Enter');
    await page.locator('dialog[open]').waitFor();
    await page.goto(at('/jobs'), { waitUntil: 'networkidle' });
    await page.locator('dialog[open]').waitFor();
    rows[2].push(await page.screenshot());
    await context.close();
  }
  return rows;
}
