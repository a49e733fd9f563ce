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
