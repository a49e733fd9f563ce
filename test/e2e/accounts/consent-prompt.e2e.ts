import { expect, type Locator, type Page, test } from '@playwright/test';
import { axeViolations } from '../support/sound-page';
import { collectErrors } from '../support/browser-site';
import { DEMO_PASSWORD, type RunningProduct, startProduct } from '../../support/products.mjs';
import { FickleBackend } from '../../support/backends/fickle-backend.js';

const SAVED = 'Your consent to the latest GDPR changes has been saved.';
const FAILED = 'There was an error loading the GDPR consent.';
const UNTICKED = 'Please accept the terms and conditions';
const MAX_WIDTH = 550;
const DEFAULT_MAX_WIDTH = 750;
/** Both side margins together, on a screen that is narrower than the dialog's maximum width. */
const MAX_MARGINS = 48;
/** The demo accounts have agreed; this is the backend's response for an account that has not. */
const LACKING = { data: { hasTheLatestConsent: null } };

let backend: FickleBackend;
let product: RunningProduct;

test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  test.setTimeout(180_000);
  backend = await FickleBackend.start(process.env.TEST_BACKEND!);
  product = await startProduct({ DATA_DIR: process.env.TEST_DATA_DIR!, BACKEND_GRAPHQL_URL: backend.url });
});
test.beforeEach(() => {
  backend.answers = { hasTheLatestConsent: LACKING };
});
test.afterAll(async () => {
  await product.stop();
  await backend.close();
});

const at = (path: string): string => product.url.replace('127.0.0.1', 'localhost') + path;
const modal = (page: Page) => page.getByRole('dialog', { name: 'Please agree to our terms' });
const box = (page: Page) => page.getByRole('checkbox', { name: /I accept the terms/ });
const terms = (page: Page) => modal(page).getByRole('link', { name: 'Read the terms and conditions' });
const privacy = (page: Page) => modal(page).getByRole('link', { name: 'Read the privacy policy' });
const confirm = (page: Page) => modal(page).getByRole('button', { name: 'Confirm' });

/** Layout width, which ignores the opening animation. */
const widthOf = (dialog: Locator) => dialog.evaluate((element) => (element as HTMLElement).offsetWidth);

function expectWidth(width: number, limit: number, screen: number): void {
  if (limit < screen - MAX_MARGINS) expect(width).toBe(limit);
  else {
    expect(width).toBeGreaterThanOrEqual(screen - MAX_MARGINS);
    expect(width).toBeLessThan(screen);
  }
}

async function logIn(page: Page): Promise<void> {
  await page.goto(at('/user/login'));
  await page.locator('#field-email').fill('applicant@demo.causeboard.test');
  await page.locator('#field-password').fill(DEMO_PASSWORD);
  await page.locator('#field-password').press('Enter');
  await page.waitForURL('**/dashboard*');
}

for (const width of [390, 820, 1440])
  test(`[PAGE-04] at ${width} pixels the modal is at most ${MAX_WIDTH} wide, and can be read and confirmed by keyboard`, async ({
    page,
  }) => {
    const errors = collectErrors(page);
    await page.setViewportSize({ width, height: 844 });
    await logIn(page);
    await page.goto(at('/jobs'));
    await expect(modal(page)).toBeVisible();
    expectWidth(await widthOf(modal(page)), MAX_WIDTH, width);
    await expect(modal(page)).toContainText('give it to the employers you choose');
    // The version of the prompt without scripts must not push down the page behind the modal.
    await expect(page.locator('aside:has-text("Please agree to our terms")')).toBeHidden();
    await expect(modal(page).getByRole('heading')).toBeFocused();
    await expect(confirm(page)).toBeDisabled();
    expect(await axeViolations(page)).toEqual([]);
    const overflow = await page.locator('html').evaluate((html) => html.scrollWidth - html.clientWidth);
    expect(overflow).toBe(0);
    await page.keyboard.press('Tab');
    await expect(box(page)).toBeFocused();
    await page.keyboard.press('Space');
    await expect(confirm(page)).toBeEnabled();
    await expect(modal(page).getByText(UNTICKED)).toHaveCount(0);
    await page.keyboard.press('Space');
    await expect(confirm(page)).toBeDisabled();
    await expect(modal(page).getByRole('alert')).toHaveText(UNTICKED);
    await expect(box(page)).toHaveAttribute('aria-invalid', 'true');
    expect(await axeViolations(page)).toEqual([]);
    await page.keyboard.press('Space');
    for (const next of [terms(page), privacy(page), confirm(page)]) {
      await page.keyboard.press('Tab');
      await expect(next).toBeFocused();
    }
    const sent = page.waitForRequest('**/graphql');
    await page.keyboard.press('Enter');
    const body = (await sent).postDataJSON() as { operationName: string; variables: Record<string, string> };
    expect(body.operationName).toBe('AgreeToRevision');
    expect(body.variables).toMatchObject({ mail: 'applicant@demo.causeboard.test' });
    await expect(modal(page)).toHaveCount(0);
    await expect(page.getByRole('status').filter({ hasText: SAVED })).toBeVisible();
    expect(await axeViolations(page)).toEqual([]);
    backend.answers = {};
    await page.goto(at('/organizations'));
    await expect(page.locator('[data-consent-prompt]')).toHaveCount(0);
    await expect(modal(page)).toHaveCount(0);
    expect(errors).toEqual([]);
  });

test('[PAGE-04] the modal hides when it is closed, by its button and by Escape, and asks again on the next page', async ({
  page,
}) => {
  await logIn(page);
  for (const close of [
    () => page.keyboard.press('Escape'),
    () => modal(page).getByRole('button', { name: 'Close' }).click(),
  ]) {
    await page.goto(at('/jobs'));
    await expect(modal(page)).toBeVisible();
    await close();
    await expect(modal(page)).toHaveCount(0);
    await page.locator('header a').first().focus();
  }
  await page.goto(at('/contact'));
  await expect(modal(page)).toBeVisible();
});

test('[PAGE-04] [CONSENT-03] says when a consent could not be saved, and in the server’s words when it was refused', async ({
  page,
}) => {
  await logIn(page);
  const answers = [
    () => ({ status: 503, json: {} }),
    () => ({ json: { data: { createGdprUserConsent: { errors: [{ message: 'This+text has <b>changed</b>' }] } } } }),
  ];
  for (const [index, message] of [FAILED, 'This text has changed'].entries()) {
    await page.unroute('**/graphql');
    await page.route('**/graphql', (route) => route.fulfill(answers[index]!()));
    await page.goto(at('/contact'));
    await box(page).check();
    await confirm(page).click();
    await expect(modal(page)).toHaveCount(0);
    const alert = page.locator('[data-consent-failed]').getByRole('alert');
    await expect(alert).toHaveText(message);
    await alert.getByRole('link', { name: 'Close this message' }).click();
    await expect(alert).toHaveCount(0);
    await expect(page.getByText(SAVED)).toHaveCount(0);
  }
});

test('[PAGE-04] [ROLE-06] anonymous visitors are never asked', async ({ page }) => {
  await page.goto(at('/jobs'));
  await page.waitForLoadState('networkidle');
  await expect(page.locator('[data-consent-prompt]')).toHaveCount(0);
  expect(backend.operations.at(-1)).not.toBe('hasTheLatestConsent');
});

test('[PAGE-04] other modals are at most 750 pixels wide', async ({ page }) => {
  for (const width of [1440, 820, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto(at('/jobs'));
    await page.locator('[data-saved="open"]').click();
    const dialog = page.locator('#saved-jobs');
    await expect(dialog).toBeVisible();
    expectWidth(await widthOf(dialog), DEFAULT_MAX_WIDTH, width);
  }
});

test('[AUTH-11] a text that changes during registration replaces the old one, and nothing typed is lost', async ({
  page,
}) => {
  const old = { id: '1', type: 'PRIVACY_POLICY', optIn: true, text: '<p>The old text</p>', revisionId: '999999' };
  backend.answers = { RevisedConsentInfos: { data: { getGdprConsentInfos: [old] } } };
  await page.goto(at('/user/register/applicant'));
  await expect(page.locator('[data-account-form][data-awake]')).toHaveCount(1);
  await expect(page.locator('[data-registration-consent]')).toContainText('The old text');
  const email = `reads-${Date.now()}@people.test`;
  await page.locator('#field-firstName').fill('Robin');
  await page.locator('#field-lastName').fill('Maple');
  await page.locator('#field-email').fill(email);
  await page.locator('#field-password').fill('a long enough passphrase');
  await page.locator('#field-consent').check();
  backend.answers = {};
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.locator('#field-consent-error')).toContainText('Please read the new version of the text');
  await expect(page.locator('[data-registration-consent]')).toContainText('give it to the employers you choose');
  await expect(page.locator('#field-consent')).not.toBeChecked();
  await expect(page.locator('#field-email')).toHaveValue(email);
  await expect(page.locator('#field-password')).toHaveValue('a long enough passphrase');
  await page.locator('#field-consent').check();
  await expect(page.locator('#field-consent-error')).toBeEmpty();
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.waitForURL('**/user/check-mail*');
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('[PAGE-04] the prompt is a part of the page with a form', async ({ page }) => {
    await logIn(page);
    await page.goto(at('/jobs?search=cook'));
    await expect(page.getByRole('complementary', { name: 'Please agree to our terms' })).toBeVisible();
    await box(page).check();
    backend.answers = {};
    await page.getByRole('button', { name: 'Confirm' }).click();
    await expect(page).toHaveURL(at('/jobs?search=cook'));
    await expect(page.getByText(SAVED)).toBeVisible();
  });
});
