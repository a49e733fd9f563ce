import { expect, type Page, test } from '@playwright/test';
import { testWithClock } from '../support/open-page';
import { at } from '../support/browser-site';
import { DEMO_PASSWORD } from '../../support/products.mjs';

const APPLICANT = 'applicant@demo.causeboard.test';
const SECONDS = 1000;

async function enter(page: Page, password = DEMO_PASSWORD): Promise<void> {
  await page.locator('#field-email').fill(APPLICANT);
  await page.locator('#field-password').fill(password);
  await page.locator('form[data-form="login"] button:not([type="button"])').click();
}

async function awake(page: Page): Promise<void> {
  await expect(page.locator('[data-account-form][data-awake]')).toHaveCount(1);
}

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('[AUTH-03] [AUTH-10] logs in, returns to the page, and logs out by the menu', async ({ page }) => {
    await page.goto(at('/user/login?destination=%2Fjobs'));
    await enter(page, 'not the password');
    await expect(page.getByRole('alert')).toContainText('The email address or the password is wrong');
    await expect(page.locator('#field-email')).toHaveValue(APPLICANT);
    await enter(page);
    await expect(page).toHaveURL(at('/jobs?dispatch=login'));
    await page.locator('[data-account-menu] summary').click();
    await page.getByRole('button', { name: 'Log out' }).click();
    await expect(page).toHaveURL(at('/'));
    await expect(page.locator('header a[data-login]')).toBeVisible();
  });
});

test('[AUTH-03] [AUTH-04] shows the progress, each error in an alert that can be closed, and then the form again', async ({
  page,
}) => {
  await page.goto(at('/user/login?destination=%2Fjobs'));
  await awake(page);
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/graphql', async (route) => {
    await held;
    await route.continue();
  });
  const asked = page.waitForRequest('**/graphql');
  await enter(page, 'not the password');
  await expect(page.getByText('Logging you in…')).toBeVisible();
  await expect(page.getByText('Logging you in…')).toBeFocused();
  await expect(page.locator('form[data-form="login"]')).toBeHidden();
  const body = (await asked).postDataJSON() as { query: string; variables: { anonymousUserToken: string } };
  expect(body.query).toMatch(/JwtToken:\s*userLogin\(/);
  const token = await page.evaluate(() => localStorage.getItem('anonymousUserToken'));
  expect(body.variables.anonymousUserToken).toBe(token);
  release();
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('The email address or the password is wrong');
  await expect(page.locator('form[data-form="login"]')).toBeVisible();
  await alert.getByRole('link', { name: 'Close this message' }).click();
  await expect(alert).toHaveCount(0);
});

test('[AUTH-04] reports a login whose ticket yields no session', async ({ page }) => {
  await page.route('**/graphql', (route) =>
    route.fulfill({ json: { data: { JwtToken: { jwt: 'ticket', errors: [] } } } }),
  );
  await page.route('**/api/auth/callback/credentials', (route) => route.fulfill({ status: 401, json: {} }));
  await page.goto(at('/user/login'));
  await awake(page);
  await enter(page);
  await expect(page.getByRole('alert')).toContainText('There was an error setting the user.');
});

test('[PAGE-06] shows a server message with HTML without running anything in it', async ({ page }) => {
  const message =
    '<b>Too+many</b>+attempts.%3Cimg src=x onerror="window.ran = 1"><a href="/contact" onclick="window.ran = 1">Help</a>';
  await page.route('**/graphql', (route) =>
    route.fulfill({ json: { data: { JwtToken: { jwt: null, errors: [{ field: null, code: null, message }] } } } }),
  );
  await page.goto(at('/user/login'));
  await awake(page);
  await enter(page);
  const alert = page.getByRole('alert');
  await expect(alert.locator('b')).toHaveText('Too many');
  expect(await alert.locator('p').innerHTML()).toBe(
    '<b>Too many</b> attempts.<a href="/contact" rel="nofollow noopener">Help</a>',
  );
  expect(await page.evaluate(() => 'ran' in window)).toBe(false);
});

test('[AUTH-03] [AUTH-11] leads to the missing confirmation with scripts, too', async ({ page }) => {
  const email = `waits-${Date.now()}@people.test`;
  await page.goto(at('/user/register/applicant'));
  await awake(page);
  await page.locator('#field-firstName').fill('Ann');
  await page.locator('#field-lastName').fill('Bell');
  await page.locator('#field-email').fill(email);
  await page.locator('#field-password').fill(DEMO_PASSWORD);
  await page.locator('#field-consent').check();
  await page.locator('form[data-form="register"] button:not([type="button"])').click();
  await page.waitForURL('**/user/check-mail*');
  await expect(page.getByText(`Your address: ${email}`)).toBeVisible();
  await page.goto(at('/user/login'));
  await awake(page);
  await page.locator('#field-email').fill(email);
  await page.locator('#field-password').fill(DEMO_PASSWORD);
  await page.locator('form[data-form="login"] button:not([type="button"])').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Confirm your address first');
  await expect(page.locator('#field-email')).toHaveValue(email);
  await awake(page);
  await page.getByRole('button', { name: 'Send the link again' }).click();
  await expect(page.getByText('We’ve sent the link again')).toBeVisible();
});

test('[AUTH-03] shows the password on request', async ({ page }) => {
  await page.goto(at('/user/login'));
  await page.locator('#field-password').fill('secret');
  await page.getByRole('button', { name: 'Show password' }).click();
  await expect(page.locator('#field-password')).toHaveAttribute('type', 'text');
  // The name of the button changes with its text, so that voice control and screen readers know what it does.
  const hide = page.getByRole('button', { name: 'Hide password' });
  await expect(hide).toHaveText('Hide', { useInnerText: true });
  await hide.click();
  await expect(page.locator('#field-password')).toHaveAttribute('type', 'password');
  await expect(page.getByRole('button', { name: 'Show password' })).toHaveText('Show', { useInnerText: true });
});

test.describe('the modal', () => {
  /** Opens a page with a simulated clock, advances it to 25 seconds, and waits until the modal is about to open. */
  async function openAndWait(page: Page, path: string): Promise<void> {
    await page.clock.install();
    const fetched = page.waitForResponse((response) => response.url().includes('/user/login?reason=jobs'));
    await page.goto(at(path));
    await page.clock.runFor(25 * SECONDS);
    await (await fetched).finished();
  }

  testWithClock(
    '[AUTH-13] opens 30 seconds after the first visit to jobs, once, and returns the focus',
    async ({ page }) => {
      await openAndWait(page, '/jobs');
      await page.locator('header a[data-login]').focus();
      await page.clock.runFor(4 * SECONDS);
      await expect(page.locator('dialog#login-modal')).toHaveCount(0);
      await page.clock.runFor(2 * SECONDS);
      const dialog = page.getByRole('dialog', { name: 'Log in' });
      await expect(dialog).toBeVisible();
      expect(await page.evaluate(() => localStorage.getItem('show_login_modal'))).not.toBeNull();
      await page.keyboard.press('Escape');
      await expect(dialog).toHaveCount(0);
      await expect(page.locator('header a[data-login]')).toBeFocused();
      await page.reload();
      await page.clock.runFor(60 * SECONDS);
      await expect(page.locator('dialog#login-modal')).toHaveCount(0);
    },
  );

  for (const [name, path, key] of [
    ['on other pages', '/', ''],
    ['for who has logged in here', '/jobs', 'user_logged_in'],
    ['for who has seen it', '/jobs', 'show_login_modal'],
  ] as const) {
    testWithClock(`[AUTH-13] does not open ${name}`, async ({ page }) => {
      await page.addInitScript((flag) => {
        if (flag) localStorage.setItem(flag, 'true');
      }, key);
      await page.clock.install();
      await page.goto(at(path));
      await page.clock.runFor(60 * SECONDS);
      await expect(page.locator('dialog#login-modal')).toHaveCount(0);
    });
  }

  testWithClock(
    '[AUTH-13] never interrupts typing: it waits while a field has the focus, and the Space key does not close it',
    async ({ page }) => {
      await openAndWait(page, '/jobs');
      const what = page.locator('input[name="search"]');
      await page.clock.runFor(3 * SECONDS);
      await what.pressSequentially('care ');
      await page.clock.runFor(10 * SECONDS);
      await what.pressSequentially('home');
      await expect(what).toHaveValue('care home');
      await expect(page.locator('dialog#login-modal')).toHaveCount(0);
      await page.keyboard.press('Escape');
      await what.blur();
      await page.keyboard.press('ArrowDown');
      await page.clock.runFor(3 * SECONDS);
      await expect(page.locator('dialog#login-modal')).toHaveCount(0);
      await page.clock.runFor(4 * SECONDS);
      const dialog = page.getByRole('dialog', { name: 'Log in' });
      await expect(dialog).toBeVisible();
      await expect(dialog).toHaveAccessibleDescription(/^Log in to save jobs on every device/);
      await expect(page.locator('#login-modal-title')).toBeFocused();
      await page.keyboard.press('Space');
      await page.keyboard.press('Enter');
      await expect(dialog).toBeVisible();
      await expect(what).toHaveValue('care home');
    },
  );

  testWithClock('[AUTH-13] [AUTH-04] logs in, reloads the page and remembers it', async ({ page }) => {
    await openAndWait(page, '/jobs?search=manager');
    await page.clock.runFor(6 * SECONDS);
    await expect(page.getByRole('dialog', { name: 'Log in' })).toBeVisible();
    await enter(page);
    await expect(page.locator('[data-account-menu]')).toBeVisible();
    await expect(page).toHaveURL(at('/jobs?search=manager'));
    expect(await page.evaluate(() => localStorage.getItem('user_logged_in'))).not.toBeNull();
  });
});

test('[AUTH-03] logs in after another tab has received a new token since the page was rendered', async ({
  page,
  context,
}) => {
  await page.goto(at('/user/login?destination=%2Fjobs'));
  await awake(page);
  await context.clearCookies();
  await context.request.get(at('/api/auth/csrf'));
  await enter(page);
  await expect(page).toHaveURL(at('/jobs'));
  await expect(page.locator('[data-account-menu]')).toBeVisible();
});
