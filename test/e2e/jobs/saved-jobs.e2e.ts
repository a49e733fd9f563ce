import { expect, test } from '@playwright/test';
import { at, collectErrors } from '../support/browser-site';

test('[SEARCH-16] saved jobs are counted and listed on every page, and can be removed there', async ({ page }) => {
  const errors = collectErrors(page);
  await page.goto(at('/jobs'));
  const count = page.locator('header [data-saved="count"]');
  await expect(count).toBeEmpty();
  const cards = page.locator('[data-region="results"] li:has(> [data-save])');
  const title = await cards.nth(0).locator('h2 a').innerText();
  await cards.nth(0).locator('[data-save]').click();
  await cards.nth(1).locator('[data-save]').click();
  await expect(count).toHaveText('2');

  await page.goto(at('/privacy-policy'));
  await page.getByRole('button', { name: /^Saved/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Saved on this device' });
  await expect(dialog.getByRole('link')).toHaveCount(2);
  await dialog.getByRole('button', { name: `Remove ${title}` }).click();
  await expect(dialog.getByRole('link')).toHaveCount(1);
  await expect(count).toHaveText('1');
  await expect(dialog.getByText('Nothing yet')).toBeHidden();
  await dialog.getByRole('button', { name: /^Remove/ }).click();
  await expect(dialog.getByText('Nothing yet')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toBeHidden();
  await expect(count).toBeEmpty();
  expect(errors).toEqual([]);
});

test('[SEARCH-16] [PAGE-09] removing a saved job by keyboard is announced, and the focus stays in the list', async ({
  page,
}) => {
  await page.goto(at('/jobs'));
  const cards = page.locator('[data-region="results"] li:has(> [data-save])');
  for (const index of [2, 1, 0]) await cards.nth(index).locator('[data-save]').click();
  const titles = await cards.locator('h2 a').allInnerTexts();
  await page.getByRole('button', { name: /^Saved/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Saved on this device' });
  const remove = dialog.locator('li button');
  const first = await dialog.locator('li').first().elementHandle();
  // Another tab has changed something else.
  await page.evaluate(() => dispatchEvent(new Event('storage')));
  expect(await first.evaluate((item) => item.isConnected)).toBe(true);
  await remove.nth(1).focus();
  await page.keyboard.press('Enter');
  await expect(remove).toHaveCount(2);
  await expect(remove.nth(1)).toBeFocused();
  await expect(remove.nth(1)).toHaveAccessibleName(`Remove ${titles[2]}`);
  await expect(dialog.getByRole('status')).toHaveText(`Removed: ${titles[1]}`);
  await page.keyboard.press('Enter');
  await expect(remove).toHaveCount(1);
  await expect(remove).toBeFocused();
  // The list of the account may differ in details.
  await page.evaluate(() => {
    const [job] = JSON.parse(localStorage.getItem('saved-jobs')!) as object[];
    const other = { id: '0', title: 'Another', path: '/job/0/another' };
    localStorage.setItem('saved-jobs', JSON.stringify([other, { ...job, facts: 'Changed' }]));
    dispatchEvent(new Event('saved-jobs-changed'));
  });
  await expect(remove).toHaveCount(2);
  await expect(remove.nth(1)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(remove).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(remove).toHaveCount(0);
  await expect(dialog.getByRole('button', { name: 'Close' })).toBeFocused();
});

test('[PAGE-07] a page without islands loads no React', async ({ page, context }) => {
  await page.goto(at('/jobs'));
  const href = await page.locator('[data-region="results"] h2 a').first().getAttribute('href');
  // Opened in a new tab, so that resources that the list still loads are not counted.
  const job = await context.newPage();
  const scripts: string[] = [];
  job.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url());
  });
  await job.goto(at(href!), { waitUntil: 'networkidle' });
  expect(await job.locator('[data-island]').count()).toBe(0);
  expect(scripts.length).toBeGreaterThan(0);
  expect(scripts.length).toBeLessThanOrEqual(5);
});
