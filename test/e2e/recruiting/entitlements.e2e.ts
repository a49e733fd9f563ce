import { expect, type Page, test } from '@playwright/test';
import { collectErrors } from '../support/browser-site';
import { axeViolations } from '../support/sound-page';
import { DEMO_PASSWORD, type RunningProduct, startProduct } from '../../support/products.mjs';
import { FickleBackend } from '../../support/backends/fickle-backend.js';

const CREDITS_FAILED = 'There was an error getting your credits.';
const SUBSCRIPTIONS_FAILED = 'An error happened while retrieving your subscription data.';
const SLOW_MS = 1500;

let backend: FickleBackend;
let product: RunningProduct;

test.beforeAll(async () => {
  test.setTimeout(120_000);
  backend = await FickleBackend.start(process.env.TEST_BACKEND!);
  product = await startProduct({ DATA_DIR: process.env.TEST_DATA_DIR!, BACKEND_GRAPHQL_URL: backend.url });
});
test.afterAll(async () => {
  await product.stop();
  await backend.close();
});
// The tests share a backend that returns errors.
test.describe.configure({ mode: 'default' });

test.beforeEach(() => {
  backend.answers = {};
  backend.delay = 0;
});

function creditsOf(amount: number): object {
  const credit = { amount, label: 'Jobs', organizationName: 'x', type: 'job', frontend: 'default' };
  return { data: { creditBalance: [credit] } };
}

async function openDashboard(page: Page): Promise<void> {
  await page.goto(`${product.url}/user/login`);
  await page.locator('#field-email').fill('recruiter@demo.causeboard.test');
  await page.locator('#field-password').fill(DEMO_PASSWORD);
  await page.locator('#field-password').press('Enter');
  await page.waitForURL('**/dashboard*', { timeout: 20_000 });
  await awake(page);
}

/** Waits until the islands of the page are hydrated. */
async function awake(page: Page): Promise<void> {
  await expect(page.locator('[data-island="entitlements"]:not([data-awake])')).toHaveCount(0);
  await page.waitForLoadState('networkidle');
}

/** Simulates the event that browsers send when somebody returns to a tab. */
const comeBack = (page: Page) => page.evaluate(() => dispatchEvent(new Event('visibilitychange')));

test('[AUTH-19] [REC-06] [REC-07] spending elsewhere is shown on returning to the page, after a single request', async ({
  page,
}) => {
  const errors = collectErrors(page);
  await openDashboard(page);
  const batches: string[][] = [];
  page.on('request', (request) => {
    if (!request.url().endsWith('/graphql')) return;
    const sent = request.postDataJSON() as { operationName: string } | { operationName: string }[];
    batches.push((Array.isArray(sent) ? sent : [sent]).map(({ operationName }) => operationName));
  });
  backend.answers = { creditBalance: creditsOf(311) };
  await comeBack(page);
  await expect(page.locator('#credits dd').first()).toHaveText('311');
  expect(batches.map((names) => names.sort())).toEqual([['creditBalance', 'getSubscriptions']]);
  backend.answers = { creditBalance: creditsOf(310) };
  await comeBack(page);
  await expect(page.locator('#credits dd').first()).toHaveText('310');
  // Subscriptions are never cached.
  expect(batches.flat().filter((name) => name === 'getSubscriptions')).toHaveLength(2);
  await expect(page.locator('#subscriptions li').first()).toBeVisible();
  expect(errors).toEqual([]);
});

test('[REC-06] [REC-07] a failure on returning to the page shows the message of the specification, and hides nothing', async ({
  page,
}) => {
  await openDashboard(page);
  const known = await page.locator('#subscriptions li').count();
  backend.answers = {
    creditBalance: { errors: [{ message: 'Credits+are+counted+anew.' }] },
    getSubscriptions: {
      errors: [{ message: 'The shop <b onclick="alert(1)">is closed</b><script>alert(1)</script>' }],
    },
  };
  await comeBack(page);
  const [credits, subscriptions] = [page.locator('#credits'), page.locator('#subscriptions')];
  await expect(credits.getByRole('alert')).toContainText(CREDITS_FAILED);
  await expect(credits.getByRole('alert').locator('li')).toHaveText('Credits are counted anew.');
  await expect(subscriptions.getByRole('alert')).toContainText(SUBSCRIPTIONS_FAILED);
  await expect(subscriptions.getByRole('alert').locator('li')).toHaveText('The shop is closed');
  await expect(subscriptions.locator('script, [onclick]')).toHaveCount(0);
  await expect(subscriptions.locator('[role="alert"] ~ ul li')).toHaveCount(known);
  expect(await axeViolations(page)).toEqual([]);
  await credits.getByRole('link', { name: 'Close' }).click();
  await expect(credits.getByRole('alert')).toHaveCount(0);
  await expect(credits.getByRole('button', { name: 'Try again' })).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard/);
});

test('[AUTH-19] [REC-06] while credits are reloaded, their space is kept, and the focus stays in it', async ({
  page,
}) => {
  backend.answers = { creditBalance: { errors: [{ message: 'Not now.' }] } };
  await openDashboard(page);
  const credits = page.locator('#credits');
  await expect(credits.getByRole('alert')).toContainText(CREDITS_FAILED);
  backend.answers = {};
  backend.delay = SLOW_MS;
  await credits.getByRole('button', { name: 'Try again' }).click();
  const place = credits.locator('[aria-busy="true"]');
  await expect(place).toBeFocused();
  await expect(place.locator('[aria-hidden="true"] > span')).toHaveCount(4);
  await expect(credits.getByRole('alert')).toHaveCount(0);
  await expect(credits.locator('dd').first()).toBeVisible();
  await expect(place).toHaveCount(0);
});

test('[AUTH-19] pages on which jobs are posted show what can still be spent, and keep it up to date', async ({
  page,
}) => {
  await openDashboard(page);
  for (const path of ['/job-manager', '/job/wizard', '/user/organization']) {
    backend.answers = {};
    await page.goto(product.url + path);
    await awake(page);
    const balance = page.locator('#balance');
    await expect(balance.locator('dt', { hasText: 'Job slots available' })).toBeVisible();
    backend.answers = { creditBalance: creditsOf(97) };
    await comeBack(page);
    await expect(balance.locator('dd', { hasText: /^97$/ })).toBeVisible();
    expect(await axeViolations(page)).toEqual([]);
  }
});
