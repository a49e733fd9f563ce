import { gzipSync } from 'node:zlib';
import { expect, type Page, test } from '@playwright/test';
import { at } from '../support/browser-site';

const KB = 1000;

/** Total gzipped size of the scripts that the page loads, in bytes. */
function countScripts(page: Page): { bytes: () => Promise<number> } {
  const sizes: Promise<number>[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() !== 'script') return;
    const size = response.body().then((body) => gzipSync(body, { level: 9 }).length);
    // Scripts that arrive after counting are ignored.
    size.catch(() => undefined);
    sizes.push(size);
  });
  return { bytes: async () => (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0) };
}

test('[PAGE-07] before the page is idle at most 15 kB of scripts are loaded, and 95 kB in all', async ({ page }) => {
  await page.addInitScript(() => {
    const idle: (() => void)[] = [];
    Object.assign(window, {
      requestIdleCallback: (callback: () => void) => idle.push(callback),
      becomeIdle: () => idle.splice(0).forEach((callback) => callback()),
    });
  });
  await page.setViewportSize({ width: 390, height: 844 });
  const scripts = countScripts(page);
  await page.goto(at('/jobs'), { waitUntil: 'networkidle' });
  expect(await scripts.bytes()).toBeLessThanOrEqual(15 * KB);
  await expect(page.locator('[data-island][data-awake]')).toHaveCount(0);
  await page.evaluate(() => (window as unknown as { becomeIdle: () => void }).becomeIdle());
  await expect(page.locator('[data-island="search-box"]')).toHaveAttribute('data-awake', '');
  // Set by the script of the search page, which would otherwise arrive before or after counting by chance.
  await expect(page.locator('[data-in-place]')).toHaveCount(1);
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  // Set when the island has been hydrated: without waiting, its scripts might arrive after counting.
  await expect(page.locator('input[name="search"]')).toHaveAttribute('role', 'combobox');
  await page.waitForLoadState('networkidle');
  expect(await scripts.bytes()).toBeLessThanOrEqual(95 * KB);
});

test('[PAGE-07] idle islands are hydrated within 500 ms, after 2000 ms in browsers without requestIdleCallback, or at the first interaction', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const asked: number[] = [];
    Object.assign(window, {
      asked,
      requestIdleCallback: (_callback: () => void, options: { timeout: number }) => asked.push(options.timeout),
    });
  });
  await page.goto(at('/jobs'));
  expect(await page.evaluate(() => (window as unknown as { asked: number[] }).asked.includes(500))).toBe(true);
  await page.getByLabel('What').focus();
  await expect(page.locator('[data-island="search-box"]')).toHaveAttribute('data-awake', '');

  const other = await page.context().newPage();
  await other.addInitScript(() => {
    Reflect.deleteProperty(window, 'requestIdleCallback');
    const real = window.setTimeout.bind(window);
    const held: (() => void)[] = [];
    const holding = (callback: () => void, ms?: number) => (ms === 2000 ? held.push(callback) : real(callback, ms));
    Object.assign(window, {
      setTimeout: holding,
      passTwoSeconds: () => held.splice(0).forEach((callback) => callback()),
    });
  });
  await other.goto(at('/jobs'), { waitUntil: 'networkidle' });
  await expect(other.locator('[data-island="search-box"][data-awake]')).toHaveCount(0);
  await other.evaluate(() => (window as unknown as { passTwoSeconds: () => void }).passTwoSeconds());
  await expect(other.locator('[data-island="search-box"]')).toHaveAttribute('data-awake', '');
});

test('[PAGE-07] visible islands are hydrated when they are within 150 pixels of the viewport', async ({ page }) => {
  await page.addInitScript(() => {
    const margins: string[] = [];
    const Original = window.IntersectionObserver;
    window.IntersectionObserver = class extends Original {
      constructor(callback: IntersectionObserverCallback, options?: IntersectionObserverInit) {
        super(callback, options);
        margins.push(options?.rootMargin ?? '');
      }
    };
    Object.assign(window, { margins });
  });
  await page.goto(at('/jobs'));
  expect(await page.evaluate(() => (window as unknown as { margins: string[] }).margins)).toContain('150px');
});

for (const site of ['default', 'charity-ca'] as const) {
  test(`${site}: there is no layout shift while a page loads, hydrates, is scrolled through and gets its font late`, async ({
    page,
  }) => {
    // 18 pages, each until the network has been idle for a while.
    test.slow();
    await page.addInitScript(() => {
      Object.assign(window, { shift: 0 });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) {
          if (!entry.hadRecentInput) (window as unknown as { shift: number }).shift += entry.value;
        }
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await page.goto(at('/jobs', site));
    const job = await page.locator('[data-region="results"] h2 a').first().getAttribute('href');
    for (const late of [false, true]) {
      await page.route('**/*.woff2', async (route) => {
        if (late) await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
        await route.continue();
      });
      for (const width of [390, 820, 1440]) {
        for (const path of ['/', '/jobs', job!]) {
          await page.setViewportSize({ width, height: 900 });
          await page.goto(at(path, site), { waitUntil: 'networkidle' });
          await page.evaluate(async () => {
            await document.fonts.ready;
            window.scrollTo(0, document.body.scrollHeight);
          });
          await page.waitForLoadState('networkidle');
          const shift = await page.evaluate(() => (window as unknown as { shift: number }).shift);
          expect({ path, width, late, shift }).toEqual({ path, width, late, shift: 0 });
        }
      }
      await page.unrouteAll({ behavior: 'wait' });
    }
  });
}

test('the markup of /jobs stays within 1.2 times what a bare React page needs', async ({ request }) => {
  const html = await (await request.get(at('/jobs'))).text();
  const markup = html.replace(/<script\b[\s\S]*?<\/script>/gi, '').replace(/<style\b[\s\S]*?<\/style>/gi, '');
  expect(markup.length).toBeLessThanOrEqual(1.2 * 29.6 * KB);
});
