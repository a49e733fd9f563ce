import { expect, type Page, type Route, test } from '@playwright/test';
import { at, collectErrors } from '../support/browser-site';

const PATH = '/user/register/applicant';
const CHECK = { name: 'Robot check' };

async function fill(page: Page, email: string): Promise<void> {
  await page.locator('#field-firstName').fill('Ada');
  await page.locator('#field-lastName').fill('Lovelace');
  await page.locator('#field-email').fill(email);
  await page.locator('#field-password').fill('correct horse battery');
  await page.locator('#field-consent').check();
}

async function open(page: Page): Promise<void> {
  await page.goto(at(PATH, 'charity-ca'));
  await expect(page.locator('[data-account-form][data-awake]')).toHaveCount(1);
  await expect(page.locator('[data-island="captcha"] [data-captcha]')).toHaveCount(1);
}

const submit = (page: Page) => page.getByRole('button', { name: 'Create account' }).click();
const state = (page: Page) => page.locator('[data-captcha]');

/** Handles each request for a challenge, and lets all other requests through. */
async function onChallenge(page: Page, handle: (route: Route) => Promise<void>): Promise<void> {
  await page.route('**/graphql', (route) =>
    route.request().postData()?.includes('CaptchaChallenge') ? handle(route) : route.continue(),
  );
}

test('[AUTH-11] [AUTH-17] registration on a site with bot protection requires no action by the user', async ({
  page,
  request,
}) => {
  test.slow();
  const errors = collectErrors(page);
  const email = `captcha-${Date.now()}@example.org`;
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  let challenges = 0;
  await onChallenge(page, async (route) => {
    challenges++;
    await held;
    await route.continue();
  });
  await open(page);
  const check = page.getByRole('group', CHECK);
  // No proof of work is computed for visitors who only look at the page.
  await expect(state(page)).toHaveAttribute('data-captcha', 'waiting');
  expect(challenges).toBe(0);
  await page.locator('#field-firstName').focus();
  await expect(state(page)).toHaveAttribute('data-captcha', 'working');
  await expect(check.getByRole('status')).toHaveText(
    'Your device is solving a small puzzle. This takes a few seconds.',
  );
  await expect(check.getByRole('progressbar', CHECK)).toBeVisible();

  await fill(page, email);
  const button = page.getByRole('button', { name: 'Create account' });
  const before = await button.boundingBox();
  release();
  await expect(state(page)).toHaveAttribute('data-captcha', 'done', { timeout: 60_000 });
  await expect(check.getByRole('progressbar')).toHaveCount(0);
  // Otherwise, a press at this moment would miss it.
  expect(await button.boundingBox()).toEqual(before);
  await submit(page);
  await expect(page).toHaveURL(at('/user/check-mail?reason=register', 'charity-ca'));
  expect(challenges).toBe(1);
  await expect(async () => {
    expect(await (await request.get(at('/dev/mailbox'))).text()).toContain(email);
  }).toPass();
  expect(errors).toEqual([]);
});

test('[AUTH-11] [AUTH-17] if the form is submitted before the check is complete, the server does it', async ({
  page,
}) => {
  test.slow();
  const email = `early-${Date.now()}@example.org`;
  await onChallenge(page, () => new Promise(() => undefined));
  await open(page);
  await fill(page, email);
  await expect(state(page)).toHaveAttribute('data-captcha', 'working');
  await submit(page);
  await expect(page).toHaveURL(at('/user/check-mail?reason=register', 'charity-ca'), { timeout: 60_000 });
});

test('[AUTH-17] a check that fails is reported, and can be repeated', async ({ page }) => {
  test.slow();
  let isAway = true;
  let challenges = 0;
  await onChallenge(page, (route) => {
    challenges++;
    return isAway ? route.abort() : route.continue();
  });
  await open(page);
  await page.locator('#field-firstName').focus();
  const check = page.getByRole('group', CHECK);
  await expect(state(page)).toHaveAttribute('data-captcha', 'failed');
  await expect(check.getByRole('status')).toHaveText('The robot check didn’t work.');
  const again = check.getByRole('button', { name: 'Try again' });
  await again.click();
  // The message of the first attempt must not be mistaken for the result of the second one.
  await expect.poll(() => challenges).toBe(2);
  await expect(state(page)).toHaveAttribute('data-captcha', 'failed');
  await expect(check).toBeFocused();
  isAway = false;
  await again.click();
  await expect(state(page)).toHaveAttribute('data-captcha', 'done', { timeout: 60_000 });
  await expect(again).toHaveCount(0);
  expect(await page.locator('input[name="captcha"]').inputValue()).not.toBe('');
});
