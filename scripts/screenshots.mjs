// Takes the README's pictures from the running product: `node scripts/screenshots.mjs`.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright';
import { HOSTS, startProduct } from '../test/support/products.mjs';
import { browser } from './browser.mjs';
import { build } from './build.mjs';

const SHOTS = [
  { file: 'jobs', site: 'default', path: '/jobs?search=coordinator', open: true, width: 1440, height: 900 },
  { file: 'charity-ca', site: 'charity-ca', path: '/', width: 1200, height: 800 },
  { file: 'phone', site: 'charity-ca', path: '/jobs?search=nurse&geo_location=Toronto', width: 390, height: 800 },
];

await build();
const dataDir = mkdtempSync(join(tmpdir(), 'causeboard-pictures-'));
const product = await startProduct({ DATA_DIR: dataDir, DEMO_DATA: 'on' });
const args = process.getuid?.() === 0 ? ['--no-sandbox', '--disable-gpu'] : ['--disable-gpu'];
const chrome = await chromium.launch({ executablePath: await browser(), args });
try {
  mkdirSync('docs/images', { recursive: true });
  for (const { file, site, path, open, width, height } of SHOTS) {
    const page = await chrome.newPage({ viewport: { width, height } });
    await page.goto(`http://${HOSTS[site]}:${new URL(product.url).port}${path}`, { waitUntil: 'networkidle' });
    if (open) {
      await page.locator('[data-region="results"] h2 a').nth(1).click();
      await page.waitForURL(/jobId=/);
      await page.waitForLoadState('networkidle');
      await page.mouse.move(0, 0);
    }
    await page.screenshot({ path: `docs/images/${file}.png` });
    await page.close();
  }
} finally {
  await chrome.close();
  await product.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
