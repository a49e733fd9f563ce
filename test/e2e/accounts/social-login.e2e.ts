import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { collectErrors } from '../support/browser-site';
import { TestOpenIdProvider } from '../../support/servers/openid-provider.js';
import { type RunningProduct, startProduct } from '../../support/products.mjs';

let dataDir: string;
let provider: TestOpenIdProvider;
let product: RunningProduct;
let origin: string;

test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  test.setTimeout(180_000);
  dataDir = mkdtempSync(join(tmpdir(), 'causeboard-social-e2e-'));
  provider = await TestOpenIdProvider.start();
  const own = { DATA_DIR: dataDir, SITE: 'charity-ca', SITES: '', DEMO_DATA: 'off' };
  product = await startProduct({ ...own, FACEBOOK_EMAIL_VERIFIED: 'on', ...provider.settings });
  origin = product.url.replace('127.0.0.1', 'localhost');
  provider.serve(origin);
});

test.afterAll(async () => {
  await product.stop();
  await provider.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

test('[AUTH-08] [AUTH-16] a new user registers at a service, with one signup-start event; a later login has none', async ({
  page,
}) => {
  const errors = collectErrors(page);
  await page.addInitScript(() => {
    window.addEventListener('causeboard:track', (event) => {
      const seen = JSON.parse(sessionStorage.getItem('seen') ?? '[]') as unknown[];
      sessionStorage.setItem('seen', JSON.stringify([...seen, (event as CustomEvent<unknown>).detail]));
    });
  });
  const seen = () => page.evaluate(() => JSON.parse(sessionStorage.getItem('seen') ?? '[]') as unknown[]);
  const kept = () => page.evaluate(() => localStorage.getItem('social_signup_started'));
  provider.add({
    sub: 'new',
    email: 'new@people.test',
    email_verified: true,
    given_name: 'Robin',
    family_name: 'Maple',
  });

  const goThere = async (path: string) => {
    await page.goto(`${origin}${path}`);
    await page.getByRole('button', { name: 'Continue with Google' }).click();
    await expect(page.getByRole('heading', { name: 'Log in at the provider' })).toBeVisible();
    await page.getByLabel('Account').fill('new');
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.waitForURL((url) => url.origin === origin);
  };

  await goThere('/user/register/applicant?destination=%2F');
  await expect(page.locator('[data-account-menu]')).toContainText('Robin Maple');
  const started = [{ name: 'signup_start', details: { method: 'social' } }];
  await expect.poll(seen).toEqual(started);
  await page.reload();
  await expect(page.locator('[data-account-menu]')).toBeVisible();
  expect(await kept()).toBe('true');
  expect(await seen()).toEqual(started);

  // While the backend does not answer, a page does not know who the visitor is.
  await page.route(`${origin}/jobs`, async (route) => {
    const response = await route.fetch();
    const html = (await response.text())
      .replace('data-account-menu', 'data-no-menu')
      .replace('data-new-via-social', 'data-x');
    await route.fulfill({ response, body: html.replace('data-session="authenticated"', 'data-session="loading"') });
  });
  // The page asks for the session itself: until it has left this page, it gets no answer.
  const session = `${origin}/api/auth/session`;
  await page.route(session, () => undefined);
  await page.goto(`${origin}/jobs`);
  await expect(page.locator('[data-session="loading"]')).toHaveCount(1);
  expect(await kept()).toBe('true');
  await page.unroute(session);
  await page.goto(`${origin}/`);
  await expect(page.locator('[data-account-menu]')).toBeVisible();
  expect(await seen()).toEqual(started);

  await page.goto(`${origin}/user/logout`);
  const logout = page.getByRole('main').getByRole('button', { name: 'Log out' });
  if (await logout.isVisible()) await logout.click();
  await page.goto(`${origin}/`);
  await expect.poll(kept).toBeNull();
  await goThere('/user/login?destination=%2F');
  await expect(page.locator('[data-account-menu]')).toBeVisible();
  expect(await seen()).toEqual(started);
  expect(errors).toEqual([]);
});

for (const [what, answer] of [
  ['cannot be fetched', undefined],
  ['is an error', { status: 500, body: '{}' }],
  ['is no list', { status: 200, body: 'null' }],
] as const)
  test(`[AUTH-09] a list of providers that ${what} leads to the error page`, async ({ page }) => {
    await page.route('**/api/auth/providers', (route) => (answer ? route.fulfill(answer) : route.abort()));
    await page.goto(`${origin}/user/login`);
    await page.getByRole('button', { name: 'Continue with Google' }).click();
    await expect(page).toHaveURL(`${origin}/api/auth/error`);
    await expect(page.getByRole('heading', { name: 'We couldn’t log you in' })).toBeVisible();
    await expect(page.getByRole('main').getByRole('link', { name: 'Log in' })).toBeVisible();
  });

test('[AUTH-09] a provider that is not in the list leads to the login page', async ({ page }) => {
  await page.route('**/api/auth/providers', (route) => route.fulfill({ json: { credentials: {} } }));
  await page.goto(`${origin}/user/login?destination=%2Fjobs`);
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  await page.waitForURL((url) => url.searchParams.has('callbackUrl'));
  expect(new URL(page.url()).pathname).toBe('/user/login');
  expect(new URL(page.url()).searchParams.get('callbackUrl')).toBe(`${origin}/jobs`);
});
