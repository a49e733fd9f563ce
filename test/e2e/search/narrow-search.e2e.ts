import { expect, type Page, test } from '@playwright/test';
import { at, collectErrors, hasSettled, titles, total } from '../support/browser-site';
import { expectSound } from '../support/sound-page';

const PHONE = { width: 390, height: 844 };
const DESK = { width: 1440, height: 900 };
/** Leaves room for the search, the sort options and the alert, each in a row, and for a note. */
const NEAR_TOP = 360;

/** The line that summarizes the search, and opens the form. */
const line = (page: Page) => page.locator('[data-region="search"] > summary');
const what = (page: Page) => page.locator('[data-search-form] input[name="search"]');

async function topOfFirstJob(page: Page): Promise<number> {
  return (await page
    .locator('#results li')
    .filter({ has: page.locator('h2') })
    .first()
    .boundingBox())!.y;
}

test('[SEARCH-01] on a phone, results are near the top: the form is a single line that opens it', async ({ page }) => {
  await page.setViewportSize(PHONE);
  const errors = collectErrors(page);
  await page.goto(at('/jobs?search=manager&geo_location=Toronto&radius=50'));
  await expect(line(page)).toHaveText('manager · Toronto · 50 km');
  await expect(what(page)).toBeHidden();
  expect(await topOfFirstJob(page)).toBeLessThan(NEAR_TOP);
  await expect(page.locator('summary', { hasText: 'Filters' })).toBeInViewport();
  await expect(page.getByRole('link', { name: 'Nearest' })).toBeInViewport();

  await line(page).click();
  await what(page).fill('coordinator');
  const before = await total(page);
  await what(page).press('Enter');
  await expect(line(page)).toHaveText('coordinator · Toronto · 50 km');
  await expect.poll(() => total(page)).not.toBe(before);
  await expect(what(page)).toBeHidden();
  expect(errors).toEqual([]);
});

test('[SEARCH-01] on a phone, the form stays open with the focus when its radius is changed, and folds after a search', async ({
  page,
}) => {
  await page.setViewportSize(PHONE);
  const radius = page.getByRole('combobox', { name: 'Within' });
  for (const address of ['/jobs?search=manager&geo_location=Toronto&radius=50', '/jobs']) {
    await page.goto(at(address));
    await expect(page.locator('[data-in-place]')).toHaveCount(1);
    if (address === '/jobs') await page.locator('[data-search-form] input[name="geo_location"]').fill('Toronto');
    else await line(page).click();
    for (const kilometres of ['100', '200']) {
      await radius.focus();
      await radius.selectOption(kilometres);
      await expect(line(page)).toContainText(`Toronto · ${kilometres} km`);
      await hasSettled(page);
      await expect(radius).toBeVisible();
      await expect(radius).toBeFocused();
      await expect(radius).toHaveValue(kilometres);
    }
    await what(page).fill('coordinator');
    await what(page).press('Enter');
    await expect(line(page)).toHaveText('coordinator · Toronto · 200 km');
    await expect(what(page)).toBeHidden();
    await expect(page.locator('#found')).toBeFocused();
  }
});

test('[SEARCH-03] [SEARCH-10] sort options and alert are visible on a phone in each language, and notes keep a distance', async ({
  page,
}) => {
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 844 });
    for (const language of ['en', 'de', 'fr']) {
      await page.goto(at(`/${language}/jobs?search=manager&geo_location=Hamburg&radius=200`, 'europe'));
      const links = page.locator('#results h1 + div').getByRole('link');
      await expect(links).toHaveCount(4);
      for (const link of await links.all()) await expect(link).toBeInViewport({ ratio: 1 });
    }
  }
  await page.goto(at('/jobs?geo_location=Nowhereville'));
  const note = (await page.locator('#results > div', { hasText: 'Nowhereville' }).boundingBox())!;
  expect((await topOfFirstJob(page)) - note.y - note.height).toBeGreaterThanOrEqual(8);
});

test('[SEARCH-01] the form is open on a phone before a search', async ({ page }) => {
  await page.setViewportSize(PHONE);
  await page.goto(at('/jobs'));
  await expect(what(page)).toBeVisible();
  await expect(line(page)).toHaveCount(0);
});

test('[SEARCH-12] all chips are visible on a phone, without horizontal overflow', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 700 });
  await page.goto(at('/jobs/full-time/remote?search=manager&geo_location=Toronto'));
  const row = page.getByRole('list', { name: 'Active filters' });
  for (const name of [/Remote$/, /Full-time$/, /^Clear all filters$/])
    await expect(row.getByRole('link', { name })).toBeInViewport({ ratio: 1 });
  await expectSound(page, [
    { width: 320, colorScheme: 'light' },
    { width: 390, colorScheme: 'dark' },
    { width: 1440, colorScheme: 'light' },
  ]);
});

test('[SEARCH-01] on a wide screen the fields stay visible while scrolling, and do not cover the focused element', async ({
  page,
}) => {
  await page.setViewportSize(DESK);
  await page.goto(at('/jobs?search=manager'));
  await hasSettled(page);
  await expect(line(page)).toBeHidden();
  const list = await titles(page);
  await page.mouse.wheel(0, 1500);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(1000);
  await expect(what(page)).toBeInViewport({ ratio: 1 });
  await page.getByRole('link', { name: list[0]!, exact: true }).first().focus();
  const covered = await page.evaluate(() => {
    const { y, left, height } = document.activeElement!.getBoundingClientRect();
    return !document.activeElement!.contains(document.elementFromPoint(left + 5, y + height / 2));
  });
  expect(covered).toBe(false);
});

test('[PAGE-09] the first link of the main content skips form and filters', async ({ page }) => {
  await page.setViewportSize(DESK);
  await page.goto(at('/jobs'));
  const skip = page.getByRole('link', { name: 'Skip to results' });
  await page.locator('#main').focus();
  await page.keyboard.press('Tab');
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page.locator('#found')).toBeFocused();
  await expect(page).toHaveURL(/\/jobs#found$/);
});

test('[PAGE-09] a list whose form was skipped keeps its scroll position when the user comes back from a job', async ({
  page,
}) => {
  await page.setViewportSize(PHONE);
  await page.goto(at('/jobs'));
  await expect(page.locator('[data-in-place]')).toHaveCount(1);
  await page.getByRole('link', { name: 'Skip to results' }).press('Enter');
  await expect(page).toHaveURL(/\/jobs#found$/);
  const scrolled = () => page.evaluate(() => window.scrollY);
  const job = page.locator('[data-region="results"] h2 a').last();
  await job.focus();
  await expect.poll(scrolled).toBeGreaterThan(1000);
  const before = await scrolled();
  await job.press('Enter');
  await expect(page).toHaveURL(/\/job\//);
  await page.goBack();
  await expect(page).toHaveURL(/\/jobs#found$/);
  await expect.poll(async () => Math.abs((await scrolled()) - before)).toBeLessThan(80);
});

test('[SEARCH-13] without results there are no filters and no job next to the list', async ({ page }) => {
  await page.setViewportSize(DESK);
  await page.goto(at('/jobs?search=xqzvwk'));
  await expect(page.getByRole('heading', { name: 'No jobs match your search' })).toBeVisible();
  await expect(page.getByRole('checkbox')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Apply filters' })).toBeHidden();
  await expect(page.getByText('Search tips')).toHaveCount(0);
  await what(page).fill('manager');
  await what(page).press('Enter');
  await expect.poll(() => total(page)).toBeGreaterThan(0);
  await expect(page.getByRole('checkbox', { name: /^Remote/ })).toBeVisible();
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false, viewport: PHONE });

  test('[SEARCH-10] the line above a phone’s results opens the form', async ({ page }) => {
    await page.goto(at('/jobs?search=manager&geo_location=Toronto'));
    expect(await topOfFirstJob(page)).toBeLessThan(NEAR_TOP);
    await line(page).click();
    await what(page).fill('coordinator');
    await page.getByRole('button', { name: 'Search jobs' }).click();
    await expect(line(page)).toHaveText(/^coordinator · Toronto/);
    await expect(what(page)).toBeHidden();
    await page.locator('summary', { hasText: 'Filters' }).click();
    await expect(page.getByRole('button', { name: 'Apply filters' })).toBeVisible();
  });
});
