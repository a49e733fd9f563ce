import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as cheerio from 'cheerio';
import { sql } from 'kysely';
import { hashPassword } from '../../../src/backend/domain/accounts/passwords/password-hash.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { type RunningProduct, startProduct } from '../../support/products.mjs';
import { SiteUnderTest } from '../../support/data/site.js';
import { FormVisitor } from '../../support/visitors/form-visitor.js';

const PASSWORD = 'a long enough passphrase';
const QUEUE = '/admin/recruiters';

/** On `charity-ca`, recruiters need an approval; all browsers here are without scripts. */
describe('[AUTH-19] [ROLE-01] the pages of recruiters who wait for approval', () => {
  let test: TestDatabase;
  let folder: string;
  let product: RunningProduct;
  let site: SiteUnderTest;
  let admin: FormVisitor;
  let hash: string;

  beforeAll(async () => {
    test = await createTestDatabase();
    folder = mkdtempSync(join(tmpdir(), 'causeboard-approval-'));
    product = await startProduct({ DATA_DIR: folder, DATABASE_URL: test.url, DEMO_DATA: 'off', RATE_LIMITS: 'off' });
    site = new SiteUnderTest(product.url, 'charity-ca');
    hash = await hashPassword(PASSWORD);
    admin = await person('admin@people.test', 'administrator');
  }, 120_000);
  afterAll(async () => {
    await product.stop();
    await test.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function person(email: string, role: string, organization?: string): Promise<FormVisitor> {
    const { rows } = await sql<{ id: string }>`
      insert into account (email, name, roles, password_hash, email_verified, verified_site)
      values (${email}, ${email.split('@')[0]!}, ${[role]}, ${hash}, now(), 'charity-ca') returning id
    `.execute(test.database);
    if (organization)
      await sql`
        with o as (
          insert into organization (site, slug, name, language, state, source, source_key)
          values ('charity-ca', 'o', ${organization}, 'en', 'pending', 'registration', ${email}) returning id
        ) insert into organization_member (organization_id, account_id, role) select id, ${rows[0]!.id}::uuid, 'owner' from o
      `.execute(test.database);
    const visitor = new FormVisitor(site);
    await visitor.send('/user/login', 'form[data-form="login"]', { email, password: PASSWORD });
    return visitor;
  }

  const text = async (visitor: FormVisitor, path: string) => (await visitor.page(path))('main').text();
  const row = (email: string) => `[data-recruiter="${email}"]`;

  it('say so on the dashboard, in the wizard and instead of resumes, and the queue shows the recruiter', async () => {
    const rosa = await person('rosa@orchard.test', 'recruiter', 'Orchard');
    expect(await text(rosa, '/dashboard')).toContain('We’re reviewing your account');
    expect(await text(rosa, '/job/wizard')).toContain('it stays a draft until your account is approved');
    const resumes = await rosa.get('/resumes');
    expect([resumes.status, resumes.text.includes('We’re reviewing your account')]).toEqual([403, true]);
    expect((await rosa.get(QUEUE)).status).toBe(403);
    expect(await text(admin, '/dashboard')).toContain('1 recruiter is waiting for approval');
    const queue = await admin.page(QUEUE);
    expect(queue(row('rosa@orchard.test')).text()).toMatch(/Orchard.*orchard\.test/s);
  });

  it('ask a question, refuse and approve by forms, with errors next to their fields', async () => {
    await person('ben@cave.test', 'recruiter', 'Cave');
    const ask = `${row('ben@cave.test')} form[data-recruiter-decision="ask"]`;
    const empty = await admin.send(QUEUE, ask, { message: ' ' });
    expect([empty.status, empty.text.includes('aria-invalid="true"')]).toEqual([422, true]);
    // The browser cuts nothing, and the server names the limit.
    const question = 'x'.repeat(2001);
    const long = await admin.send(QUEUE, ask, { message: question });
    const $long = cheerio.load(long.text)(ask);
    expect([long.status, $long.find('[id$="-error"]').text()]).toEqual([422, expect.stringContaining('2,000')]);
    expect([$long.find('textarea').text(), $long.find('[maxlength]').length]).toEqual([question, 0]);
    expect($long.find('textarea').attr('data-max-length')).toBe('2000');
    const asked = await admin.send(QUEUE, ask, { message: 'Who <b>are</b> you?' });
    expect([asked.status, asked.headers.location]).toEqual([303, `${QUEUE}?notice=ask`]);
    expect((await admin.page(`${QUEUE}?notice=ask`))('[role="status"]').text()).toContain('on its way');
    expect((await admin.page(QUEUE))(row('ben@cave.test')).text()).toContain('Who <b>are</b> you?');
    const refuse = `${row('ben@cave.test')} form[data-recruiter-decision="refuse"]`;
    expect((await admin.send(QUEUE, refuse, { message: 'No charity.' })).status).toBe(303);
    expect((await admin.page(QUEUE))(row('ben@cave.test'))).toHaveLength(0);
    const refused = await admin.page(`${QUEUE}?state=refused`);
    expect(refused(row('ben@cave.test')).text()).toContain('No charity.');
    const approve = `${row('ben@cave.test')} form[data-recruiter-approve]`;
    expect((await admin.send(`${QUEUE}?state=refused`, approve, { go: 'approve' })).status).toBe(303);
    const { rows } = await sql<{ template: string }>`
      select template from mail where recipient = 'ben@cave.test' order by id
    `.execute(test.database);
    expect(rows.map(({ template }) => template)).toEqual([
      'recruiter-question',
      'recruiter-refused',
      'recruiter-approved',
    ]);
  });

  it('tell the second of two administrators that the decision has already been made', async () => {
    await person('cleo@twice.test', 'recruiter', 'Twice');
    const other = await person('admin2@people.test', 'administrator');
    const approve = `${row('cleo@twice.test')} form[data-recruiter-approve]`;
    const page = await other.page(QUEUE);
    const fields = Object.fromEntries(
      page(approve)
        .find('input')
        .map((_index, input) => [[page(input).attr('name')!, page(input).attr('value')!]])
        .get(),
    ) as Record<string, string>;
    expect((await admin.send(QUEUE, approve, { go: 'approve' })).status).toBe(303);
    const late = await other.post(QUEUE, { ...fields, go: 'approve' });
    expect([late.status, late.text.includes('Somebody else has decided')]).toEqual([422, true]);
  });
});
