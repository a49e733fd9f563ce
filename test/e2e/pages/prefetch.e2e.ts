import { expect, type Page, type Request, test } from '@playwright/test';
import { at, collectErrors, titles } from '../support/browser-site';

const JOB = /\/job\/\d+/;

/** All requests for matching pages, including those of the browser itself. */
function requestsFor(page: Page, address: RegExp): Request[] {
  const requests: Request[] = [];
  page.on('request', (request) => {
    if (address.test(request.url())) requests.push(request);
  });
  return requests;
}

/** Simulates a browser without support for speculation rules. */
async function withoutSpeculationRules(page: Page): Promise<void> {
  await page.route('**/speculation-rules.json', (route) => route.abort());
  await page.addInitScript(() => {
    HTMLScriptElement.supports = () => false;
  });
}

async function savingData(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
  });
}

/** Lets all timers run out that a resting pointer may have started. */
function restIsOver(page: Page): Promise<void> {
  return page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 200)));
}

test('a page is prefetched when the pointer rests on its link, and only once', async ({ page }) => {
  const errors = collectErrors(page);
  await page.goto(at('/'), { waitUntil: 'networkidle' });
  const requests = requestsFor(page, JOB);
  const link = page.locator('main h3 a').first();
  await link.hover();
  await expect.poll(() => requests.length).toBe(1);
  expect(await requests[0]!.headerValue('sec-purpose')).toContain('prefetch');
  await link.click();
  await expect(page).toHaveURL(JOB);
  const navigation = await page.evaluate(
    () => performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming,
  );
  expect(navigation).toMatchObject({ deliveryType: 'navigational-prefetch' });
  expect(errors).toEqual([]);
});

test('links to other sites, and links that a page opens in place, are not prefetched', async ({ page, request }) => {
  interface Rules {
    prefetch: { eagerness: string; where: { and: [{ href_matches: string[] }] } }[];
  }
  const rules = (await (await request.get(at('/speculation-rules.json'))).json()) as Rules;
  expect(rules.prefetch.map(({ eagerness }) => eagerness)).toEqual(['moderate']);
  for (const path of rules.prefetch[0]!.where.and[0].href_matches)
    expect(path).toMatch(/^(\/:locale)?\/(jobs|job|organizations?)(\/|\\|$)/);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(at('/jobs'), { waitUntil: 'networkidle' });
  await expect(page.locator('#jobs')).toHaveAttribute('data-in-place', 'all');
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.locator('#jobs')).toHaveAttribute('data-in-place', 'searches');
});

test('visitors who save data get no speculation rules', async ({ request }) => {
  const saving = await request.get(at('/speculation-rules.json'), { headers: { 'save-data': 'on' } });
  expect(await saving.json()).toEqual({});
  expect(saving.headers()).toMatchObject({
    vary: expect.stringContaining('Save-Data'),
    'content-type': expect.stringContaining('application/speculationrules+json'),
  });
});

test('a job that opens next to the list is prefetched when the pointer rests on it, and only once', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(at('/jobs'), { waitUntil: 'networkidle' });
  await expect(page.locator('#jobs')).toHaveAttribute('data-in-place', 'all');
  const beside = requestsFor(page, /jobId=/);
  const pages = requestsFor(page, JOB);
  const [, title] = await titles(page);
  const link = page.getByRole('link', { name: title!, exact: true }).first();
  await link.hover();
  await expect.poll(() => beside.length).toBe(1);
  await link.click();
  await expect(page.locator('[data-region="pane"]').getByRole('heading', { name: title! })).toBeVisible();
  await restIsOver(page);
  expect(beside.length).toBe(1);
  expect(pages.length).toBe(0);
});

test('with data saving, the search page prefetches nothing', async ({ page }) => {
  await savingData(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(at('/jobs'), { waitUntil: 'networkidle' });
  await expect(page.locator('#jobs')).toHaveAttribute('data-in-place', 'all');
  const beside = requestsFor(page, /jobId=/);
  const link = page.locator('[data-region="results"] h2 a').nth(1);
  await link.hover();
  await restIsOver(page);
  expect(beside.length).toBe(0);
  await link.click();
  await expect(page).toHaveURL(/jobId=/);
  expect(beside.length).toBe(1);
});

test('browsers without speculation rules prefetch the page too, once, by pointer and by keyboard', async ({ page }) => {
  await withoutSpeculationRules(page);
  await page.goto(at('/'), { waitUntil: 'networkidle' });
  const requests = requestsFor(page, JOB);
  const links = page.locator('main h3 a');
  await links.first().hover();
  await expect.poll(() => requests.length).toBe(1);
  await page.mouse.move(0, 0);
  await links.first().hover();
  await restIsOver(page);
  expect(requests.length).toBe(1);
  await links.nth(1).focus();
  await expect.poll(() => requests.length).toBe(2);
});

test('browsers without speculation rules fetch nothing where data is saved, and nothing outside jobs', async ({
  page,
  context,
}) => {
  await withoutSpeculationRules(page);
  await page.goto(at('/'), { waitUntil: 'networkidle' });
  const others = requestsFor(page, /privacy-policy/);
  await page.locator('footer a[href$="/privacy-policy"]').first().hover();
  await restIsOver(page);
  expect(others.length).toBe(0);

  const saver = await context.newPage();
  await withoutSpeculationRules(saver);
  await savingData(saver);
  await saver.goto(at('/'), { waitUntil: 'networkidle' });
  const requests = requestsFor(saver, JOB);
  await saver.locator('main h3 a').first().hover();
  await restIsOver(saver);
  expect(requests.length).toBe(0);
});

test('a pointer that only moves across a list prefetches nothing', async ({ page }) => {
  await withoutSpeculationRules(page);
  await page.clock.install({ time: 0 });
  await page.goto(at('/'), { waitUntil: 'networkidle' });
  await page.clock.pauseAt(60_000);
  const requests = requestsFor(page, JOB);
  for (const link of await page.locator('main h3 a').all()) await link.hover();
  await page.mouse.move(0, 0);
  await page.clock.runFor(1000);
  expect(requests.length).toBe(0);
});
