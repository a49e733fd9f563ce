import type * as cheerio from 'cheerio';
import { FickleBackend } from '../../support/backends/fickle-backend.js';
import { FormVisitor } from '../../support/visitors/form-visitor.js';
import { type RunningProduct, startProduct } from '../../support/products.mjs';
import { folded, SiteUnderTest } from '../../support/data/site.js';

const FAULTS: Record<string, object> = {
  hasTheLatestConsent: { errors: [{ message: 'Consents+are+away.' }] },
  creditBalance: { errors: [{ message: 'Credits+are+counted+anew%2C+just+now.' }] },
  getSubscriptions: {
    data: {
      getSubscriptions: {
        subscriptions: [],
        total: 0,
        errors: [{ message: 'The shop <b onclick="alert(1)">is closed</b><script>alert(1)</script>' }],
      },
    },
  },
};

let backend: FickleBackend;
let product: RunningProduct;
let page: cheerio.CheerioAPI;

beforeAll(async () => {
  backend = await FickleBackend.start(process.env.TEST_BACKEND!);
  backend.answers = FAULTS;
  product = await startProduct({ DATA_DIR: process.env.TEST_DATA_DIR!, BACKEND_GRAPHQL_URL: backend.url });
  const recruiter = await FormVisitor.loggedIn(new SiteUnderTest(product.url), 'recruiter');
  page = await recruiter.page('/dashboard');
}, 90_000);
afterAll(async () => {
  await product.stop();
  await backend.close();
});

const alert = (part: string) => page(`#${part} [role="alert"]`);

it('[AUTH-19] [REC-06] [REC-07] says which part of the dashboard is missing and why, with the error message of the server', () => {
  expect(folded(alert('credits').find('p').first().text())).toBe('There was an error getting your credits.');
  expect(alert('credits').find('li').text()).toBe('Credits are counted anew, just now.');
  expect(folded(alert('subscriptions').find('p').first().text())).toBe(
    'An error happened while retrieving your subscription data.',
  );
  expect(alert('subscriptions').find('li').text()).toMatch(/^The shop is closed/);
  for (const part of ['credits', 'subscriptions'])
    expect(alert(part).find('a[href="/dashboard"]:contains("Try again")').length).toBe(1);
});

it('[AUTH-19] [PAGE-06] shows error messages of the server without active content, and all other parts', () => {
  expect(page('#subscriptions script, #subscriptions [onclick]').length).toBe(0);
  expect(page('#subscriptions [role="alert"] li b').text()).toBe('is closed');
  expect(page('#organization strong').text()).not.toBe('');
  expect(page('main h1').text()).toMatch(/^Hello, /);
  const { user } = JSON.parse(page('#island-page').text()) as { user: object };
  expect(user).toMatchObject({
    credits: { data: [], loading: false, error: ['Credits are counted anew, just now.'] },
    subscriptions: { data: [], loading: false, total: 0, error: ['The shop <b>is closed</b>'] },
  });
});

it('[CONSENT-03] [PAGE-04] says on every page that the consent could not be loaded, whichever query fails', async () => {
  const flag = (found: cheerio.CheerioAPI) => folded(found('[role="alert"]').first().text());
  const failed = 'There was an error loading the GDPR consent.';
  expect(flag(page)).toBe(failed);
  const { user } = JSON.parse(page('#island-page').text()) as { user: object };
  expect(user).toMatchObject({ consents: { data: [], loading: false, error: ['Consents are away.'] } });
  backend.answers = {
    hasTheLatestConsent: { data: { hasTheLatestConsent: null } },
    RevisedConsentInfos: { errors: [{ message: 'Texts are away.' }] },
  };
  const site = new SiteUnderTest(product.url);
  const recruiter = await FormVisitor.loggedIn(site, 'recruiter');
  for (const path of ['/jobs', '/user/settings', '/user/consent'])
    expect(flag(await recruiter.page(path))).toBe(failed);
  const german = 'Beim Laden der DSGVO-Einwilligung ist ein Fehler aufgetreten.';
  const french = 'Une erreur s’est produite lors du chargement du consentement RGPD.';
  for (const [name, home, message] of [
    ['uk', '', failed],
    ['charity-ca', '', failed],
    ['europe', '/de', german],
    ['europe', '/fr', french],
  ] as const) {
    const where = new SiteUnderTest(product.url, name);
    const visitor = await FormVisitor.loggedIn(where, 'recruiter', home);
    expect([name, home, flag(await visitor.page(`${home}/dashboard`))]).toEqual([name, home, message]);
  }
  // The registration page says so too, and its form works once the text is available.
  const registration = await site.page('/user/register/applicant');
  expect(registration.texts('[data-registration-consent] [role="alert"]')).toEqual([failed]);
  const visitor = new FormVisitor(site);
  const email = `patient-${Date.now()}@people.test`;
  const values = { firstName: 'Pat', lastName: 'Ient', email, password: 'a long enough passphrase', consent: 'yes' };
  const send = () => visitor.send('/user/register/applicant', 'form[data-form="register"]', values);
  const unavailable = await send();
  expect(unavailable.status).toBe(503);
  expect(unavailable.text).toContain(failed);
  expect(unavailable.text).toContain(email);
  backend.answers = {};
  expect((await send()).status).toBe(303);
});
