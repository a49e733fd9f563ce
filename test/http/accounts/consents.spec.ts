import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as cheerio from 'cheerio';
import { changeConsent } from '../../../src/backend/domain/consents/stored-consents.js';
import { hashPassword } from '../../../src/backend/domain/accounts/passwords/password-hash.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { folded, SiteUnderTest } from '../../support/data/site.js';
import { type RunningProduct, startProduct } from '../../support/products.mjs';
import { waitFor } from '../../support/wait-for.js';
import { FormVisitor } from '../../support/visitors/form-visitor.js';

const PASSWORD = 'a long way to Tipperary';
const PROMPT = '[data-consent-prompt]';
const FORM = '[data-consent-form]';
const TEXT = '[data-registration-consent] section';
const SAVED = 'Your consent to the latest GDPR changes has been saved.';
const CHANGED =
  'Please read the new version of the text and tick the box again: it has changed since you opened this page';

let test: TestDatabase;
let folder: string;
let product: RunningProduct;
let site: SiteUnderTest;
let people = 0;

beforeAll(async () => {
  test = await createTestDatabase();
  folder = mkdtempSync(join(tmpdir(), 'causeboard-consents-'));
  // Works without demo data, because every site has consent texts.
  const settings = { DATA_DIR: folder, DATABASE_URL: test.url, DEMO_DATA: 'off' };
  product = await startProduct(settings);
  site = new SiteUnderTest(product.url);
}, 120_000);
afterAll(async () => {
  await product.stop();
  await test.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Creates a person with an account and without consents. */
async function person(role = 'applicant'): Promise<{ id: string; email: string }> {
  const email = `consents${people++}@people.test`;
  const now = new Date();
  const password_hash = await hashPassword(PASSWORD);
  const { id } = await test.database
    .insertInto('account')
    .values({ email, name: email, roles: [role], password_hash, email_verified: now, approved_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, email };
}

async function logIn(email: string, where = site, home = ''): Promise<FormVisitor> {
  const visitor = new FormVisitor(where);
  const answer = await visitor.send(`${home}/user/login`, 'form[data-form="login"]', { email, password: PASSWORD });
  expect(answer.status).toBe(303);
  return visitor;
}

/** Changes the registration text of the first site, and waits until pages show it. @returns the id of its revision */
async function revise(text: string): Promise<number> {
  const consent = { type: 'PRIVACY_POLICY', placement: 'REGISTRATION' } as const;
  const author = { site: 'default', now: new Date() };
  const change = test.database.transaction().execute((trx) => changeConsent(trx, consent, { en: text }, author));
  expect(['revised', 'restored']).toContain(await change);
  const isShown = async () => (await site.get('/user/register/applicant')).text.includes(text);
  await waitFor('the new text', isShown);
  const newest = test.database.selectFrom('consent_revision').select('id').where('withdrawn_at', 'is', null);
  return (await newest.orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()).id;
}

function consentsOf(email: string): Promise<{ revision_id: number; email: string; method: string; locale: string }[]> {
  return test.database
    .selectFrom('user_consent')
    .innerJoin('account', 'account.id', 'user_consent.account_id')
    .select(['revision_id', 'user_consent.email', 'method', 'locale'])
    .where('account.email', '=', email)
    .orderBy('revision_id')
    .execute();
}

const contextOf = (page: cheerio.CheerioAPI) =>
  (JSON.parse(page('#island-page').text()) as { user: { consents: { data: object[]; error: unknown } } }).user;

describe('the prompt', () => {
  it('[PAGE-04] [ROLE-06] asks on every page those who are logged in and have not agreed, and nobody else', async () => {
    const visitor = await logIn((await person()).email);
    for (const path of [
      '/',
      '/jobs',
      '/organizations',
      '/dashboard',
      '/user/settings',
      '/privacy-policy',
      '/nowhere',
    ]) {
      const page = await visitor.page(path);
      expect([path, page(PROMPT).length, page(`${PROMPT} ${FORM}`).length]).toEqual([path, 1, 1]);
      const anonymous = await site.get(path);
      expect([path, anonymous.text.includes('data-consent-prompt')]).toEqual([path, false]);
    }
    const page = await visitor.page('/jobs?search=cook');
    expect(page(PROMPT).text()).toContain('give it to the employers you choose');
    expect(page(FORM).attr('action')).toBe('/user/consent?destination=%2Fjobs%3Fsearch%3Dcook');
    for (const path of ['/terms-of-use', '/privacy-policy'])
      expect([path, page(`${FORM} a[href="${path}"]`).length]).toEqual([path, 1]);
    expect(contextOf(page).consents).toEqual({ data: [], loading: false, error: null });
  });

  it('[PAGE-04] [CONSENT-03] [AUTH-19] is confirmed without scripts, returns to the page, and says once that it was saved', async () => {
    const { email } = await person();
    const visitor = await logIn(email);
    const refused = await visitor.send('/jobs?search=cook', FORM);
    expect(refused.status).toBe(422);
    const again = cheerio.load(refused.text);
    expect(again('#field-agreed-error').text()).toBe('Please accept the terms and conditions');
    expect([again(FORM).length, again(PROMPT).length]).toEqual([1, 0]);
    expect(await consentsOf(email)).toEqual([]);
    const done = await visitor.send('/jobs?search=cook', FORM, { agreed: 'yes' });
    expect([done.status, done.headers.location]).toEqual([303, '/jobs?search=cook']);
    const page = await visitor.page('/jobs?search=cook');
    expect(folded(page('[data-message]').text())).toContain(SAVED);
    expect(page(PROMPT).length).toBe(0);
    const [consent] = await consentsOf(email);
    expect(consent).toMatchObject({ email, method: 'modal', locale: 'en' });
    expect(contextOf(page).consents).toMatchObject({
      data: [{ mail: email, infoRevisionId: String(consent!.revision_id) }],
      loading: false,
      error: null,
    });
    expect((await visitor.page('/jobs'))('[data-message]').length).toBe(0);
    expect(folded((await visitor.page('/user/consent'))('main').text())).toContain(
      'You’ve agreed to the current text.',
    );
  });

  it('[PAGE-04] asks again after the text has changed; a form with the old text shows the new one', async () => {
    const { email } = await person();
    const visitor = await logIn(email);
    expect((await visitor.send('/', FORM, { agreed: 'yes' })).status).toBe(303);
    expect((await visitor.page('/jobs'))(PROMPT).length).toBe(0);
    const revision = await revise('<p>The second text</p>');
    const old = await visitor.page('/jobs');
    expect(old(PROMPT).text()).toContain('The second text');
    const sent = Object.fromEntries(
      old(`${FORM} input[type="hidden"]`)
        .map((_index, input) => [[old(input).attr('name')!, old(input).val() as string]])
        .get(),
    ) as Record<string, string>;
    await revise('<p>The third text</p>');
    const answer = await visitor.post('/user/consent', { ...sent, agreed: 'yes' });
    expect(answer.status).toBe(422);
    const page = cheerio.load(answer.text);
    expect(page('[role="alert"]').text()).toContain(
      'This text has changed. Please read the new version before you agree',
    );
    expect(page(FORM).text()).toContain('The third text');
    expect((await consentsOf(email)).map((each) => each.revision_id)).not.toContain(revision);
    expect(await revise('<p>The second text</p>')).toBe(revision);
    await waitFor('the second text', async () => (await visitor.page('/jobs'))(PROMPT).text().includes('second'));
    expect((await visitor.send('/jobs', FORM, { agreed: 'yes' })).status).toBe(303);
    expect((await consentsOf(email)).map((each) => each.revision_id)).toContain(revision);
  });

  it('[PAGE-04] [AUTH-14] never asks while an administrator acts as a user, because nobody can agree for others', async () => {
    const { id, email } = await person();
    const admin = await logIn((await person('administrator')).email);
    await admin.send('/dashboard', FORM, { agreed: 'yes' });
    expect((await admin.send(`/admin/users/${id}`, '#masquerade form')).status).toBe(303);
    for (const path of ['/', '/jobs', '/dashboard', '/user/consent']) {
      const page = await admin.page(path);
      expect([path, page('[data-masquerade]').length, page(FORM).length]).toEqual([path, 1, 0]);
    }
    expect(folded((await admin.page('/user/consent'))('main').text())).toContain('Only the user can agree');
    const csrfToken = (await admin.page('/jobs'))('input[name="csrfToken"]').attr('value')!;
    const [info] = await test.database.selectFrom('consent_info').select('id').where('site', '=', 'default').execute();
    const forged = { csrfToken, agreed: 'yes', mail: email, infoId: String(info!.id) };
    expect((await admin.post('/user/consent', forged)).status).toBe(403);
    expect(await admin.ask('createGdprUserConsent', { mail: email, infoId: String(info!.id) })).toContain('FORBIDDEN');
    expect(await consentsOf(email)).toEqual([]);
  });

  it('[PAGE-04] anonymous visitors are asked to log in, and cannot agree to anything', async () => {
    const answer = await site.get('/user/consent').redirects(0);
    expect([answer.status, answer.headers.location]).toEqual([
      302,
      '/user/login?destination=/user/consent&error=SessionRequired',
    ]);
    const visitor = new FormVisitor(site);
    const csrfToken = (await visitor.page('/user/login'))('input[name="csrfToken"]').attr('value')!;
    const sent = { csrfToken, agreed: 'yes', mail: 'nobody@people.test', infoId: '1' };
    const refused = await visitor.post('/user/consent', sent);
    expect([302, 403]).toContain(refused.status);
  });

  it.each([
    ['default', '', 'en', 'Please accept the terms and conditions', SAVED, 'employers'],
    ['uk', '', 'en-GB', 'Please accept the terms and conditions', SAVED, 'UK GDPR'],
    ['charity-ca', '', 'en-CA', 'Please accept the terms and conditions', SAVED, 'PIPEDA'],
    [
      'europe',
      '/de',
      'de',
      'Bitte stimmen Sie den Nutzungsbedingungen zu',
      'Ihre Einwilligung zu den neuesten DSGVO-Änderungen wurde gespeichert.',
      'Arbeitgeber',
    ],
    [
      'europe',
      '/fr',
      'fr',
      'Veuillez accepter les conditions d’utilisation',
      'Votre consentement aux dernières modifications RGPD a été enregistré.',
      'employeurs',
    ],
  ] as const)(
    '[PAGE-04] [I18N-01] speaks the language of the page: %s%s',
    async (name, home, locale, unticked, saved, word) => {
      const where = new SiteUnderTest(product.url, name);
      const { email } = await person();
      const visitor = await logIn(email, where, home);
      const path = `${home}/dashboard`;
      if (name !== 'default') expect((await visitor.page(path))(PROMPT).text()).toContain(word);
      const refused = cheerio.load((await visitor.send(path, FORM)).text);
      expect(refused('#field-agreed-error').text()).toBe(unticked);
      expect((await visitor.send(path, FORM, { agreed: 'yes' })).status).toBe(303);
      expect(folded((await visitor.page(path))('[data-message]').text())).toContain(saved);
      expect(await consentsOf(email)).toMatchObject([{ locale }]);
    },
  );
});

describe('registration', () => {
  const register = (visitor: FormVisitor, email: string, values: Record<string, string> = {}) =>
    visitor.send('/user/register/applicant', 'form[data-form="register"]', {
      firstName: 'Robin',
      lastName: 'Maple',
      email,
      password: PASSWORD,
      consent: 'yes',
      ...values,
    });

  it('[AUTH-11] [CONSENT-03] shows the text, and records who agreed to which revision', async () => {
    const revision = await revise('<p>What people read who register</p>');
    const page = await site.page('/user/register/recruiter');
    expect(folded(page.$(TEXT).text())).toBe('What people read who register');
    expect(page.$('input[name="consentRevisionId"]').val()).toBe(String(revision));
    const email = 'registers@people.test';
    expect((await register(new FormVisitor(site), email)).status).toBe(303);
    expect(await consentsOf(email)).toEqual([{ revision_id: revision, email, method: 'registration', locale: 'en' }]);
  });

  it('[AUTH-11] if the text changes meanwhile, the form shows the new one, keeps what was typed, and must be ticked again', async () => {
    const before = await revise('<p>Before</p>');
    const visitor = new FormVisitor(site);
    const email = 'surprised@people.test';
    await revise('<p>After</p>');
    const answer = await register(visitor, email, { consentRevisionId: String(before) });
    expect(answer.status).toBe(422);
    const page = cheerio.load(answer.text);
    expect(page('#field-consent-error').text()).toBe(CHANGED);
    expect(page(TEXT).text()).toBe('After');
    expect(page('input[name="consent"]').attr('checked')).toBeUndefined();
    expect([page('#field-email').val(), page('#field-lastName').val()]).toEqual([email, 'Maple']);
    expect(await consentsOf(email)).toEqual([]);
    expect((await register(visitor, email)).status).toBe(303);
    expect(await consentsOf(email)).toHaveLength(1);
  });

  it('[AUTH-11] a form that was loaded when there was no text does not count as consent to the present one', async () => {
    const answer = await register(new FormVisitor(site), 'unread@people.test', {
      consentInfoId: '',
      consentRevisionId: '',
    });
    expect(answer.status).toBe(422);
    expect(cheerio.load(answer.text)('#field-consent-error').text()).toMatch(/^Please read the text that is shown now/);
  });

  it('[SITE-04] a site without the feature shows no text, asks nobody and records nothing', async () => {
    const own = mkdtempSync(join(tmpdir(), 'causeboard-no-consents-'));
    const flags = { SITE_FLAGS: 'uk.gdprConsent=off' };
    const off = await startProduct({ DATA_DIR: own, DATABASE_URL: test.url, DEMO_DATA: 'off', ...flags });
    const uk = new SiteUnderTest(off.url, 'uk');
    expect((await uk.page('/user/register/applicant')).$(TEXT).length).toBe(0);
    const email = 'without@people.test';
    const values = { firstName: 'Robin', lastName: 'Oak', email, password: PASSWORD, consent: 'yes' };
    const answer = await new FormVisitor(uk).send('/user/register/applicant', 'form[data-form="register"]', values);
    expect(answer.status).toBe(303);
    expect(await consentsOf(email)).toEqual([]);
    const visitor = await logIn((await person()).email, uk);
    expect((await visitor.page('/jobs'))(PROMPT).length).toBe(0);
    await off.stop();
    rmSync(own, { recursive: true, force: true });
  }, 90_000);
});

it('[APP-08] the exported data of an account contains its consents, and its deletion says what is kept', async () => {
  const { email } = await person();
  const visitor = await logIn(email);
  await visitor.send('/', FORM, { agreed: 'yes' });
  const exported = JSON.parse((await visitor.get('/user/export')).text) as { user_consent: object[] };
  expect(exported.user_consent).toEqual([expect.objectContaining({ email, type: 'PRIVACY_POLICY', method: 'modal' })]);
  expect(folded((await visitor.page('/user/settings'))('#delete-account').text())).toContain(
    'Only proof of what you agreed to stays for 3 years, without your name and address',
  );
});
