import { sql } from 'kysely';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { type RunningProduct, startProduct } from '../../support/products.mjs';
import { TestSmtpServer } from '../../support/servers/smtp-server.js';
import { alertWorld, type AlertWorld } from '../../support/worlds/alert-world.js';

const COOK = 'cook@people.test';
const BOSS = 'boss@firm.test';

let test: TestDatabase;
let smtp: TestSmtpServer;
let world: AlertWorld;
let product: RunningProduct | undefined;

beforeAll(async () => {
  test = await createTestDatabase();
  smtp = await TestSmtpServer.start();
  world = await alertWorld(test);
  await sql`
    with boss as (
      insert into account (email, name, roles, email_verified, approved_at)
      values (${BOSS}, 'Boss', '{recruiter}', now(), now()) returning id
    ), job as (
      insert into alert_search (kind, site, digest, search) values ('job', 'default', 'j', '{"language":["en"]}') returning id
    ), resume as (
      insert into alert_search (kind, site, digest, search) values ('resume', 'default', 'r', '{"language":["en"]}') returning id
    )
    insert into alert (kind, site, search_id, account_id, email, token, language, page, every_seconds, due_at, confirmed_at, created_at)
    select 'job', 'default', job.id, null, ${COOK}, 'one', 'en', '/jobs', 86400, now(), now(), now() from job
    union all
    select 'resume', 'default', resume.id, boss.id, null, 'two', 'en', '/resumes', 86400, now(), now(), now() from resume, boss
  `.execute(test.database);
}, 120_000);
afterEach(async () => {
  await product?.stop();
  product = undefined;
});
afterAll(async () => {
  await smtp.stop();
  await test.close();
});

it.each([
  ['applicant', COOK, BOSS],
  ['recruiter', BOSS, COOK],
])(
  '[SITE-04] alerts are sent to nobody of a site without the role %s',
  async (role, absent, present) => {
    product = await startProduct({
      DATA_DIR: '/tmp',
      DATABASE_URL: test.url,
      SMTP_URL: smtp.url,
      SEARCH_MEMORY_MB: '0',
      SITES: '',
      SITE_FLAGS: `default.${role}=off`,
    });
    const before = smtp.mailsTo(absent).length;
    await world.publish(`Cook without ${role}`);
    const person = { email: `new-${role}@people.test`, firstName: 'A', lastName: 'B', phone: '1' };
    await world.addResume(`Nurse without ${role}`, person);
    await world.passTime();
    await smtp.mailTo(present, smtp.mailsTo(present).length + 1, 30_000);
    // Both kinds are looked at in one round, and mails go out as soon as they are there.
    await new Promise((resolve) => setTimeout(resolve, 2000));
    expect(smtp.mailsTo(absent).length).toBe(before);
  },
  120_000,
);
