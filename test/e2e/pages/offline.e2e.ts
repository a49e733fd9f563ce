import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@playwright/test';
import { at } from '../support/browser-site';
import { axeViolations } from '../support/sound-page';
import { QUESTION, strictForm } from '../support/strict-form';

for (const [name, width] of [
  ['beside the list', 1440],
  ['on a page of its own', 390],
] as const)
  test(`without a connection a job ${name} keeps the page, reports the failure, and opens when the connection is back`, async ({
    page,
    context,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(at('/jobs'));
    const link = page.locator('[data-region="results"] h2 a').first();
    const title = await link.innerText();
    await context.setOffline(true);
    await link.click();
    const message = page.getByRole('status').filter({ hasText: 'You’re offline' });
    await expect(message).toBeVisible();
    expect(page.url()).toBe(at('/jobs'));
    await expect(link).toBeVisible();
    if (width === 390) expect(await axeViolations(page)).toEqual([]);
    await context.setOffline(false);
    await expect(page).not.toHaveURL(at('/jobs'));
    await expect(page.getByRole('heading', { name: title }).first()).toBeVisible();
    await expect(message).toHaveCount(0);
  });

// The next test gets the same context.
test.afterEach(({ context }) => context.setOffline(false));

test('a connection that is lost without the browser noticing keeps the page as well', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(at('/jobs'));
  await expect(page.locator('[data-in-place]')).toHaveCount(1);
  const next = page.getByRole('link', { name: /next/i });
  await page.route('**/jobs?page=2*', (route) => route.abort('internetdisconnected'));
  await next.click();
  await expect(page.getByRole('status').filter({ hasText: 'You’re offline' })).toBeVisible();
  expect(page.url()).toBe(at('/jobs'));
  await page.unroute('**/jobs?page=2*');
  await expect(page).toHaveURL(/page=2/);
});

test('a connection that is lost in the middle of a page keeps the page as well', async ({ page }) => {
  const breaking = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html', 'content-length': 100_000 });
    response.write('<!doctype html>', () => response.socket?.end());
  });
  await new Promise<void>((resolve) => breaking.listen(0, '127.0.0.1', resolve));
  const { port } = breaking.address() as AddressInfo;
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(at('/jobs'));
  await expect(page.locator('[data-in-place]')).toHaveCount(1);
  await page.route('**/jobs?page=2*', (route) =>
    route.request().method() === 'HEAD'
      ? route.abort('internetdisconnected')
      : route.continue({ url: `http://127.0.0.1:${port}/` }),
  );
  await page.getByRole('link', { name: /next/i }).click();
  await expect(page.getByRole('status').filter({ hasText: 'You’re offline' })).toBeVisible();
  expect(page.url()).toBe(at('/jobs'));
  await page.unroute('**/jobs?page=2*');
  await expect(page).toHaveURL(/page=2/);
  breaking.close();
});

test('a page that takes long to begin is requested only once when the connection is back', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(at('/jobs'));
  await expect(page.locator('[data-in-place]')).toHaveCount(1);
  const requests = { HEAD: 0, GET: 0 };
  await page.route('**/jobs?page=2*', async (route) => {
    const request = route.request();
    const method = request.method() as 'HEAD' | 'GET';
    // The link is first opened in place.
    if (method === 'GET' && !request.isNavigationRequest()) return route.abort('internetdisconnected');
    requests[method] += 1;
    if (method === 'HEAD') return route.fulfill({ status: 200 });
    // Longer than the time between two tries.
    await new Promise((resolve) => setTimeout(resolve, 8000));
    return route.continue();
  });
  await page.getByRole('link', { name: /next/i }).click();
  await expect(page).toHaveURL(/page=2/, { timeout: 30_000 });
  expect(requests).toEqual({ HEAD: 1, GET: 1 });
});

test('a remembered link is forgotten when the user moves on in place, even while the connection is tried', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(at('/jobs'));
  await expect(page.locator('[data-in-place]')).toHaveCount(1);
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/jobs?page=2*', async (route) => {
    if (route.request().method() !== 'HEAD') return route.abort('internetdisconnected');
    await released;
    return route.fulfill({ status: 200 });
  });
  await page.getByRole('link', { name: /next/i }).click();
  const message = page.getByRole('status').filter({ hasText: 'You’re offline' });
  await expect(message).toBeVisible();
  const tried = page.waitForRequest((request) => request.method() === 'HEAD');
  await page.evaluate(() => dispatchEvent(new Event('online')));
  const request = await tried;
  await page.locator('[data-region="results"] h2 a').nth(1).click();
  await expect(page).toHaveURL(/jobId=/);
  await expect(message).toHaveCount(0);
  release();
  await request.response();
  // The answer is handled before this one.
  await page.evaluate(async () => void (await fetch('/robots.txt')));
  expect(page.url()).toContain('jobId=');
});

test('a page that could not be opened by going back is not opened after going forward again', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(at('/jobs?search=manager'));
  await expect(page.locator('[data-in-place]')).toHaveCount(1);
  await page.getByRole('link', { name: /next/i }).click();
  await expect(page).toHaveURL(/page=2/);
  await page.route(at('/jobs?search=manager'), (route) => route.abort('internetdisconnected'));
  await page.goBack();
  const message = page.getByRole('status').filter({ hasText: 'You’re offline' });
  await expect(message).toBeVisible();
  await page.goForward();
  await expect(page).toHaveURL(/page=2/);
  await expect(message).toHaveCount(0);
});

test('a link to a part of the page does not forget a remembered link', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(at('/jobs'));
  await expect(page.locator('[data-in-place]')).toHaveCount(1);
  await page.route('**/jobs?page=2*', (route) => route.abort('internetdisconnected'));
  await page.getByRole('link', { name: /next/i }).click();
  const message = page.getByRole('status').filter({ hasText: 'You’re offline' });
  await expect(message).toBeVisible();
  await page.getByRole('link', { name: 'Skip to results' }).press('Enter');
  await expect(page).toHaveURL(/#found$/);
  await expect(message).toBeVisible();
  await page.unroute('**/jobs?page=2*');
  await expect(page).toHaveURL(/page=2/);
});

test('without a connection an application stays on the page, and can be sent when the connection is back', async ({
  page,
  context,
}) => {
  const form = at(await strictForm());
  await page.goto(form);
  await page.getByLabel('First name').fill('Ann');
  await page.getByLabel('Last name').fill('Bell');
  await page.getByLabel('Email address').fill('ann@people.test');
  await page.getByLabel(QUESTION).fill('At once');
  await page.getByLabel('Cover letter').fill('I cook for many.');
  const buffer = Buffer.from('%PDF-1.7\nA letter.');
  await page.locator('input[type="file"]').setInputFiles({ name: 'cv.pdf', mimeType: 'application/pdf', buffer });
  await expect(page.locator('[data-files-status]')).toContainText('cv.pdf uploaded');
  await context.setOffline(true);
  const send = page.getByRole('button', { name: 'Send application' });
  const message = page.getByRole('status').filter({ hasText: 'You’re offline. Nothing is lost' });
  for (let times = 0; times < 2; times += 1) {
    await send.click();
    await expect(message).toBeVisible();
    expect(page.url()).toBe(form);
  }
  await expect(page.locator('[data-apply-status]')).toBeEmpty();
  await context.setOffline(false);
  await expect(message).toHaveCount(0);
  await send.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your application is on its way');
});

test('an application can be sent again some time after the browser was stopped from sending it', async ({ page }) => {
  const form = await strictForm();
  await page.clock.install();
  await page.goto(at(form));
  await page.getByLabel('First name').fill('Ann');
  await page.getByLabel('Last name').fill('Bell');
  await page.getByLabel('Email address').fill('ann@people.test');
  await page.getByLabel(QUESTION).fill('At once');
  await page.getByLabel('Cover letter').fill('I cook for many.');
  const buffer = Buffer.from('%PDF-1.7\nA letter.');
  await page.locator('input[type="file"]').setInputFiles({ name: 'cv.pdf', mimeType: 'application/pdf', buffer });
  await expect(page.locator('[data-files-status]')).toContainText('cv.pdf uploaded');
  // Without a next page, as after the browser's button that stops it.
  await page.route('**/apply/**', (route) => route.fulfill({ status: 204 }));
  const send = page.locator('form[data-apply-form] button:not([type="button"])').last();
  await send.click();
  await expect(send).toBeDisabled();
  await expect(page.locator('[data-apply-status]')).not.toBeEmpty();
  await page.unroute('**/apply/**');
  await page.clock.fastForward(16_000);
  await expect(send).toBeEnabled();
  await expect(page.locator('[data-apply-status]')).toBeEmpty();
  await send.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your application is on its way');
});

test('without a connection a form without a script stays, and one that reports the failure itself does so alone', async ({
  page,
  context,
}) => {
  await page.goto(at('/job-alert'));
  await page.getByLabel('Email address').fill('ann@people.test');
  // Screen readers announce the text of a region only if it is added after the region.
  await page.evaluate(() =>
    new MutationObserver(() => {
      document.body.dataset.offlineAtFirst ??= document.getElementById('offline')?.textContent;
    }).observe(document.body, { childList: true }),
  );
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Create alert' }).click();
  await expect(page.locator('#offline')).toContainText('Nothing is lost');
  await expect(page.locator('body')).toHaveAttribute('data-offline-at-first', '');
  expect(page.url()).toBe(at('/job-alert'));
  await expect(page.getByLabel('Email address')).toHaveValue('ann@people.test');
  await context.setOffline(false);
  await page.goto(at('/user/login'));
  await expect(page.locator('[data-account-form][data-awake]')).toBeVisible();
  await page.locator('#field-email').fill('ann@people.test');
  await page.locator('#field-password').fill('not a password');
  await context.setOffline(true);
  await page.locator('#field-password').press('Enter');
  await expect(page.locator('main [role="alert"]')).toBeVisible();
  await expect(page.locator('#offline')).toHaveCount(0);
});

test('[PAGE-09] without a connection a link in a dialog reports the failure there, and the message outlives the dialog', async ({
  page,
  context,
}) => {
  await page.setViewportSize({ width: 844, height: 390 });
  await page.goto(at('/jobs'));
  await page.locator('[data-region="results"] [data-save]').first().click();
  await page.getByRole('button', { name: /^Saved/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Saved on this device' });
  await context.setOffline(true);
  await dialog.getByRole('link').click();
  await expect(dialog.getByRole('status').filter({ hasText: 'You’re offline' })).toBeInViewport({ ratio: 1 });
  expect(await axeViolations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(page.locator('body > #offline')).toBeInViewport({ ratio: 1 });
  await context.setOffline(false);
  await expect(page).toHaveURL(/\/job\//);
});

for (const noticed of [true, false])
  test(`[SEARCH-12] choices that are not applied yet stay if a connection is lost, which the browser ${noticed ? 'notices' : 'does not notice'}, before all values of a facet are shown`, async ({
    page,
    context,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(at('/jobs'));
    await expect(page.locator('[data-in-place]')).toHaveCount(1);
    await page.locator('summary', { hasText: 'Filters' }).click();
    const sheet = page.getByRole('dialog', { name: 'Filters' });
    const ticked = sheet.getByRole('group', { name: 'Job type' }).getByRole('checkbox').first();
    await ticked.check();
    const more = sheet.locator('a[data-more]').first();
    await sheet.locator('fieldset:has(a[data-more]) details > summary').first().click();
    if (noticed) await context.setOffline(true);
    else await page.route(/[?&]more=/, (route) => route.abort('internetdisconnected'));
    await more.click();
    const message = sheet.getByRole('status').filter({ hasText: 'Nothing is lost' });
    await expect(message).toBeInViewport({ ratio: 1 });
    await expect(sheet.getByRole('button', { name: /^Show [\d,]+ jobs?$/ })).toBeInViewport({ ratio: 1 });
    if (noticed) await context.setOffline(false);
    else await page.unroute(/[?&]more=/);
    await expect(message).toHaveCount(0);
    expect(page.url()).toBe(at('/jobs'));
    await expect(ticked).toBeChecked();
    const left = await sheet.locator('a[data-more]').count();
    await more.click();
    await expect(sheet.locator('a[data-more]')).toHaveCount(left - 1);
    await expect(ticked).toBeChecked();
  });
