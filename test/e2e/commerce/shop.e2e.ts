import { expect, test } from '@playwright/test';
import { at, collectErrors } from '../support/browser-site';
import { startSession } from '../support/demo-login';
import { expectSound } from '../support/sound-page';

// Each test checks several pages.
test.describe.configure({ timeout: 180_000 });

test('[REC-06] [REC-07] [REC-08] an organization’s credits and subscriptions: no axe violations, no overflow, on three sites', async ({
  page,
}) => {
  const errors = collectErrors(page);
  for (const site of ['default', 'charity-ca', 'uk'] as const) {
    await startSession(page, 'recruiter', site);
    await page.goto(at('/my-products', site));
    await expect(page.locator('#statement tbody tr').first()).toBeVisible();
    await expectSound(page);
  }
  expect(errors).toEqual([]);
});

test('[REC-08] an administrator creates a product, changes its price, retires it and restores it', async ({ page }) => {
  const errors = collectErrors(page);
  const code = `made-${Date.now().toString(36)}`;
  await startSession(page, 'admin', 'charity-ca');
  await page.goto(at('/admin/products', 'charity-ca'));
  await expectSound(page);
  await page.getByRole('link', { name: 'New product' }).click();
  await expectSound(page);
  await page.getByLabel('Code').fill(code);
  await page.getByLabel('Name (English)').fill('Ten jobs');
  await page.getByLabel('Price in CAD').fill('ninety');
  await page.getByLabel('Job credits').fill('10');
  await page.getByRole('button', { name: 'Create product' }).click();
  await page.getByRole('link', { name: /^Price in CAD: Please enter a price/ }).click();
  await expect(page.getByLabel('Price in CAD')).toBeFocused();
  await expect(page.getByLabel('Code')).toHaveValue(code);
  await page.getByLabel('Price in CAD').fill('900');
  await page.getByRole('button', { name: 'Create product' }).click();
  await expect(page.getByText('The product is saved.')).toBeVisible();
  await page.getByLabel('Price in CAD').fill('850.50');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.locator('#history tbody tr').first()).toContainText('$850.50');
  await expect(page.locator('#history tbody tr')).toHaveCount(2);
  const path = new URL(page.url());
  const offer = page.locator(`[data-product="${code}"]`);
  await page.goto(at('/products', 'charity-ca'));
  await expect(offer).toContainText('$850.50');
  await expect(offer).toContainText('$85.05 per job');
  await page.goto(path.href);
  await expectSound(page);
  await page.getByRole('button', { name: 'Retire product' }).click();
  await expect(page.getByText('The product is no longer for sale.')).toBeVisible();
  await page.goto(at('/products', 'charity-ca'));
  await expect(offer).toHaveCount(0);
  await page.goto(path.href);
  await page.getByRole('button', { name: 'Bring product back' }).click();
  await expect(page.getByText('The product is for sale again.')).toBeVisible();
  // Restores the state that other tests expect.
  await page.getByRole('button', { name: 'Retire product' }).click();
  await expect(page.getByText('The product is no longer for sale.')).toBeVisible();
  expect(errors.filter((error) => !error.includes('422'))).toEqual([]);
});
