import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hashPassword } from '../../../src/backend/domain/accounts/passwords/password-hash.js';
import { putMail } from '../../../src/backend/platform/mail/outbox.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { FormVisitor } from '../../support/visitors/form-visitor.js';
import { type RunningProduct, startProduct } from '../../support/products.mjs';
import { folded, SiteUnderTest } from '../../support/data/site.js';
import { TestSmtpServer } from '../../support/servers/smtp-server.js';

const PASSWORD = 'a long way to Tipperary';
const TOKEN = 'a-token-that-opens-an-account';
const FAILED = 30;
const HOUR_MS = 3_600_000;

let test: TestDatabase;
let smtp: TestSmtpServer;
let folder: string;
let product: RunningProduct;
let site: SiteUnderTest;

beforeAll(async () => {
  test = await createTestDatabase();
  smtp = await TestSmtpServer.start();
  folder = mkdtempSync(join(tmpdir(), 'causeboard-queue-'));
  const password_hash = await hashPassword(PASSWORD);
  for (const role of ['administrator', 'site_admin', 'job_editor', 'recruiter', 'applicant'])
    await test.database
      .insertInto('account')
      .values({
        email: `${role}@people.test`,
        name: role,
        roles: [role],
        password_hash,
        email_verified: new Date(),
        approved_at: new Date(),
      })
      .execute();
  for (let each = 0; each < FAILED; each += 1) {
    const details = { path: `/user/verify?token=${TOKEN}` };
    const recipient = `person-${each}@people.test`;
    const id = await putMail(
      test.database,
      { site: 'default', language: 'en', template: 'verify-email', recipient, details },
      new Date(Date.now() - HOUR_MS),
    );
    const failure = `550 No mailbox here, see https://mail.test/?token=${TOKEN}`;
    await test.database
      .updateTable('mail')
      .set({ attempts: 1, failure, given_up_at: new Date(Date.now() - each * 60_000) })
      .where('id', '=', id)
      .execute();
  }
  product = await startProduct({
    DATA_DIR: folder,
    DATABASE_URL: test.url,
    DEMO_DATA: 'off',
    SMTP_URL: smtp.url,
    PUBLIC_URL: 'https://jobs.example.org',
  });
  site = new SiteUnderTest(product.url);
}, 120_000);
afterAll(async () => {
  await product.stop();
  await smtp.stop();
  await test.close();
  rmSync(folder, { recursive: true, force: true });
});

async function loggedIn(name: string): Promise<FormVisitor> {
  const visitor = new FormVisitor(site);
  const entries = { email: `${name}@people.test`, password: PASSWORD };
  const { status } = await visitor.send('/user/login', 'form[data-form="login"]', entries);
  if (status !== 303) throw new Error(`${name} is not logged in: ${status}`);
  return visitor;
}

it('[PAGE-08] [ROLE-02] only administrators can see the queue', async () => {
  expect((await site.get('/admin/queue').redirects(0)).status).toBe(302);
  for (const role of ['site_admin', 'job_editor', 'recruiter', 'applicant']) {
    const visitor = await loggedIn(role);
    expect([role, (await visitor.get('/admin/queue')).status]).toEqual([role, 403]);
  }
});

it('[PAGE-08] without scripts: shows failed tasks and reasons in pages; one is retried, then all, and each is delivered once', async () => {
  const admin = await loggedIn('administrator');
  const page = await admin.page('/admin/queue');
  const count = (shown: typeof page, state: string) => shown(`[data-queue="mail"] [data-state="${state}"] a`).text();
  expect([count(page, 'failed'), count(page, 'running'), count(page, 'waiting')]).toEqual(['30', '0', '0']);
  expect(page('[data-task]').length).toBe(25);
  const first = page('[data-task]').first();
  expect(folded(first.text())).toMatch(
    /^verify-email\s*failed .*person-0@people\.test · default · 1 attempt\s*Reason: 550 No mailbox here, see …/,
  );
  expect(page.html()).not.toContain(TOKEN);
  const second = await admin.page('/admin/queue?kind=mail&state=failed&page=2');
  expect(second('[data-task]').length).toBe(5);
  const beyond = await admin.page('/admin/queue?kind=mail&state=failed&page=9');
  expect(beyond('#tasks').html()).toBe(second('#tasks').html());
  const one = await admin.send('/admin/queue', `[data-task="${first.attr('data-task')!}"] form`);
  expect([one.status, one.headers.location]).toEqual([303, '/admin/queue?kind=mail&state=failed&tried=1']);
  await smtp.mailTo('person-0@people.test');
  const after = await admin.page(one.headers.location!);
  expect(folded(after('main [role="status"]').text())).toBe('1 task is being tried again.');
  expect(count(after, 'failed')).toBe('29');
  const all = await admin.send('/admin/queue', '[data-retry-all]');
  expect(all.headers.location).toBe('/admin/queue?kind=mail&state=failed&tried=29');
  for (let each = 1; each < FAILED; each += 1) await smtp.mailTo(`person-${each}@people.test`);
  expect(smtp.mails.length).toBe(FAILED);
  const empty = await admin.page('/admin/queue');
  expect([count(empty, 'failed'), folded(empty('#tasks').text())]).toEqual([
    '0',
    expect.stringContaining('nothing of this kind'),
  ]);
  expect(folded((await admin.page('/admin/audit'))('#events li').first().text())).toContain(
    'Background job tried again',
  );
});

it('[PAGE-08] the health check reports tasks that are long overdue', async () => {
  const health = () => site.get('/health/ready');
  expect((await health()).body).not.toHaveProperty('late');
  await test.database
    .insertInto('mail')
    .values({
      site: 'default',
      language: 'en',
      template: 'password-changed',
      recipient: 'late@people.test',
      details: '{}',
      created_at: new Date(Date.now() - HOUR_MS),
      due_at: new Date(Date.now() + HOUR_MS),
    })
    .execute();
  const answer = await health();
  expect([answer.status, answer.body]).toEqual([200, expect.objectContaining({ status: 'ok', late: 'mail' })]);
});
