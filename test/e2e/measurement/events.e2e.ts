import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { formatConsentCookie } from '#contract/consent/consent-cookie.js';
import { HOSTS, type RunningProduct, startProduct } from '../../support/products.mjs';
import { catchOthers } from '../support/consent-page';
import { collectErrors } from '../support/browser-site';

let product: RunningProduct;
let folder: string;

test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  test.setTimeout(180_000);
  folder = mkdtempSync(join(tmpdir(), 'causeboard-events-'));
  product = await startProduct({
    DATA_DIR: folder,
    BACKEND_GRAPHQL_URL: `${process.env.TEST_BACKEND!}/graphql`,
    SITES: `charity-ca=${HOSTS['charity-ca']}`,
    SITE_FLAGS: 'default.measurement=on,default.measurementApi=on,default.conversionApi=on,charity-ca.measurement=on',
    SITE_SERVICES: 'charity-ca.google-analytics=G-ABC1234567',
    GA_MP_ENDPOINT: 'http://127.0.0.1:1/mp/collect',
    GA_MEASUREMENT_ID: 'G-TEST1234',
    GA_API_SECRET: 'a-secret',
    META_GRAPH_ENDPOINT: 'http://127.0.0.1:1',
    META_PIXEL_ID: '123456',
    META_ACCESS_TOKEN: 'a-token',
  });
});
test.afterAll(async () => {
  await product.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** A decision about every service of the site, so that no banner covers the page. */
const DECIDED = { 'google-analytics': true, 'meta-pixel': true, youtube: false, vimeo: false, maps: false };

const at = (path: string): string => product.url.replace('127.0.0.1', 'localhost') + path;

interface Sent {
  event: string;
  params: Record<string, unknown>;
  event_id: string;
}

/** Gives a visitor's consent, and records what the browser sends to the relays and to tags on the page. */
async function measured(page: Page, { hasTag = true } = {}) {
  const relayed: Sent[] = [];
  const converted: { event_name: string; event_id: string }[] = [];
  const statuses: number[] = [];
  const value = formatConsentCookie(DECIDED);
  await page.context().addCookies([{ name: 'klaro', value, url: at('/') }]);
  page.on('request', (request) => {
    if (request.url().endsWith('/api/gmapi')) relayed.push(request.postDataJSON() as Sent);
    if (request.url().endsWith('/api/conversionapi')) converted.push(request.postDataJSON() as (typeof converted)[0]);
  });
  page.on('response', (response) => {
    if (/\/api\/(gmapi|conversionapi)$/.test(response.url())) statuses.push(response.status());
  });
  if (hasTag) await page.addInitScript(() => Object.assign(window, { dataLayer: [] }));
  const pushed = () =>
    page.evaluate(
      () => (window as unknown as { dataLayer: { event: string; event_id: string; value: number }[] }).dataLayer,
    );
  const names = (): string[] => relayed.map(({ event }) => event);
  return { relayed, converted, statuses, pushed, names };
}

/** Waits long enough for a surplus event to arrive. */
const settled = (page: Page) => page.waitForTimeout(700);

test('[TRACK-01] [TRACK-02] a search, a visit and a saved job are sent once each, with soft navigation and quick clicks', async ({
  page,
}) => {
  const errors = collectErrors(page);
  const events = await measured(page);
  await page.setViewportSize({ width: 1300, height: 900 });
  await page.goto(at('/jobs'));
  await expect.poll(events.names).toEqual(['ss_job_search']);
  const job = page.locator('[data-region="results"] h2 a[data-job]').first();
  const id = (await job.getAttribute('data-job'))!;
  await job.click();
  await expect.poll(events.names).toEqual(['ss_job_search', 'ss_job_visit']);
  await page.locator('[data-region="pane"] [data-save]').dblclick();
  await expect.poll(events.names).toEqual(['ss_job_search', 'ss_job_visit', 'ss_job_bookmark']);
  await settled(page);
  expect(events.names().length).toBe(3);
  expect(events.relayed.slice(1).map(({ params }) => params)).toEqual(
    Array(2).fill({ entity_id: id, value: 1, server: 1, frontend: 'default' }),
  );
  expect(events.statuses.every((status) => status === 202)).toBe(true);
  // The pixel, the tag and the relays use the same id for an event.
  const tags = await events.pushed();
  expect(tags.map(({ event }) => event).sort()).toEqual(
    ['page_view', 'job_search', 'page_view', 'job_visit', 'job_bookmark'].sort(),
  );
  const visit = tags.find(({ event }) => event === 'job_visit')!;
  expect([visit.value, visit.event_id]).toEqual([1, events.relayed[1]!.event_id]);
  expect(events.converted.map(({ event_name: name, event_id: each }) => [name, each])).toContainEqual([
    'job_visit',
    visit.event_id,
  ]);
  expect(errors).toEqual([]);
});

test('[TRACK-01] page views are sent for whole pages and for soft navigation', async ({ page }) => {
  const events = await measured(page);
  await page.setViewportSize({ width: 1300, height: 900 });
  await page.goto(at('/jobs'));
  const views = async () => (await events.pushed()).filter(({ event }) => event === 'page_view').length;
  await expect.poll(views).toBe(1);
  await page.locator('[data-region="results"] h2 a[data-job]').first().click();
  await expect.poll(views).toBe(2);
});

test('[TRACK-01] the tag of Google Analytics receives each event as a command, and the first page view once', async ({
  page,
}) => {
  await catchOthers(page);
  const { port } = new URL(product.url);
  const jobs = `http://${HOSTS['charity-ca']}:${port}/jobs`;
  await page.context().addCookies([{ name: 'klaro', value: formatConsentCookie(DECIDED), url: jobs }]);
  await page.setViewportSize({ width: 1300, height: 900 });
  await page.goto(`${jobs}?utm_source=spring`);
  const commands = () =>
    page.evaluate(() => {
      // The tag ignores everything but the arguments of its function.
      const isCommand = (entry: unknown) => Object.prototype.toString.call(entry) === '[object Arguments]';
      const entries = (window as unknown as { dataLayer?: ArrayLike<unknown>[] }).dataLayer ?? [];
      const all = entries.map((entry) => (isCommand(entry) ? Array.from(entry) : ['ignored']));
      return all.filter(([name]) => name !== 'consent' && name !== 'js') as [string, string, object][];
    });
  const names = async () => (await commands()).map(([command, name]) => `${command} ${name}`);
  const first = ['config G-ABC1234567', 'event job_search', 'event page_view'];
  await expect.poll(async () => (await names()).sort()).toEqual(first);
  const [config, ...events] = await commands();
  expect(config![2]).toMatchObject({ send_page_view: false });
  const view = events.find(([, name]) => name === 'page_view')!;
  expect(view[2]).toMatchObject({ page_location: `${jobs}?utm_source=spring`, value: 1 });
  await page.locator('[data-region="results"] h2 a[data-job]').first().click();
  await expect
    .poll(async () => (await names()).sort())
    .toEqual([...first, 'event job_visit', 'event page_view'].sort());
  // All events name the page on which they happen; the tag knows only the first page.
  for (const [, , parameters] of (await commands()).slice(1)) expect(parameters).toHaveProperty('page_location');
  await page.goto(new URL('/user/login', jobs).href);
  await expect.poll(names).toContain('event page_view');
  const [, login] = await commands();
  expect(login![2]).toMatchObject({ page_location: new URL('/user', jobs).href });
});

test('[TRACK-01] a measured page view is not measured again when the page is restored from the back/forward cache', async ({
  page,
}) => {
  const events = await measured(page);
  await page.goto(at('/jobs'));
  const path = (await page.locator('[data-region="results"] h2 a[data-job]').first().getAttribute('href'))!;
  await page.goto(at(path));
  await expect.poll(events.names).toEqual(['ss_job_search', 'ss_job_visit']);
  const persisted = await page.evaluate(() => {
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    return true;
  });
  await settled(page);
  expect([persisted, events.names().length]).toEqual([true, 2]);
});

test('[TRACK-01] events wait for a tag that loads late, 500 ms at a time, and no longer than 30 tries', async ({
  page,
}) => {
  const events = await measured(page, { hasTag: false });
  await page.clock.install({ time: 0 });
  // Time stands still while pages load.
  await page.clock.pauseAt(1_000);
  await page.goto(at('/organizations'));
  await page.waitForLoadState('networkidle');
  await page.clock.runFor(5_000);
  await page.evaluate(() => Object.assign(window, { dataLayer: [] }));
  await page.clock.runFor(600);
  const pushed = async () => (await events.pushed()).map(({ event }) => event);
  expect(await pushed()).toContain('page_view');
  await page.goto(at('/organizations'));
  await page.waitForLoadState('networkidle');
  await page.clock.runFor(16_000);
  await page.evaluate(() => Object.assign(window, { dataLayer: [] }));
  await page.clock.runFor(2_000);
  expect(await pushed()).not.toContain('page_view');
});

test('[TRACK-01] activity is sent after the minimum duration of a visit, then with a heartbeat', async ({ page }) => {
  const events = await measured(page);
  await page.clock.install({ time: 0 });
  // Time stands still while pages load.
  await page.clock.pauseAt(1_000);
  await page.goto(at('/organizations'));
  await page.waitForLoadState('networkidle');
  const activity = async () => (await events.pushed()).filter(({ event }) => event === 'page_activity').length;
  await page.clock.runFor(9_000);
  expect(await activity()).toBe(0);
  await page.clock.runFor(2_000);
  expect(await activity()).toBe(1);
  // The visitor is inactive.
  await page.clock.runFor(31_000);
  expect(await activity()).toBe(1);
  await page.mouse.move(100, 100);
  await page.mouse.move(120, 120);
  await page.clock.runFor(31_000);
  expect(await activity()).toBe(2);
});

test('[CONSENT-02] [TRACK-01] without consent no browser sends anything', async ({ page }) => {
  const events = await measured(page);
  await page.context().clearCookies();
  await page.goto(at('/jobs'));
  await page.waitForLoadState('networkidle');
  await settled(page);
  expect([events.names(), events.converted, await events.pushed()]).toEqual([[], [], []]);
});

test('[ROUTE-15] [TRACK-01] a login and a registration are sent once, with the campaign that led to it', async ({
  page,
}) => {
  const events = await measured(page);
  await page.goto(at('/?utm_source=spring'));
  await page.evaluate(() => sessionStorage.setItem('creation_source', 'spring'));
  await page.goto(at('/user/login?dispatch=signup_start'));
  await expect.poll(async () => (await events.pushed()).map(({ event }) => event)).toContain('signup_start');
  // The link in the mail opens another tab.
  await page.evaluate(() => sessionStorage.removeItem('creation_source'));
  await page.goto(at('/user/login?dispatch=sign_up'));
  await expect.poll(events.names).toEqual(['ss_sign_up']);
  expect(events.relayed[0]!.params.creation_source).toBe('spring');
  await page.reload();
  await page.goto(at('/user/login?dispatch=login'));
  await expect.poll(events.names).toEqual(['ss_sign_up', 'ss_login']);
});
