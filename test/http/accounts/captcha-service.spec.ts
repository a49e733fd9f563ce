import { text } from 'node:stream/consumers';
import * as cheerio from 'cheerio';
import { folded, SiteUnderTest } from '../../support/data/site.js';
import { type RunningProduct, startProduct } from '../../support/products.mjs';
import { StubServer } from '../../support/servers/stub-server.js';
import { FormVisitor } from '../../support/visitors/form-visitor.js';

const FORM = 'form[data-form="register"]';
const PATH = '/user/register/applicant';
const SITE = { SITE: 'charity-ca', SITES: '' };

let service: StubServer;
let product: RunningProduct;
let site: SiteUnderTest;
let asked: Record<string, string>[];
let people = 0;

beforeAll(async () => {
  service = await StubServer.start();
  product = await startProduct({
    DATA_DIR: process.env.TEST_DATA_DIR!,
    ...SITE,
    CAPTCHA_SERVICE: 'turnstile',
    CAPTCHA_SITE_KEY: 'a-site-key',
    CAPTCHA_SECRET_KEY: 'a-secret-key',
    CAPTCHA_VERIFY_URL: `${service.origin}/siteverify`,
    CAPTCHA_SCRIPT_URL: `${service.origin}/api.js`,
  });
  site = new SiteUnderTest(product.url, 'charity-ca');
}, 120_000);
beforeEach(() => {
  asked = [];
  service.answer = (request, response) => {
    void text(request).then((body) => {
      const form = Object.fromEntries(new URLSearchParams(body));
      const success = form.response === 'right' && asked.every(({ response: other }) => other !== 'right');
      asked.push(form);
      response.end(JSON.stringify({ success, 'error-codes': success ? [] : ['invalid-input-response'] }));
    });
  };
});
afterAll(async () => {
  await product.stop();
  await service.close();
});

async function register(captcha?: string) {
  const email = `sam-${Date.now()}-${people++}@people.test`;
  const person = { firstName: 'Sam', lastName: 'Birch', email, password: 'a long enough passphrase', consent: 'yes' };
  const answer = await new FormVisitor(site).send(PATH, FORM, { ...person, ...(captcha ? { captcha } : {}) });
  const page = cheerio.load(answer.text);
  return { email, status: answer.status, page, alerts: folded(page('main [role="alert"]').text()) };
}

it('[AUTH-17] forms have the widget of the configured service, and the security policy of their pages allows it', async () => {
  const form = await site.page(PATH);
  const widget = form.$('[data-captcha-service]');
  expect(widget.attr()).toMatchObject({
    'data-captcha-service': 'turnstile',
    'data-site-key': 'a-site-key',
    'data-script': `${service.origin}/api.js`,
    role: 'group',
    'aria-label': 'Robot check',
  });
  expect(folded(widget.find('[role="status"]').text())).toContain('Cloudflare Turnstile');
  expect(widget.find('noscript').text()).toContain('needs JavaScript');
  expect(form.$('[data-island="captcha"]')).toHaveLength(0);
  expect(form.html).not.toContain('a-secret-key');
  const policy = form.headers['content-security-policy']!;
  for (const directive of ['script-src', 'frame-src', 'style-src', 'connect-src'])
    expect(policy).toMatch(new RegExp(`${directive} [^;]*https://challenges.cloudflare.com ${service.origin}(;|$)`));
  const others = await Promise.all(['/jobs', '/user/login', '/'].map((path) => site.page(path)));
  for (const { headers } of others) expect(headers['content-security-policy']).not.toContain('cloudflare');
});

it('[AUTH-17] a person whom the service accepts can register', async () => {
  expect((await register('right')).status).toBe(303);
  expect(asked).toEqual([{ secret: 'a-secret-key', response: 'right', remoteip: '127.0.0.1' }]);
  // The service accepts each response only once.
  expect((await register('right')).status).toBe(422);
});

it('[AUTH-17] if the response is missing or refused by the service, the form is shown again with what was typed', async () => {
  for (const captcha of ['wrong', undefined]) {
    const { email, status, page, alerts } = await register(captcha);
    expect([status, alerts]).toEqual([422, expect.stringContaining('we couldn’t tell that you’re not a robot')]);
    expect([page('#field-email').attr('value'), page('#field-lastName').attr('value')]).toEqual([email, 'Birch']);
    expect(page('[data-captcha-service] input[name="captcha"]').attr('value')).toBeUndefined();
  }
  expect(asked).toHaveLength(1);
});

it('[AUTH-17] if the service is unavailable, no account is created, and the page says to try again later', async () => {
  service.answer = (_request, response) => void response.writeHead(503).end('away');
  const { email, status, page, alerts } = await register('right');
  expect([status, alerts]).toEqual([422, expect.stringContaining('Please try again in a few minutes')]);
  expect(page('#field-email').attr('value')).toBe(email);
});

it('[AUTH-17] GraphQL requires the response as well', async () => {
  const input = { role: 'applicant', email: 'robot@people.test', password: 'a long enough passphrase', consent: true };
  const answer = await site.graphql<{ registerUser: { errors: { field: string }[] } }>('RegisterUser', {
    input: { ...input, firstName: 'Ro', lastName: 'Bot', captcha: 'guessed' },
  });
  expect(answer.registerUser.errors).toMatchObject([{ field: 'captcha' }]);
});

it.each([
  [{ CAPTCHA_SERVICE: 'recaptcha' }, 'CAPTCHA_SITE_KEY: is needed for recaptcha'],
  [{ CAPTCHA_SERVICE: 'hcaptcha', CAPTCHA_SITE_KEY: 'key' }, 'CAPTCHA_SECRET_KEY: is needed for hcaptcha'],
  [{ CAPTCHA_SITE_KEY: 'key' }, 'CAPTCHA_SITE_KEY: has no effect without CAPTCHA_SERVICE'],
  [{ CAPTCHA_SERVICE: 'riddles' }, 'CAPTCHA_SERVICE: '],
])('[AUTH-17] the product does not start with %p', async (settings, message) => {
  await expect(startProduct({ DATA_DIR: process.env.TEST_DATA_DIR!, ...settings })).rejects.toThrow(message);
});
