import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as cheerio from 'cheerio';
import { hashPassword } from '../../../src/backend/domain/accounts/passwords/password-hash.js';
import { grantCredits } from '../../../src/backend/domain/ledger/ledger.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { FormVisitor } from '../../support/visitors/form-visitor.js';
import { type RunningProduct, startProduct } from '../../support/products.mjs';
import { folded, SiteUnderTest } from '../../support/data/site.js';

const PASSWORD = 'a long way to Tipperary';
const USERS = 60;
const EVENTS = 70;
const MONTH_MS = 30 * 86_400_000;
const WRONG = 'The email address or the password is wrong';

let test: TestDatabase;
let folder: string;
let product: RunningProduct;
let site: SiteUnderTest;
let admin: FormVisitor;

beforeAll(async () => {
  test = await createTestDatabase();
  folder = mkdtempSync(join(tmpdir(), 'causeboard-administration-'));
  const password_hash = await hashPassword(PASSWORD);
  const account = (name: string, role: string) => ({
    email: `${name}@people.test`,
    name,
    roles: [role],
    password_hash,
    email_verified: new Date(),
    approved_at: new Date(),
  });
  const crowd = Array.from({ length: USERS }, (_none, index) => account(`crowd${index}`, 'applicant'));
  const named = [account('boss', 'administrator'), account('ada', 'applicant'), account('grace', 'recruiter')];
  const made = await test.database
    .insertInto('account')
    .values([...named, ...crowd])
    .returning(['id', 'name'])
    .execute();
  const grace = made.find(({ name }) => name === 'grace')!.id;
  const organizations = await test.database
    .insertInto('organization')
    .values(
      ['First', 'Second'].map((name) => ({
        site: 'default',
        slug: name.toLowerCase(),
        name,
        language: 'en',
        source: 'test',
        source_key: name,
        featured: false,
        benefit_tids: [],
      })),
    )
    .returning('id')
    .execute();
  for (const [index, { id }] of organizations.entries()) {
    await test.database
      .insertInto('organization_member')
      .values({ organization_id: id, account_id: grace, role: 'owner' })
      .execute();
    await grantCredits(test.database, {
      owner: { site: 'default', kind: 'organization', id: String(id) },
      unit: 'job',
      amount: index ? 222n : 111n,
      key: 'first',
      cause: { kind: 'test' },
      source: 'granted',
    });
  }
  const events = Array.from({ length: EVENTS }, (_none, index) => ({
    // Older entries are deleted when the product starts.
    at: new Date(Date.now() - MONTH_MS + index * 60_000),
    actor_id: grace,
    subject_id: null,
    site: 'default',
    action: 'masquerade.begin',
    details: JSON.stringify({ reason: `event ${index}` }),
  }));
  await test.database.insertInto('audit_event').values(events).execute();
  product = await startProduct({ DATA_DIR: folder, DATABASE_URL: test.url, DEMO_DATA: 'off' });
  site = new SiteUnderTest(product.url);
  admin = (await loggedIn('boss'))!;
}, 120_000);
afterAll(async () => {
  await product.stop();
  await test.close();
  rmSync(folder, { recursive: true, force: true });
});

async function logIn(visitor: FormVisitor, name: string, password = PASSWORD) {
  const entries = { email: `${name}@people.test`, password };
  return visitor.send('/user/login', 'form[data-form="login"]', entries);
}

async function loggedIn(name: string): Promise<FormVisitor> {
  const visitor = new FormVisitor(site);
  const { status } = await logIn(visitor, name);
  if (status !== 303) throw new Error(`${name} is not logged in: ${status}`);
  return visitor;
}

async function session(visitor: FormVisitor): Promise<object> {
  return (await visitor.get('/api/auth/session')).body as object;
}

async function pathOf(name: string): Promise<string> {
  return (await admin.page(`/admin/users?search=${name}%40people`))('tbody a').attr('href')!;
}

it('only administrators get the server timing of a page', async () => {
  const timing = async (visitor: FormVisitor) => (await visitor.get('/jobs')).headers['server-timing'] as unknown;
  expect(await timing(admin)).toMatch(
    /^cache;dur=[\d.]+, routing;dur=[\d.]+, backend;dur=[\d.]+;desc="[1-9]\d* calls", render;dur=[\d.]+$/,
  );
  expect(await timing(await loggedIn('ada'))).toBeUndefined();
  expect(await timing(new FormVisitor(site))).toBeUndefined();
});

it('[ROLE-01] a role that an administrator gives or removes takes effect with the next request of the account', async () => {
  const ada = await loggedIn('ada');
  const dashboard = async () => folded((await ada.page('/dashboard'))('main').text());
  expect(await dashboard()).toContain('Applicant');
  const path = await pathOf('ada');
  expect((await admin.page(path))('#field-applicant').is('[checked]')).toBe(true);
  const given = await admin.send(path, '#roles form', { recruiter: 'yes' });
  expect([given.status, given.headers.location]).toEqual([303, `${path}?notice=roles#main`]);
  const shown = await admin.page(`${path}?notice=roles`);
  expect(shown('[role="status"]').text()).toContain('roles');
  expect(shown('#roles input[checked]').length).toBe(2);
  expect(await dashboard()).toMatch(/Applicant.*Recruiter/);
  const context = JSON.parse((await ada.page('/dashboard'))('#island-page').text()) as object;
  expect(context).toHaveProperty('user.user.roles', [{ targetId: 'applicant' }, { targetId: 'recruiter' }]);
  const none = await admin.post(path, { ...(await token(path)), form: 'roles' });
  expect(none.status).toBe(422);
  await admin.post(path, { ...(await token(path)), form: 'roles', administrator: 'yes' });
  expect((await ada.get('/admin/users')).status).toBe(200);
  await admin.post(path, { ...(await token(path)), form: 'roles', applicant: 'yes' });
  expect((await ada.get('/admin/users')).status).toBe(403);
  expect(await dashboard()).not.toContain('Administrator');
  const audit = (await admin.page('/admin/audit'))('#events li').first();
  expect(folded(audit.text())).toContain('ada@people.test');
});

async function token(path: string): Promise<{ csrfToken: string }> {
  return { csrfToken: (await admin.page(path))('input[name="csrfToken"]').attr('value')! };
}

it('[AUTH-10] [AUTH-18] a blocked account is logged out at once, and is told so only after the right password', async () => {
  const visitor = await loggedIn('crowd7');
  expect(await session(visitor)).toMatchObject({ user: { email: 'crowd7@people.test' } });
  const path = await pathOf('crowd7');
  const without = await admin.send(path, '#block form');
  expect([without.status, cheerio.load(without.text)('#field-blockReason-error').text()]).toEqual([
    422,
    'Field is required',
  ]);
  expect(await session(visitor)).toHaveProperty('user');
  const blocked = await admin.send(path, '#block form', { blockReason: 'Advertises for others' });
  expect(blocked.headers.location).toBe(`${path}?notice=blocked#main`);
  expect((await visitor.get('/dashboard')).headers.location).toBe('/user/logout');
  expect(await session(visitor)).toEqual({});
  expect((await visitor.get('/dashboard')).headers.location).toContain('/user/login');
  const again = await logIn(new FormVisitor(site), 'crowd7');
  expect(again.status).toBe(422);
  const said = ({ text }: { text: string }) => cheerio.load(text)('[role="alert"]').text();
  expect(said(again)).toContain('This account is blocked');
  expect(said(again)).toContain('hello@causeboard.test');
  const guessed = await logIn(new FormVisitor(site), 'crowd7', 'not the password');
  expect([guessed.status, said(guessed)]).toEqual([422, expect.stringContaining(WRONG)]);
  const list = await admin.page('/admin/users?state=blocked');
  expect(folded(list('tbody').text())).toMatch(/crowd7@people\.test.*Blocked/);
  expect(list('tbody tr').length).toBe(1);
  expect(folded((await admin.page('/admin/audit'))('#events li').first().text())).toContain('Advertises for others');

  const unblocked = await admin.send(path, '#unblock form');
  expect(unblocked.headers.location).toBe(`${path}?notice=unblocked#main`);
  // Ended sessions stay ended.
  expect(await session(visitor)).toEqual({});
  expect((await logIn(new FormVisitor(site), 'crowd7')).status).toBe(303);
});

it('[ROLE-02] administrators cannot remove their own role', async () => {
  const path = await pathOf('boss');
  const answers = [
    await admin.post(path, { ...(await token(path)), form: 'roles', applicant: 'yes' }),
    await admin.post(path, { ...(await token(path)), form: 'block', blockReason: 'because' }),
  ];
  for (const { status, text } of answers)
    expect([status, cheerio.load(text)('[data-form-errors] > [role="alert"]').length]).toEqual([422, 1]);
  expect((await admin.get('/admin/users')).status).toBe(200);
});

it('[AUTH-19] [ROLE-04] a recruiter acts for the chosen organization, and never for an organization of others', async () => {
  const grace = await loggedIn('grace');
  const current = async () => {
    const page = await grace.page('/dashboard');
    const { user } = JSON.parse(page('#island-page').text()) as {
      user: { currentOrganizationProfile: { name: string }; user: { activeOrganization: { name: string } } };
    };
    const { currentOrganizationProfile: profile, user: own } = user;
    const credits = folded(page('#credits').text());
    return [profile.name, own.activeOrganization.name, page('#organization strong').text(), /\d{3}/.exec(credits)?.[0]];
  };
  expect(await current()).toEqual(['First', 'First', 'First', '111']);
  const settings = await grace.page('/user/settings');
  const options = settings('#active-organization option').map((_index, option) => settings(option).attr('value'));
  const second = options.get()[1]!;
  const chosen = await grace.send('/user/settings', '#active-organization form', { organizationId: second });
  expect(chosen.headers.location).toBe('/user/settings?notice=organization-changed#main');
  expect(await current()).toEqual(['Second', 'Second', 'Second', '222']);
  for (const organizationId of ['999999', '0', 'x', '']) {
    const { status } = await grace.send('/user/settings', '#active-organization form', { organizationId });
    expect([organizationId, status]).toEqual([organizationId, organizationId ? 403 : 422]);
  }
  expect((await current())[0]).toBe('Second');
  // The choice belongs to the account, so it applies in another browser as well.
  const elsewhere = await (await loggedIn('grace')).page('/dashboard');
  expect(elsewhere('#organization strong').text()).toBe('Second');
});

it('[PAGE-08] the list of accounts has several pages, each account once, and keeps the search', async () => {
  const seen: string[] = [];
  let path: string | undefined = '/admin/users?search=crowd&role=applicant';
  let pages = 0;
  while (path) {
    const page = await admin.page(path);
    pages++;
    expect(page('nav [aria-current="page"]').text()).toContain(String(pages));
    expect(page('input[name="search"]').attr('value')).toBe('crowd');
    expect(page('select[name="role"] option[selected]').attr('value')).toBe('applicant');
    page('tbody th span').each((_index, cell) => void seen.push(page(cell).text()));
    path = page('a[rel="next"]').attr('href');
  }
  expect(pages).toBe(3);
  expect(new Set(seen).size).toBe(USERS);
  expect(seen.length).toBe(USERS);
  for (const strange of ['page=0', 'page=-1', 'page=x', 'page=1.5'])
    expect((await admin.page(`/admin/users?${strange}`))('tbody tr').length).toBe(25);
  const beyond = await admin.page('/admin/users?search=crowd&role=applicant&page=99999999999');
  expect(beyond('nav [aria-current="page"]').text()).toContain(String(pages));
  const last = beyond('tbody th span').map((_index, cell) => beyond(cell).text());
  expect(last.get()).toEqual(seen.slice(-last.length));
});

it('[AUTH-14] [PAGE-08] the audit log can be read back to its beginning, each event once, newest first', async () => {
  const seen: string[] = [];
  let path: string | undefined = '/admin/audit';
  for (let pages = 0; path; pages++) {
    const page = await admin.page(path);
    page('#events time').each((_index, time) => void seen.push(page(time).attr('datetime')!));
    if (pages > 0) expect(page('a[href="/admin/audit"]').length).toBeGreaterThan(0);
    path = page('main a[href^="/admin/audit?before="]').attr('href');
  }
  expect(seen.length).toBeGreaterThanOrEqual(EVENTS);
  expect(seen).toEqual([...seen].sort().reverse());
  expect(new Set(seen).size).toBe(seen.length);
  for (const strange of ['x', '-1', '0', '99999999999999999999'])
    expect((await admin.get(`/admin/audit?before=${strange}`)).status).toBeLessThan(500);
});

it('[AUTH-14] names only accounts that an action was about, and shows what was changed in words', async () => {
  const { id: grace } = await test.database
    .selectFrom('account')
    .select('id')
    .where('email', '=', 'grace@people.test')
    .executeTakeFirstOrThrow();
  const job = '987654';
  const event = (action: string, details: Record<string, string>, subject: string | null = null) => ({
    at: new Date(),
    actor_id: grace,
    subject_id: subject,
    site: 'default',
    action,
    details: JSON.stringify({ job, ...details }),
  });
  const events = [
    event('job.publish', {}),
    event('account.blocked', { reason: 'Spam' }),
    event('application.moved', { state: 'in_review' }),
    event('organization.role', { role: 'editor' }, grace),
    event('account.password-changed', { by: 'password' }, grace),
    event('account.roles', { before: 'applicant', after: 'applicant job_editor' }, grace),
  ];
  for (const each of events) await test.database.insertInto('audit_event').values(each).execute();
  const page = await admin.page(`/admin/audit?kind=job&record=${job}`);
  const shown = page('#events li')
    .map((_index, each) => folded(page(each).text()))
    .get()
    .reverse();
  const [published, blocked, moved, role, password, roles] = shown;
  expect(shown).toHaveLength(events.length);
  expect(published).toContain('By grace@people.test');
  for (const each of [published, moved, role, password, roles]) expect(each).not.toMatch(/deleted account|nobody/);
  expect(blocked).toContain('to a deleted account');
  expect(moved).toContain('State:In review');
  expect(role).toContain('Role:Editor');
  expect(password).toContain('With:the previous password');
  expect(roles).toContain('Before:Applicant');
  expect(roles).toContain('After:Applicant and Job editor');
  expect(page('#events dd a').first().attr('href')).toBe(`/admin/job?job=${job}`);
});
