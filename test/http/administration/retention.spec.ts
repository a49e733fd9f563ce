import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { hashPassword } from '../../../src/backend/domain/accounts/passwords/password-hash.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { FormVisitor } from '../../support/visitors/form-visitor.js';
import { type RunningProduct, startBackendProcess, startProduct } from '../../support/products.mjs';
import { folded, SiteUnderTest } from '../../support/data/site.js';
import { TestSmtpServer } from '../../support/servers/smtp-server.js';
import { waitFor } from '../../support/wait-for.js';

const PASSWORD = 'a long way to Tipperary';
const PAGE = '/admin/retention';
const APPLICANT = 'applicant@people.test';

let test: TestDatabase;
let folder: string;

beforeAll(async () => {
  test = await createTestDatabase();
  folder = mkdtempSync(join(tmpdir(), 'causeboard-retention-'));
}, 120_000);
afterAll(async () => {
  await test.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('data at the end of its retention period', () => {
  let smtp: TestSmtpServer;
  let product: RunningProduct;
  let site: SiteUnderTest;
  let application: string;
  let job: number;

  beforeAll(async () => {
    smtp = await TestSmtpServer.start();
    const hash = await hashPassword(PASSWORD);
    for (const role of ['administrator', 'site_admin', 'job_editor', 'recruiter', 'applicant'])
      await sql`
        insert into account (email, name, roles, password_hash, email_verified, approved_at)
        values (${`${role}@people.test`}, ${role}, array[${role}], ${hash}, now(), now())
      `.execute(test.database);
    // The job ended a year ago, and so did the handling of its application.
    const { rows } = await sql<{ id: string; job: number }>`
      with employer as (
        insert into organization (site, slug, name, language, source, source_key)
        values ('default', 'food-bank', 'Food Bank', 'en', 'test', 'food-bank') returning id
      ), member as (
        insert into organization_member select employer.id, account.id, 'owner' from employer, account where email = 'recruiter@people.test'
      ), job as (
        insert into job (site, organization_id, title, language, description, state, published_at, expires_at, application_workflow,
          content_hash, source, source_key, country_code)
        select 'default', id, 'Cook', 'en', '', 'archived', now() - interval '14 months', now() - interval '12 months', 'form',
          'x', 'test', 'cook', 'GB' from employer returning id, organization_id
      )
      insert into application (site, job_id, organization_id, account_id, request_key, language, first_name, last_name, email, cover_letter,
        state, created_at, updated_at)
      select 'default', job.id, job.organization_id, account.id, 'key', 'en', 'Ann', 'Bell', ${APPLICANT}, 'I cook.', 'declined',
        now() - interval '13 months', now() - interval '12 months'
      from job, account where account.email = ${APPLICANT} returning id, job_id as job
    `.execute(test.database);
    ({ id: application, job } = rows[0]!);
    await start();
  }, 120_000);
  afterAll(async () => {
    await product.stop();
    await smtp.stop();
  });

  async function start(): Promise<void> {
    product = await startProduct({
      DATA_DIR: folder,
      DATABASE_URL: test.url,
      DEMO_DATA: 'off',
      SMTP_URL: smtp.url,
      PUBLIC_URL: 'https://jobs.example.org',
    });
    site = new SiteUnderTest(product.url);
  }

  async function loggedIn(role: string): Promise<FormVisitor> {
    const visitor = new FormVisitor(site);
    const entries = { email: `${role}@people.test`, password: PASSWORD };
    const { status } = await visitor.send('/user/login', 'form[data-form="login"]', entries);
    if (status !== 303) throw new Error(`${role} is not logged in: ${status}`);
    return visitor;
  }

  it('[ROLE-02] is shown only to administrators', async () => {
    expect((await site.get(PAGE).redirects(0)).status).toBe(302);
    for (const role of ['site_admin', 'job_editor', 'recruiter', 'applicant'])
      expect([role, (await (await loggedIn(role)).get(PAGE)).status]).toEqual([role, 403]);
    const admin = await loggedIn('administrator');
    const page = await admin.page(PAGE);
    expect(folded(page('h1').text())).toBe('Data retention');
    expect(page(`nav a[href="${PAGE}"]`).length).toBeGreaterThan(0);
    expect(folded(page('main').text())).toContain('12 months');
  });

  it('is announced to the applicant once, shown to both sides, deleted after the announced day, and reported to administrators', async () => {
    const mail = await smtp.mailTo(APPLICANT, 1, 60_000);
    expect(JSON.stringify(mail)).toContain(`/application/${application}`);
    await waitFor('the proof of the mail', async () => {
      const { rows } = await sql`select from retention_notice where sent_at is not null`.execute(test.database);
      return rows.length === 1;
    });
    for (const [role, path] of [
      ['applicant', `/application/${application}`],
      ['recruiter', `/applications/${job}/${application}`],
    ] as const) {
      const shown = (await (await loggedIn(role)).page(path))('[data-deletion]');
      expect([role, folded(shown.text())]).toEqual([role, expect.stringContaining('We’ll delete this application')]);
    }
    const lineOf = async (kind: string) => {
      const page = await (await loggedIn('administrator')).page(PAGE);
      const row = page('tbody tr').filter((_index, tr) => folded(page(tr).find('th').text()).startsWith(kind));
      return row
        .find('td')
        .toArray()
        .map((td) => folded(page(td).text()));
    };
    expect((await lineOf('ApplicationsCounted'))[2]).toBe('0');

    // Two weeks pass while the product is stopped.
    await product.stop();
    await sql`
      update retention_notice set announced_at = announced_at - interval '15 days', deletes_at = deletes_at - interval '15 days'
    `.execute(test.database);
    await sql`update application set updated_at = updated_at - interval '20 days'`.execute(test.database);
    await sql`update job set expires_at = expires_at - interval '20 days'`.execute(test.database);
    await sql`update retention_run set finished_at = finished_at - interval '15 days'`.execute(test.database);
    await start();
    await waitFor(
      'the deletion',
      async () => (await sql`select from application`.execute(test.database)).rows.length === 0,
      60_000,
    );
    expect((await (await loggedIn('applicant')).get(`/application/${application}`)).status).toBe(404);
    expect((await lineOf('ApplicationsCounted'))[2]).toBe('1');
    const audit = await (await loggedIn('administrator')).page('/admin/audit');
    expect(folded(audit('#events').text())).toContain('Data deleted because its retention period ended');
    expect(smtp.mailsTo(APPLICANT)).toHaveLength(1);
  }, 180_000);
});

describe('a deletion run whose process is killed', () => {
  const killFile = () => join(folder, 'kill.json');
  let backend: RunningProduct | undefined;
  afterEach(() => backend?.stop());

  const start = async (): Promise<void> => {
    backend = await startBackendProcess(
      folder,
      { databaseUrl: test.url, searchMemoryMb: 0 },
      { args: ['--import', './test/support/processes/kill-at-statement.mjs'], env: { KILL_FILE: killFile() } },
    );
  };
  const count = async (table: string, where = sql`true`) =>
    (await sql`select from ${sql.table(table)} where ${where}`.execute(test.database)).rows.length;
  const oldMails = sql`recipient = 'old@people.test'`;
  const entries = sql`action = 'retention.deleted' and details ->> 'kind' = 'emails'`;

  it.each([
    ['the rows were deleted', '^with gone as \\(\\s*delete from "mail"'],
    ['the run was noted', '^update retention_run set started_at'],
    ['the entry was written', '^insert into "audit_event"'],
  ])(
    'deletes and notes all or nothing, and the next process does it once: killed after %s',
    async (_when, sent) => {
      await sql`delete from retention_run`.execute(test.database);
      await sql`delete from audit_event`.execute(test.database);
      await sql`
        insert into mail (site, language, template, recipient, created_at, due_at, sent_at)
        select 'default', 'en', 'password-changed', 'old@people.test', now() - interval '8 days', now() - interval '8 days',
          now() - interval '8 days' from generate_series(1, 3)
      `.execute(test.database);
      writeFileSync(`${killFile()}.new`, JSON.stringify({ sent }));
      renameSync(`${killFile()}.new`, killFile());
      await start();
      Object.assign(backend!.child, { stopping: true });
      await backend!.exited;
      rmSync(killFile());
      expect([await count('mail', oldMails), await count('audit_event', entries)]).toEqual([3, 0]);
      await start();
      await waitFor('the run', async () => (await count('mail', oldMails)) === 0, 60_000);
      expect(await count('audit_event', entries)).toBe(1);
    },
    180_000,
  );
});
