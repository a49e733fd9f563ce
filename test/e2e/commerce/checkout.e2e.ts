import { expect, test, type Page } from '@playwright/test';
import { at, collectErrors } from '../support/browser-site';
import { forgetSession, startSession } from '../support/demo-login';
import { expectSound } from '../support/sound-page';

const SITE = 'charity-ca';
const PHONE = { width: 390, height: 844 };

test.describe.configure({ timeout: 180_000 });

async function fillBilling(page: Page, province: string): Promise<void> {
  for (const [label, value] of [
    ['Organization or company', 'Maple Shelter'],
    ['First name', 'Ada'],
    ['Last name', 'Roy'],
    ['Email for invoices', 'books@maple.test'],
    ['Street and number', '1 Main St'],
    ['Postal code', 'K1A 0A1'],
    ['City', 'Ottawa'],
  ] as const)
    await page.getByLabel(label, { exact: true }).fill(value);
  await page.getByLabel('Country').selectOption('CA');
  await page.getByLabel('Province, state or region').fill(province);
}

for (const javaScriptEnabled of [true, false]) {
  test(`[REC-08] a recruiter buys by invoice on a phone, scripts: ${javaScriptEnabled}`, async ({ browser }) => {
    const context = await browser.newContext({ javaScriptEnabled, viewport: PHONE });
    const page = await context.newPage();
    const errors = collectErrors(page);
    await page.goto(at('/checkout?product=job-credits-1&quantity=2', SITE));
    await expect(page).toHaveURL(/\/user\/login/);
    await startSession(page, 'recruiter', SITE);
    await page.goto(at('/checkout?product=job-credits-1&quantity=2', SITE));
    // The country of the site is preselected.
    await expect(page.getByLabel('Country')).toHaveValue('CA');
    await fillBilling(page, 'Alberta');
    const price = page.locator('[data-checkout-price]');
    // The suggested provinces and territories have the names that people there use.
    const offered = page.locator('datalist option:not([disabled])');
    await expect(offered).toHaveCount(13);
    await expect(offered.filter({ hasText: 'Ontario, Canada' })).toHaveAttribute('value', 'ON');
    if (javaScriptEnabled) {
      await expect(price).toContainText('GST 5%');
      await page.getByLabel('Country').focus();
      await page.getByLabel('Country').selectOption('US');
      await page.getByLabel('Province, state or region').focus();
      await expect(offered).toHaveCount(0);
      await page.getByLabel('Country').focus();
      await page.getByLabel('Country').selectOption('CA');
      await page.getByLabel('Province, state or region').fill('ON');
      await expect(offered).toHaveCount(13);
      await expect(price).toContainText('HST 13%');
      await expectSound(page);
      await page.setViewportSize(PHONE);
    } else await page.getByLabel('Province, state or region').fill('Ontario');
    await page.getByRole('button', { name: 'Go on to check your order' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check your order');
    await expect(price).toContainText('HST 13%');
    const total = await page.locator('[data-line="total"] dd').innerText();
    if (javaScriptEnabled) {
      await expectSound(page);
      await page.setViewportSize(PHONE);
    }
    await page.getByLabel('I accept the terms and conditions.').check();
    await page.getByRole('button', { name: `Order and pay ${total}` }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Order \d+$/);
    await expect(page.locator('#payment')).toContainText(total);
    await expect(page.getByRole('link', { name: /^Invoice GWC-\d+ \(PDF\)$/ })).toBeVisible();
    if (javaScriptEnabled) await expectSound(page);
    expect(errors).toEqual([]);
    await context.close();
  });
}

test('[REC-08] an administrator finds an order and cancels it with a reason', async ({ page }) => {
  const errors = collectErrors(page);
  await startSession(page, 'recruiter', SITE);
  await page.goto(at('/checkout?product=job-credits-1', SITE));
  // The province of the order above: both are of one organization, whose stored address decides the tax until an order is placed.
  await fillBilling(page, 'Ontario');
  await page.getByRole('button', { name: 'Go on to check your order' }).click();
  await page.getByLabel('I accept the terms and conditions.').check();
  await page.getByRole('button', { name: /^Order and pay/ }).click();
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toHaveText(/^Order \d+$/);
  const number = /\d+/.exec(await heading.innerText())![0];
  await forgetSession(page);
  await startSession(page, 'admin', SITE);
  await page.goto(at('/admin/orders?state=placed', SITE));
  await expectSound(page);
  await page.getByRole('link', { name: new RegExp(`^${number} · `) }).click();
  await expectSound(page);
  await page.locator('#cancel').getByLabel('Reason').fill('Ordered by mistake');
  await page.getByRole('button', { name: 'Cancel order' }).click();
  await expect(page.getByText('The order is cancelled.')).toBeVisible();
  await expect(page.locator('#history')).toContainText('Ordered by mistake');
  await expect(page.getByRole('link', { name: /^Credit note/ })).toBeVisible();
  expect(errors).toEqual([]);
});
