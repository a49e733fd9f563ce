import { expect, type Page, test } from '@playwright/test';
import { at } from '../support/browser-site';
import { DEMO_PASSWORD } from '../../support/products.mjs';

const ENDED = 'You’ve been logged out.';

async function logIn(page: Page, name = 'applicant'): Promise<void> {
  await page.goto(at('/user/login?destination=%2Fjobs'));
  await expect(page.locator('[data-account-form][data-awake]')).toHaveCount(1);
  await page.locator('#field-email').fill(`${name}@demo.causeboard.test`);
  await page.locator('#field-password').fill(DEMO_PASSWORD);
  await page.locator('form[data-form="login"] button:not([type="button"])').click();
  await expect(page).toHaveURL(at('/jobs'));
}

const notice = (page: Page) => page.locator('[data-session-notice]');
const hasStatus = (page: Page, status: string) => expect(page.locator('html')).toHaveAttribute('data-session', status);
const comeBack = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event('focus')));

test('[AUTH-06] tells a tab when the session has ended in another one, and leads back to its page', async ({
  page,
  context,
}) => {
  await logIn(page);
  await hasStatus(page, 'authenticated');
  await page.goto(at('/jobs?page=2'));
  await hasStatus(page, 'authenticated');
  await expect(notice(page)).not.toContainText(ENDED);
  const other = await context.newPage();
  await other.goto(at('/jobs'));
  await other.locator('[data-account-menu] summary').click();
  await other.getByRole('button', { name: 'Log out' }).click();
  await expect(other.locator('header a[data-login]')).toBeVisible();
  await page.bringToFront();
  await comeBack(page);
  await hasStatus(page, 'unauthenticated');
  await expect(notice(page)).toContainText(ENDED);
  await notice(page).getByRole('link', { name: 'Log in' }).click();
  await expect(page).toHaveURL(at('/user/login?destination=%2Fjobs%3Fpage%3D2'));
});

test('tells a tab that somebody else has logged in in another one, and changes nothing for that person', async ({
  page,
  context,
}) => {
  const OTHER = 'You’re now logged in as somebody else';
  await logIn(page);
  await page.goto(at('/user/settings'));
  await hasStatus(page, 'authenticated');
  const form = page.locator('form[data-form="change-name"]');
  const typed = `Typed ${Date.now()}`;
  const other = await context.newPage();
  await other.goto(at('/user/logout'));
  await logIn(other, 'recruiter');
  await page.bringToFront();
  await form.locator('[name="firstName"]').fill(typed);
  await form.locator('button:not([type="button"])').click();
  await expect(page.locator('[data-alert]').filter({ hasText: OTHER })).toBeVisible();
  await expect(form.locator('[name="firstName"]')).toHaveValue(typed);
  await comeBack(page);
  await expect(notice(page)).toContainText(OTHER);
  await other.goto(at('/user/settings'));
  await expect(other.locator('form[data-form="change-name"] [name="firstName"]')).not.toHaveValue(typed);
});

test('[AUTH-06] is requested on returning and every five minutes, is loading until known, and is never requested on anonymous pages', async ({
  page,
}) => {
  let asked = 0;
  let release: () => void = () => undefined;
  let held = Promise.resolve();
  await page.route('**/api/auth/session', async (route) => {
    asked++;
    await held;
    await route.continue();
  });
  await page.clock.install();
  await page.goto(at('/jobs'));
  await page.clock.runFor(600_000);
  await comeBack(page);
  expect(asked).toBe(0);
  await page.clock.resume();
  await logIn(page);
  await hasStatus(page, 'authenticated');
  held = new Promise((resolve) => (release = resolve));
  await page.reload();
  await hasStatus(page, 'loading');
  release();
  await hasStatus(page, 'authenticated');
  asked = 0;
  await comeBack(page);
  await expect.poll(() => asked).toBe(1);
  // No further request is sent while a response is pending.
  await expect(async () => {
    await page.clock.runFor(301_000);
    expect(asked).toBeGreaterThanOrEqual(2);
  }).toPass();
});

test('[AUTH-07] reports to the server if the session cannot be read, and changes nothing', async ({ page }) => {
  await logIn(page);
  await hasStatus(page, 'authenticated');
  await page.route('**/api/auth/session', (route) => route.fulfill({ status: 500, body: 'broken' }));
  const report = page.waitForRequest('**/api/auth/_log');
  await comeBack(page);
  const sent = new URLSearchParams((await report).postData() ?? '');
  expect(Object.fromEntries(sent)).toMatchObject({ level: 'error', code: 'CLIENT_FETCH_ERROR', message: 'HTTP 500' });
  expect((await (await report).response())?.status()).toBe(200);
  await hasStatus(page, 'authenticated');
  await expect(notice(page)).not.toContainText(ENDED);
});

test('[AUTH-06] has a status on anonymous pages, which request it only when another tab logs in', async ({
  page,
  context,
}) => {
  const asked: string[] = [];
  await page.route('**/api/auth/**', async (route) => {
    asked.push(route.request().url());
    await route.continue();
  });
  await page.goto(at('/jobs?page=2'));
  await hasStatus(page, 'unauthenticated');
  await comeBack(page);
  expect(asked).toEqual([]);
  const other = await context.newPage();
  await logIn(other);
  await hasStatus(page, 'authenticated');
  expect(asked).toHaveLength(1);
  await expect(page.locator('[data-visit-notice]')).toContainText('You’ve just logged in on another tab.');
  await other.locator('[data-account-menu] summary').click();
  await other.getByRole('button', { name: 'Log out' }).click();
  await hasStatus(page, 'unauthenticated');
  await expect(page.locator('[data-visit-notice]')).not.toContainText('logged in');
  const before = asked.length;
  await comeBack(page);
  await logIn(other);
  await hasStatus(page, 'authenticated');
  // Returning to a tab without a session sends no request.
  expect(asked).toHaveLength(before + 1);
  await page.locator('[data-visit-notice]').getByRole('link', { name: 'Reload this page' }).click();
  await expect(page.locator('[data-account-menu]')).toBeVisible();
  await expect(page).toHaveURL(at('/jobs?page=2'));
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('[AUTH-06] has a status on public pages', async ({ page }) => {
    await page.goto(at('/'));
    await hasStatus(page, 'unauthenticated');
  });
});
