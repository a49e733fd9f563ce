import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { formatConsentCookie } from '#contract/consent/consent-cookie.js';
import { RELAYED_EVENTS } from '#contract/measurement/events.js';
import { DEMO_PASSWORD, type RunningProduct, startProduct } from '../../support/products.mjs';
import { CaptureServer } from '../../support/servers/capture-server';

interface GoogleBody {
  events: { name: string; params: Record<string, unknown> }[];
}
interface MetaBody {
  data: { event_name: string }[];
}

const RESULT = '[data-region="results"] h2 a[data-job]';
const APPLY = 'a[href^="/apply/"]';
const ORIGINAL = '[data-track="view_original_ad_btn_click"]';
const MAX_PAGES_OF_RESULTS = 5;

let product: RunningProduct;
let google: CaptureServer<GoogleBody>;
let meta: CaptureServer<MetaBody>;
let folder: string;

test.beforeAll(async () => {
  test.setTimeout(180_000);
  folder = mkdtempSync(join(tmpdir(), 'causeboard-events-'));
  google = await CaptureServer.start<GoogleBody>();
  meta = await CaptureServer.start<MetaBody>();
  product = await startProduct({
    DATA_DIR: folder,
    BACKEND_GRAPHQL_URL: `${process.env.TEST_BACKEND!}/graphql`,
    SITES: '',
    SITE_FLAGS: 'default.measurement=on,default.measurementApi=on,default.conversionApi=on',
    GA_MP_ENDPOINT: `${google.origin}/mp/collect`,
    GA_MEASUREMENT_ID: 'G-TEST1234',
    GA_API_SECRET: 'a-secret',
    META_GRAPH_ENDPOINT: meta.origin,
    META_PIXEL_ID: '123456',
    META_ACCESS_TOKEN: 'a-token',
  });
});
test.afterAll(async () => {
  await product.stop();
  await google.close();
  await meta.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A decision about every service of the site, so that no banner covers the page. */
const DECIDED = { 'google-analytics': true, 'meta-pixel': true, youtube: false, vimeo: false, maps: false };

const at = (path: string): string => product.url.replace('127.0.0.1', 'localhost') + path;
const measured = (): string[] => google.bodies.flatMap(({ events }) => events.map(({ name }) => name));
const arrived = (name: string) =>
  expect.poll(measured, { message: `${name} arrives at Google`, timeout: 20_000 }).toContain(`ss_${name}`);

/** Finds a job whose page has an element, without visiting the page. @returns its path */
async function jobWith(page: Page, part: string): Promise<string> {
  for (let number = 1; number <= MAX_PAGES_OF_RESULTS; number += 1) {
    await page.goto(at(`/jobs?page=${number}`));
    const paths = await page.locator(RESULT).evaluateAll((links) => links.map((link) => link.getAttribute('href')!));
    for (const path of paths) {
      const html = await (await page.request.get(at(path))).text();
      if (html.includes(part)) return path;
    }
  }
  throw new Error(`No job has ${part}`);
}

test('[TRACK-01] [TRACK-02] [TRACK-03] events of users reach their destinations: all eleven at Google, and the conversions at Meta', async ({
  page,
}) => {
  test.setTimeout(120_000);
  const value = formatConsentCookie(DECIDED);
  await page.context().addCookies([{ name: 'klaro', value, url: at('/') }]);
  await page.context().route(
    ({ hostname }) => !hostname.endsWith('localhost'),
    (route) => route.abort(),
  );
  await page.setViewportSize({ width: 1300, height: 900 });

  await page.goto(at('/user/login?dispatch=sign_up'));
  await arrived('sign_up');
  const withOriginal = await jobWith(page, 'data-track="view_original_ad_btn_click"');
  await arrived('job_search');
  await page.goto(at(withOriginal));
  await page.locator(ORIGINAL).first().click();
  await arrived('job_visit');
  await arrived('view_original_ad_btn_click');

  await page.goto(at(await jobWith(page, 'href="/apply/')));
  await page.locator('main [data-save]').first().click();
  await arrived('job_bookmark');
  const organization = await page.locator('main a[href^="/organization/"]').first().getAttribute('href');
  await page.locator(`main ${APPLY}`).first().click();
  await arrived('job_apply_start');
  await page.getByLabel('First name').fill('Ann');
  await page.getByLabel('Last name').fill('Bell');
  await page.getByLabel('Email address').fill('ann@people.test');
  const required = page.locator('form[data-apply-form] :is(textarea, input[type="text"], input:not([type]))[required]');
  for (const field of await required.all()) if ((await field.inputValue()) === '') await field.fill('At once.');
  for (const file of await page.locator('form[data-apply-form] input[type="file"][required]').all())
    await file.setInputFiles({ name: 'cv.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\nA CV.') });
  // Without a letter and a file, the form would ask for a confirmation first.
  await page.locator('form[data-apply-form] textarea').first().fill('At once.');
  await page.getByRole('button', { name: 'Send application' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your application is on its way');
  await arrived('job_apply_complete');

  await page.goto(at(organization!));
  await arrived('orgprofile_visit');
  await page.goto(at('/job-alert'));
  await arrived('job_alert_prompt');

  await page.goto(at('/user/login'));
  await page.locator('#field-email').fill('recruiter@demo.causeboard.test');
  await page.locator('#field-password').fill(DEMO_PASSWORD);
  await page.locator('#field-password').press('Enter');
  await page.waitForURL('**/dashboard*');
  await arrived('login');
  await page.goto(at('/job-manager'));
  const edit = page.locator('main a[href*="/job/wizard?"]').first();
  await page.goto(new URL((await edit.getAttribute('href'))!, at('/')).href);
  await arrived('job_edit');

  expect([...new Set(measured())].sort()).toEqual(RELAYED_EVENTS.map((key) => `ss_${key}`).sort());
  const entities = google.bodies.flatMap(({ events }) => events).filter(({ name }) => name.includes('_apply_'));
  expect(new Set(entities.map(({ params }) => params.entity_id)).size).toBe(1);
  const converted = () =>
    [...new Set(meta.bodies.flatMap(({ data }) => data.map(({ event_name: name }) => name)))].sort();
  await expect
    .poll(converted, { timeout: 20_000 })
    .toEqual(
      ['AddToWishlist', 'CompleteRegistration', 'Search', 'SubmitApplication', 'ViewContent', 'job_apply_start'].sort(),
    );
});
