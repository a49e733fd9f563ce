import * as cheerio from 'cheerio';
import { FormVisitor } from '../../support/visitors/form-visitor.js';
import { type RunningProduct, startProduct } from '../../support/products.mjs';
import { folded, SiteUnderTest } from '../../support/data/site.js';

const PASSWORD = 'a long enough passphrase';
const AN_HOUR = 5;

let product: RunningProduct;
let site: SiteUnderTest;
let people = 0;

beforeAll(async () => {
  product = await startProduct({
    DATA_DIR: process.env.TEST_DATA_DIR!,
    BACKEND_GRAPHQL_URL: `${process.env.TEST_BACKEND!}/graphql`,
    RATE_LIMITS: 'on',
  });
  site = new SiteUnderTest(product.url, 'charity-ca');
}, 120_000);
afterAll(() => product.stop());

async function register(entries: Record<string, string> = {}) {
  const email = `robin-${Date.now()}-${people++}@people.test`;
  const values = { firstName: 'Robin', lastName: 'Maple', email, password: PASSWORD, consent: 'yes', ...entries };
  const visitor = new FormVisitor(site);
  return { email, answer: await visitor.send('/user/register/applicant', 'form[data-form="register"]', values) };
}

it('[AUTH-17] without scripts the server does the proof of work a few times an hour, and afterwards says what to do instead', async () => {
  const trap = (await site.page('/user/register/applicant')).$('input[name="homepage"]');
  expect([trap.attr('autocomplete'), trap.attr('tabindex'), trap.parents('[hidden]').length]).toEqual(['off', '-1', 1]);
  // An invalid form does not cost a proof of work.
  expect((await register({ consent: '' })).answer.status).toBe(422);
  // Neither does a form filled in by a bot, which is not told that it was recognized.
  for (let count = 0; count < AN_HOUR; count++) {
    const { answer } = await register({ homepage: 'https://spam.example' });
    expect([answer.status, answer.headers.location]).toEqual([
      303,
      '/user/check-mail?reason=register&dispatch=signup_start',
    ]);
  }
  for (let count = 0; count < AN_HOUR; count++) {
    const { answer } = await register();
    expect([answer.status, answer.headers.location]).toEqual([
      303,
      '/user/check-mail?reason=register&dispatch=signup_start',
    ]);
  }
  const { email, answer } = await register();
  expect(answer.status).toBe(429);
  const page = cheerio.load(answer.text);
  expect(folded(page('[role="alert"]').text())).toMatch(
    /without JavaScript right now.* try again later, or write to \S+@/,
  );
  expect([page('input[name="email"]').attr('value'), page('input[name="lastName"]').attr('value')]).toEqual([
    email,
    'Maple',
  ]);
  expect(page('input[name="consent"]').attr('checked')).toBeDefined();
  expect(answer.text).not.toContain(PASSWORD);
}, 120_000);

it('[AUTH-17] a script that calls the backend directly must send a solution', async () => {
  const input = { role: 'applicant', email: 'script@people.test', password: PASSWORD, consent: true };
  const answer = await site.graphql<{ registerUser: { errors: { field: string }[] } }>('RegisterUser', { input });
  expect(answer.registerUser.errors).toMatchObject([{ field: 'captcha' }]);
});
