import { expect, test } from '@playwright/test';
import { at, collectErrors } from '../support/browser-site';

test('[TRACK-04] the API documentation shows the relays, and violates no security policy', async ({ page }) => {
  const errors = collectErrors(page);
  await page.goto(at('/api/docs'));
  await expect(page.getByText('/api/gmapi', { exact: true })).toBeVisible();
  await page.getByText('/api/gmapi', { exact: true }).click();
  await expect(page.getByRole('button', { name: 'Try it out' })).toBeVisible();
  expect(errors).toEqual([]);
});
