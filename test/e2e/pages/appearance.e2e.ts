import { expect, test } from '@playwright/test';
import sharp from 'sharp';
import { at } from '../support/browser-site';

test('logos have no white corners on a dark page', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto(at('/jobs'));
  // The demo logos are dark squares with rounded corners.
  const logo = page.locator('[data-region="results"] img[src$=".svg"]').first();
  await logo.scrollIntoViewIfNeeded();
  await expect
    .poll(() => logo.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0))
    .toBe(true);
  const { x, y } = (await logo.boundingBox())!;
  const corner = await page.screenshot({ clip: { x: x - 2, y: y - 2, width: 14, height: 14 } });
  const { data } = await sharp(corner).greyscale().raw().toBuffer({ resolveWithObject: true });
  expect(Math.max(...data)).toBeLessThan(100);
});

for (const width of [900, 1000, 1100, 1440])
  test(`the search form is one full row at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(at('/jobs'));
    const places = await page
      .locator('form[data-search-form]')
      .locator(
        'input[name="search"], input[name="geo_location"], select[name="radius"], button:has-text("Search jobs")',
      )
      .evaluateAll((parts) => parts.map((part) => Math.round(part.getBoundingClientRect().bottom)));
    expect(places).toHaveLength(4);
    expect(Math.max(...places) - Math.min(...places)).toBeLessThan(8);
  });

for (const search of ['search=zzqqxx', 'search=zzqqxx&remote=3'])
  test(`without results, the search form of ${search} has the same end position as with results`, async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    const rightEdge = async (query: string): Promise<number> => {
      await page.goto(at(`/jobs?${query}`));
      const { x, width } = (await page
        .locator('form[data-search-form]')
        .locator('button[type="submit"]')
        .first()
        .boundingBox())!;
      return Math.round(x + width);
    };
    expect(await rightEdge(search)).toBe(await rightEdge('search=nurse'));
  });

test('a postal code is not broken across lines in the facts of a job', async ({ page }) => {
  await page.goto(at('/jobs', 'uk'));
  const jobs = await page
    .locator('[data-region="results"] h2 a')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')!));
  for (const job of jobs) {
    await page.goto(at(job, 'uk'));
    const code = page.locator('dl dd span', { hasText: /^[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}$/ });
    if ((await code.count()) === 0) continue;
    await code.evaluate((element) => (element.parentElement!.style.width = '1px'));
    expect(await code.evaluate((element) => element.getClientRects().length)).toBe(1);
    return;
  }
  throw new Error('no job on the page has a postal code');
});

test('[WCAG-01] icons without a text stay visible in the forced colours of the system', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
  // Styles are reported as they are without forced colours: only the picture shows whether there is an icon.
  const contrast = async (selector: string, end: number): Promise<number> => {
    const { x, y, width, height } = (await page.locator(selector).first().boundingBox())!;
    const clip = { x: x + width - end, y: y + 8, width: end - 8, height: height - 16 };
    const { channels } = await sharp(await page.screenshot({ clip }))
      .greyscale()
      .stats();
    return channels[0]!.max - channels[0]!.min;
  };
  await page.goto(at('/jobs'));
  expect(await contrast('header details > summary', 40)).toBeGreaterThan(100);
  expect(await contrast('span:has(> select[name="radius"])', 34)).toBeGreaterThan(100);
  // A dialog opens 30 seconds after the first visit.
  await page.clock.install();
  const fetched = page.waitForResponse((response) => response.url().includes('/user/login?reason=jobs'));
  await page.goto(at('/jobs'));
  await page.clock.runFor(25_000);
  await (await fetched).finished();
  await page.clock.runFor(6000);
  await expect(page.locator('#login-modal')).toBeVisible();
  expect(await contrast('#login-modal > button', 40)).toBeGreaterThan(100);
});
