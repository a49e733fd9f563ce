import { sql } from 'kysely';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { type RunningProduct, startProduct } from '../../support/products.mjs';
import { TestSmtpServer } from '../../support/servers/smtp-server.js';
import { waitFor } from '../../support/wait-for.js';
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

/** Starts the product with some flags, and publishes jobs and resumes that match all alerts. */
async function arrive(SITE_FLAGS: string): Promise<void> {
  product = await startProduct({
    DATA_DIR: '/tmp',
    DATABASE_URL: test.url,
    SMTP_URL: smtp.url,
    SEARCH_MEMORY_MB: '0',
    SITES: '',
    SITE_FLAGS,
  });
  await world.publish(`Cook ${SITE_FLAGS}`);
  const person = { email: `${SITE_FLAGS}@people.test`, firstName: 'A', lastName: 'B', phone: '1' };
  await world.addResume(`Nurse ${SITE_FLAGS}`, person);
  await world.passTime();
}

/**
 * Waits for a mail, and makes alerts due again meanwhile: jobs that were added while a transaction of another test was open on the same
 * server are only sent in the next round.
 */
async function mailTo(person: string, count: number): Promise<void> {
  await waitFor(
    `mail ${count} to ${person}`,
    async () => {
      if (smtp.mailsTo(person).length >= count) return true;
      await world.passTime();
      await new Promise((resolve) => setTimeout(resolve, 1000));
      return false;
    },
    60_000,
  );
}

/** Both kinds of alerts are processed in one round, and mails are sent at once. */
const roundAfterwards = () => new Promise((resolve) => setTimeout(resolve, 4000));

it('[SITE-04] a site without recruiters sends no resume alerts, but still sends job alerts', async () => {
  await arrive('default.recruiter=off');
  await mailTo(COOK, 1);
  await roundAfterwards();
  expect(smtp.mailsTo(BOSS)).toEqual([]);
}, 120_000);

it('[SITE-04] a site without applicants sends no job alerts until it has applicants again', async () => {
  await arrive('default.applicant=off');
  await roundAfterwards();
  expect([smtp.mailsTo(COOK).length, smtp.mailsTo(BOSS).length]).toEqual([1, 0]);
  await product?.stop();
  await arrive('default.applicant=on');
  await mailTo(COOK, 2);
  await mailTo(BOSS, 1);
}, 180_000);
