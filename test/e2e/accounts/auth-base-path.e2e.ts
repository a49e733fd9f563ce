import { expect, test } from '@playwright/test';
import { collectErrors } from '../support/browser-site';
import { DEMO_PASSWORD, type RunningProduct, startProduct } from '../../support/products.mjs';

let product: RunningProduct;

test.beforeAll(async () => {
  test.setTimeout(120_000);
  product = await startProduct({
    DATA_DIR: process.env.TEST_DATA_DIR!,
    BACKEND_GRAPHQL_URL: `${process.env.TEST_BACKEND!}/graphql`,
    AUTH_BASE_PATH: '/board/auth',
  });
});

test.afterAll(() => product.stop());

test('[AUTH-01] [AUTH-06] the pages’ scripts use the session protocol at the configured path', async ({ page }) => {
  const errors = collectErrors(page);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(`${product.url}/user/login?destination=%2Fjobs`);
  await expect(page.locator('[data-account-form][data-awake]')).toHaveCount(1);
  await page.locator('#field-email').fill('applicant@demo.causeboard.test');
  await page.locator('#field-password').fill(DEMO_PASSWORD);
  await page.locator('form[data-form="login"] button:not([type="button"])').click();
  // Two products hash passwords and respond here, on a machine that may be busy.
  await expect(page).toHaveURL(`${product.url}/jobs`, { timeout: 20_000 });
  await expect(page.locator('html')).toHaveAttribute('data-session', 'authenticated');
  expect(asked).toEqual(expect.arrayContaining(['/board/auth/callback/credentials', '/board/auth/session']));
  expect(asked.filter((path) => path.startsWith('/api/auth'))).toEqual([]);
  expect(errors).toEqual([]);
});
