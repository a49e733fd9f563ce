import { text } from 'node:stream/consumers';
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';
import { collectErrors } from '../support/browser-site';
import { type RunningProduct, startProduct } from '../../support/products.mjs';
import { StubServer } from '../../support/servers/stub-server.js';

/** A minimal version of a captcha service's script: a button that produces a response. */
const SCRIPT = `globalThis.hcaptcha = {
  render(place, options) {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = 'I am a person';
    let count = 0;
    button.addEventListener('click', () => options.callback('response ' + options.sitekey + ' ' + ++count));
    place.append(button);
    addEventListener('expire', () => options['expired-callback']());
    return 7;
  },
  reset() {},
};`;

let service: StubServer;
let product: RunningProduct;
let responses: string[];
let isScriptThere: boolean;

test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  test.setTimeout(180_000);
  service = await StubServer.start();
  product = await startProduct({
    DATA_DIR: process.env.TEST_DATA_DIR!,
    SITE: 'charity-ca',
    SITES: '',
    CAPTCHA_SERVICE: 'hcaptcha',
    CAPTCHA_SITE_KEY: 'key',
    CAPTCHA_SECRET_KEY: 'secret',
    CAPTCHA_VERIFY_URL: `${service.origin}/siteverify`,
    CAPTCHA_SCRIPT_URL: `${service.origin}/api.js`,
  });
});

test.beforeEach(() => {
  responses = [];
  isScriptThere = true;
  service.asked.length = 0;
  service.answer = (request, response) => {
    if (request.url === '/api.js') {
      if (isScriptThere) response.writeHead(200, { 'content-type': 'text/javascript' }).end(SCRIPT);
      else response.writeHead(503).end();
      return;
    }
    void text(request).then((body) => {
      const sent = new URLSearchParams(body).get('response') ?? '';
      responses.push(sent);
      response.end(JSON.stringify({ success: sent === 'response key 2' }));
    });
  };
});

test.afterAll(async () => {
  await product.stop();
  await service.close();
});

async function open(page: Page): Promise<void> {
  await page.goto(`${product.url}/user/register/applicant`);
  await expect(page.locator('[data-account-form][data-awake]')).toHaveCount(1);
}

async function fill(page: Page): Promise<void> {
  await page.locator('#field-firstName').fill('Sam');
  await page.locator('#field-lastName').fill('Birch');
  await page.locator('#field-email').fill(`sam-${Date.now()}@people.test`);
  await page.locator('#field-password').fill('correct horse battery');
  await page.locator('#field-consent').check();
}

const status = (page: Page) => page.locator('[data-captcha-service] [role="status"]');

test('[AUTH-17] the widget of a service is loaded when the form is filled in, and its response is submitted with it', async ({
  page,
}) => {
  const errors = collectErrors(page);
  await open(page);
  await expect(status(page)).toContainText('It’s run by hCaptcha.');
  expect(service.asked).toEqual([]);
  await fill(page);
  await expect(status(page)).toHaveText('Please complete the robot check.');
  const { violations } = await new AxeBuilder({ page }).include('form[data-form="register"]').analyze();
  expect(violations).toEqual([]);
  const check = page.getByRole('group', { name: 'Robot check' });
  await check.getByRole('button', { name: 'I am a person' }).click();
  await expect(status(page)).toHaveText('Done: you’re not a robot.');
  await page.evaluate(() => dispatchEvent(new Event('expire')));
  await expect(status(page)).toHaveText('The robot check has expired. Please complete it again.');
  await expect(page.locator('input[name="captcha"]')).toHaveValue('');
  await check.getByRole('button', { name: 'I am a person' }).click();
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByRole('heading', { name: 'Check your inbox' })).toBeVisible();
  expect(responses).toEqual(['response key 2']);
  expect(errors).toEqual([]);
});

test('[AUTH-17] a refused response keeps what was typed, and the widget asks for another one', async ({ page }) => {
  await open(page);
  await fill(page);
  await page.getByRole('button', { name: 'I am a person' }).click();
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByRole('alert').first()).toContainText('we couldn’t tell that you’re not a robot');
  await expect(page.locator('#field-lastName')).toHaveValue('Birch');
  await page.locator('#field-lastName').fill('Beech');
  await expect(status(page)).toHaveText('Please complete the robot check.');
  await page.getByRole('button', { name: 'I am a person' }).click();
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByRole('heading', { name: 'Check your inbox' })).toBeVisible();
});

test('[AUTH-17] a service that cannot be loaded is reported, and can be retried by a button', async ({ page }) => {
  isScriptThere = false;
  await open(page);
  await page.locator('#field-firstName').focus();
  await expect(status(page)).toHaveText('The robot check by hCaptcha didn’t load.');
  isScriptThere = true;
  await page.getByRole('group', { name: 'Robot check' }).getByRole('button', { name: 'Try again' }).click();
  await expect(status(page)).toHaveText('Please complete the robot check.');
  await expect(page.getByRole('group', { name: 'Robot check' })).toBeFocused();
});
