import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as cheerio from 'cheerio';
import { sql } from 'kysely';
import { hashPassword } from '../../../src/backend/domain/accounts/passwords/password-hash.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { type RunningProduct, startProduct } from '../../support/products.mjs';
import { SiteUnderTest } from '../../support/data/site.js';
import { TestSmtpServer } from '../../support/servers/smtp-server.js';
import { FormVisitor } from '../../support/visitors/form-visitor.js';

const PASSWORD = 'a long enough passphrase';
const OTHER = 'another long passphrase';
const OLD = 'ada@example.org';
const NEW = 'ada@new.example.org';

let test: TestDatabase;
let smtp: TestSmtpServer;
let folder: string;
let product: RunningProduct;
let site: SiteUnderTest;

beforeAll(async () => {
  test = await createTestDatabase();
  smtp = await TestSmtpServer.start();
  folder = mkdtempSync(join(tmpdir(), 'causeboard-settings-'));
  product = await startProduct({ DATA_DIR: folder, DATABASE_URL: test.url, SMTP_URL: smtp.url, DEMO_DATA: 'off' });
  site = new SiteUnderTest(product.url);
}, 120_000);
afterAll(async () => {
  await product.stop();
  await smtp.stop();
  await test.close();
  rmSync(folder, { recursive: true, force: true });
});

function pathOf(link: string): string {
  const { pathname, search } = new URL(link);
  return pathname + search;
}

async function logIn(visitor: FormVisitor, email: string, password: string): Promise<number> {
  return (await visitor.send('/user/login', 'form[data-form="login"]', { email, password })).status;
}

it('[APP-08] a person registers, changes address and password, exports the data and deletes the account', async () => {
  const ada = new FormVisitor(site);
  const entries = { firstName: 'Ada', lastName: 'Lovelace', email: OLD, password: PASSWORD, consent: 'yes' };
  await ada.send('/user/register/applicant', 'form[data-form="register"]', entries);
  const welcome = pathOf((await smtp.mailTo(OLD)).links[0]!);
  expect((await ada.send(welcome, 'form[data-form="verify"]', { password: PASSWORD })).status).toBe(303);

  const settings = (form: string, values: Record<string, string>) =>
    ada.send('/user/settings', `form[data-form="${form}"]`, values);
  const nameless = await settings('change-name', { firstName: '', lastName: 'Lovelace' });
  expect([nameless.status, cheerio.load(nameless.text)('#field-firstName-error').text()]).toEqual([
    422,
    'Field is required',
  ]);
  const renamed = await settings('change-name', { firstName: 'Augusta Ada', lastName: 'King' });
  expect(renamed.headers.location).toBe('/user/settings?notice=name-changed#main');
  expect((await ada.page('/user/settings'))('#field-firstName').val()).toBe('Augusta Ada');
  const wrong = await settings('change-email', { email: NEW, emailPassword: 'not the password' });
  expect([wrong.status, cheerio.load(wrong.text)('#field-emailPassword-error').text()]).toEqual([
    422,
    'This isn’t your current password',
  ]);
  const asked = await settings('change-email', { email: NEW, emailPassword: PASSWORD });
  expect(asked.headers.location).toBe('/user/settings?notice=email-sent#main');
  expect((await ada.page('/user/settings'))('#change-email').text()).toContain(OLD);
  const confirm = pathOf((await smtp.mailTo(NEW)).links[0]!);
  expect(confirm).toMatch(/^\/user\/confirm-email\?token=/);
  const confirmed = await ada.send(confirm, 'form[data-form="confirm-email"]');
  expect(confirmed.headers.location).toBe('/user/confirm-email?notice=email-changed');
  expect((await ada.page('/user/settings'))('#change-email').text()).toContain(NEW);

  const changed = await settings('change-password', { currentPassword: PASSWORD, newPassword: OTHER });
  expect(changed.headers.location).toBe('/user/settings?notice=password-changed#main');
  expect((await ada.page(changed.headers.location!.replace('#main', '')))('[role="status"]').text()).toContain(
    'Your new password is set',
  );
  expect(await logIn(new FormVisitor(site), NEW, PASSWORD)).toBe(422);
  const elsewhere = new FormVisitor(site);
  expect(await logIn(elsewhere, NEW, OTHER)).toBe(303);

  const file = await ada.get('/user/export');
  expect(file.headers['content-disposition']).toMatch(/^attachment; filename="my-data-\d{4}-\d\d-\d\d\.json"$/);
  expect(file.headers['cache-control']).toBe('private, no-store');
  const data = JSON.parse(file.text) as { account: { email: string } };
  expect(data.account.email).toBe(NEW);
  expect(file.text).not.toMatch(/password_hash|argon2/);
  expect((await new FormVisitor(site).get('/user/export')).headers.location).toMatch(/^\/user\/login\?/);

  const everywhere = await settings('log-out-everywhere', {});
  expect(everywhere.headers.location).toBe('/user/login?notice=logged-out-everywhere#main');
  expect(await elsewhere.get('/dashboard').then(({ status }) => status)).not.toBe(200);

  expect(await logIn(ada, NEW, OTHER)).toBe(303);
  expect((await ada.page('/user/settings'))('#delete-account').text()).not.toContain('invoices');
  const kept = await settings('delete-account', { deletePassword: 'not the password' });
  expect(kept.status).toBe(422);
  const deleted = await settings('delete-account', { deletePassword: OTHER });
  expect(deleted.headers.location).toBe('/user/farewell#main');
  const farewell = await ada.page('/user/farewell');
  expect(farewell('h1').text()).toBe('Your account has been deleted');
  expect(farewell('[data-account-menu], main form').length).toBe(0);
  expect(farewell('main a[href="/jobs"]').length).toBe(1);
  expect(await logIn(new FormVisitor(site), NEW, OTHER)).toBe(422);
}, 120_000);

it('[APP-08] [AUTH-19] the only owner of an organization with other members makes one of them an owner before deleting the account', async () => {
  const password_hash = await hashPassword(PASSWORD);
  const ids: string[] = [];
  for (const name of ['olga', 'emil']) {
    const { id } = await test.database
      .insertInto('account')
      .values({ email: `${name}@people.test`, name, roles: ['recruiter'], password_hash, email_verified: new Date() })
      .returning('id')
      .executeTakeFirstOrThrow();
    ids.push(id);
  }
  await sql`insert into organization (id, site, slug, name, language, source, source_key)
    values (900, 'default', 's', 'Nine Hundred', 'en', 'test', '900')`.execute(test.database);
  await sql`insert into organization_member values (900, ${ids[0]}, 'owner'), (900, ${ids[1]}, 'editor')`.execute(
    test.database,
  );
  const [olga, emil] = [new FormVisitor(site), new FormVisitor(site)];
  expect(await logIn(olga, 'olga@people.test', PASSWORD)).toBe(303);
  expect(await logIn(emil, 'emil@people.test', PASSWORD)).toBe(303);
  expect((await emil.page('/user/settings'))('form[data-form="make-owner"]').length).toBe(0);
  // Recruiters order for their organization; the books are kept.
  const kept = 'Orders and invoices are an exception';
  expect((await olga.page('/user/settings'))('#delete-account').text()).toContain(kept);
  const remove = () => olga.send('/user/settings', 'form[data-form="delete-account"]', { deletePassword: PASSWORD });
  const refused = await remove();
  expect(refused.status).toBe(422);
  const page = cheerio.load(refused.text);
  const wayOut = page('#delete-account [data-form-errors] a');
  expect(wayOut.text()).toContain('Nine Hundred');
  expect(page(`select${wayOut.attr('href')!} option`).text()).toBe('emil (emil@people.test), Nine Hundred');
  const newOwner = page('select[name="newOwner"] option').attr('value')!;
  const made = await olga.send('/user/settings', 'form[data-form="make-owner"]', { newOwner });
  expect(made.headers.location).toBe('/user/settings?notice=owner-made#main');
  expect((await remove()).headers.location).toBe('/user/farewell#main');
  expect((await emil.page('/dashboard'))('#organization').text()).toContain('Nine Hundred');
  const { rows } = await sql`select action, details from audit_event where action like 'organization.%'`.execute(
    test.database,
  );
  expect(rows).toEqual([{ action: 'organization.owner', details: { organization: '900' } }]);
}, 120_000);

it('[I18N-02] a person chooses the language of emails on a site with several languages', async () => {
  const [email, password_hash] = ['lena@people.test', await hashPassword(PASSWORD)];
  const account = { email, name: 'Lena', roles: ['applicant'], password_hash, email_verified: new Date() };
  await test.database.insertInto('account').values(account).execute();
  const lena = new FormVisitor(new SiteUnderTest(product.url, 'europe'));
  const entered = await lena.send('/en/user/login', 'form[data-form="login"]', { email, password: PASSWORD });
  expect(entered.status).toBe(303);
  const settings = '/en/user/settings';
  const options = async () => {
    const page = await lena.page(settings);
    return page('select[name="language"] option')
      .get()
      .map((option) => [page(option).text(), page(option).attr('selected') !== undefined]);
  };
  expect(await options()).toEqual([
    ['English', true],
    ['German', false],
    ['French', false],
  ]);
  const chosen = await lena.send(settings, 'form[data-form="change-language"]', { language: 'fr' });
  expect(chosen.headers.location).toBe(`${settings}?notice=language-changed#main`);
  expect((await options()).flatMap(([name, isChosen]) => (isChosen ? [name] : []))).toEqual(['French']);
  const wrong = await lena.send(settings, 'form[data-form="change-language"]', { language: 'xx' });
  expect([wrong.status, cheerio.load(wrong.text)('#change-language [data-form-errors]').text()]).toEqual([
    422,
    expect.stringContaining('Please choose a language of this site'),
  ]);

  const elsewhere = new FormVisitor(site);
  expect(await logIn(elsewhere, email, PASSWORD)).toBe(303);
  expect((await elsewhere.page('/user/settings'))('form[data-form="change-language"]').length).toBe(0);
}, 60_000);
