import { expect, test } from '@playwright/test';
import { at, titles, total } from '../support/browser-site';

test.use({ javaScriptEnabled: false });

test('[SEARCH-10] the whole search works with scripts off', async ({ page }) => {
  await page.goto(at('/'));
  await page.getByLabel('What').fill('coordinator');
  await page.getByRole('button', { name: 'Search jobs' }).click();
  await expect(page).toHaveURL(/\/jobs\?.*search=coordinator/);
  const all = await total(page);
  expect(all).toBeGreaterThan(10);

  await page.getByRole('group', { name: 'Job type' }).getByRole('checkbox').first().check();
  await page.getByRole('button', { name: /apply/i }).first().click();
  await expect(page).toHaveURL(/employment_type=\d+|\/jobs\/[a-z-]+\?/);
  const some = await total(page);
  expect(some).toBeGreaterThan(0);
  expect(some).toBeLessThan(all);

  const first = await titles(page);
  await page.getByRole('link', { name: /next/i }).click();
  await expect(page).toHaveURL(/page=2/);
  expect(await titles(page)).not.toEqual(first);

  const [title] = await titles(page);
  await page.getByRole('link', { name: title!, exact: true }).first().click();
  await expect(page).toHaveURL(/\/job\/\d+\//);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(title!);
});

test('[SEARCH-12] on a phone the filters are a disclosure, and chips remove them', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(at('/jobs?search=manager'));
  await page.locator('summary', { hasText: 'Filters' }).click();
  await page.getByRole('group', { name: 'Place of work' }).getByRole('checkbox').last().check();
  await page.getByRole('button', { name: /apply/i }).first().click();
  const narrowed = await total(page);
  const chips = page.getByRole('list', { name: 'Active filters' }).getByRole('link');
  // The search text is in the line above.
  await expect(chips).toHaveCount(1);
  await chips.click();
  expect(await total(page)).toBeGreaterThan(narrowed);
});
