import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { hashPassword } from '../../../src/backend/domain/accounts/passwords/password-hash.js';
import { digestMorning, runDigests } from '../../../src/backend/domain/applications/digest/send-digests.js';
import { saveJobs } from '../../../src/backend/domain/jobs/job.repository.js';
import { createTestDatabase, silentLogger, type TestDatabase } from '../../support/database.js';
import { createOrganization, jobToSave, recordingIndexer } from '../../support/data/jobs.js';
import { SiteUnderTest } from '../../support/data/site.js';
import { type RunningProduct, startProduct } from '../../support/products.mjs';
import { type ReceivedMail, TestSmtpServer } from '../../support/servers/smtp-server.js';
import { Applicant, TYPED } from '../../support/visitors/applicant.js';
import { FormVisitor } from '../../support/visitors/form-visitor.js';
import { waitFor } from '../../support/wait-for.js';

const PASSWORD = 'a long way to Tipperary';
const PUBLIC_URL = 'https://jobs.example.org';
const SETTINGS = 'form[data-recruiting-mails]';
const RECIPIENTS = 'form[data-recipients-form]';
const DAY_MS = 86_400_000;
const [OWNER, COLLEAGUE, STRANGER] = ['owner@people.test', 'colleague@people.test', 'stranger@people.test'];

describe('emails to the members of an organization', () => {
  let test: TestDatabase;
  let smtp: TestSmtpServer;
  let folder: string;
  let product: RunningProduct;
  let site: SiteUnderTest;
  let job: string;
  let apply: string;
  const ids = new Map<string, string>();

  beforeAll(async () => {
    test = await createTestDatabase();
    smtp = await TestSmtpServer.start();
    folder = mkdtempSync(join(tmpdir(), 'causeboard-recruiting-mails-'));
    product = await startProduct({
      DATA_DIR: folder,
      DATABASE_URL: test.url,
      DEMO_DATA: 'off',
      SMTP_URL: smtp.url,
      PUBLIC_URL,
      SITES: '',
      RATE_LIMITS: 'off',
    });
    site = new SiteUnderTest(product.url);
    const organization = await createOrganization(test.database, 'default', 'Food Bank');
    const other = await createOrganization(test.database, 'default', 'Night Shelter');
    for (const [email, language, of] of [
      [OWNER, 'en', organization],
      [COLLEAGUE, 'de', organization],
      [STRANGER, 'en', other],
    ] as const)
      await member(email, language, Number(of));
    const wanted = {
      ...jobToSave(organization, { title: 'Cook', sourceKey: 'cook' }),
      applicationWorkflow: 'form' as const,
    };
    const [saved] = await saveJobs(test.database, 'default', [wanted], recordingIndexer());
    job = saved!.id;
    apply = `/apply/${job}/cook`;
  }, 120_000);
  afterAll(async () => {
    await product.stop();
    await smtp.stop();
    await test.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function member(email: string, language: string, organization: number): Promise<void> {
    const now = new Date();
    const { id } = await test.database
      .insertInto('account')
      .values({
        email,
        name: email.split('@')[0]!,
        language,
        roles: ['recruiter'],
        password_hash: await hashPassword(PASSWORD),
        email_verified: now,
        approved_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await test.database
      .insertInto('organization_member')
      .values({ organization_id: organization, account_id: id, role: 'owner' })
      .execute();
    ids.set(email, id);
  }

  async function logIn(email: string): Promise<FormVisitor> {
    const visitor = new FormVisitor(site);
    const answer = await visitor.send('/user/login', 'form[data-form="login"]', { email, password: PASSWORD });
    expect(answer.status).toBe(303);
    return visitor;
  }

  const headerOf = (mail: ReceivedMail, key: string) => mail.headers.find((header) => header.key === key)?.value;
  const sendApplication = async (emailAddress: string) => {
    const answer = await new Applicant(site).apply(apply, { ...TYPED, emailAddress }, []);
    expect([answer.status, answer.headers.location]).toEqual([303, expect.any(String)]);
    await smtp.mailTo(emailAddress);
  };

  it('[REC-05] a recruiter chooses without scripts who is notified, and each recipient can unsubscribe', async () => {
    const owner = await logIn(OWNER);
    const list = `/applications/${job}`;
    const page = await owner.page(list);
    expect(
      page(`${RECIPIENTS} label`)
        .map((_index, label) => page(label).text())
        .get(),
    ).toEqual(['colleague (colleague@people.test)', 'owner (owner@people.test)']);
    expect(page(`${RECIPIENTS} input[checked]`).length).toBe(0);
    const saved = await owner.send(list, RECIPIENTS, { member: ids.get(COLLEAGUE)! });
    expect([saved.status, saved.headers.location]).toEqual([303, `${list}?notice=recipientsSaved#main`]);
    const chosen = await owner.page(saved.headers.location!.split('#')[0]!);
    expect(chosen('main [role="status"]').text()).toContain('Your choice of recipients is saved.');
    expect(chosen(`${RECIPIENTS} input[checked]`).attr('value')).toBe(ids.get(COLLEAGUE));
    const wrong = await owner.send(list, RECIPIENTS, { member: ids.get(STRANGER)! });
    expect([wrong.status, wrong.text.includes('Please choose only people who work for the organization')]).toEqual([
      422,
      true,
    ]);

    await sendApplication('first@people.test');
    const told = await smtp.mailTo(COLLEAGUE);
    expect(told.subject).toBe('Neue Bewerbung: Cook');
    expect(told.links.filter((link) => link.includes('/user/settings'))).toEqual([
      `${PUBLIC_URL}/user/settings#recruiting-mails`,
    ]);
    expect([smtp.mailsTo(OWNER), smtp.mailsTo(STRANGER)]).toEqual([[], []]);

    const colleague = await logIn(COLLEAGUE);
    const settings = await colleague.page('/user/settings');
    expect(settings(`${SETTINGS} input[type="radio"][checked]`).attr('value')).toBe('weekly');
    expect(settings(`${SETTINGS} input[name="applications"][checked]`).length).toBe(1);
    const refused = await colleague.send('/user/settings', SETTINGS, { digest: 'hourly' });
    expect([refused.status, refused.text.includes('Please choose when you want the digest')]).toEqual([422, true]);
    const stopped = await colleague.send('/user/settings', SETTINGS, { applications: '', digest: 'daily' });
    expect([stopped.status, stopped.headers.location]).toEqual([303, '/user/settings?notice=mails-saved#main']);
    const changed = await colleague.page('/user/settings');
    expect(changed(`${SETTINGS} input[type="radio"][checked]`).attr('value')).toBe('daily');
    expect(changed(`${SETTINGS} input[name="applications"][checked]`).length).toBe(0);
    expect((await owner.page(list))(`${RECIPIENTS} label`).first().text()).toContain('gets no such emails');
    await sendApplication('second@people.test');
    expect([smtp.mailsTo(OWNER).length, smtp.mailsTo(COLLEAGUE).length]).toEqual([0, 1]);

    const stranger = await logIn(STRANGER);
    expect((await stranger.get(list)).status).toBe(404);
    expect((await stranger.page('/user/settings'))(SETTINGS).length).toBe(1);
  }, 60_000);

  it('[REC-05] a delayed email is not sent to people who have left meanwhile', async () => {
    await sql`delete from job_mail_recipient`.execute(test.database);
    smtp.mood = 'later';
    const answer = await new Applicant(site).apply(apply, { ...TYPED, emailAddress: 'third@people.test' }, []);
    expect(answer.status).toBe(303);
    await waitFor('all emails to be put off', async () => {
      const { rows } =
        await sql`select from mail where sent_at is null and (failure is null or taken_at is not null)`.execute(
          test.database,
        );
      return rows.length === 0;
    });
    const organization = sql`(select organization_id from job where id = ${job})`;
    await sql`delete from organization_member where organization_id = ${organization} and account_id = ${ids.get(OWNER)}`.execute(
      test.database,
    );
    smtp.mood = 'well';
    await sql`update mail set due_at = now() where sent_at is null`.execute(test.database);
    await sql`insert into data_change (kind) values ('mail')`.execute(test.database);
    await smtp.mailTo('third@people.test');
    await waitFor('the email to be dropped', async () => {
      const { rows } = await sql`select from mail where recipient = ${OWNER}`.execute(test.database);
      return rows.length === 0;
    });
    expect(smtp.mailsTo(OWNER)).toEqual([]);
    await sql`
      insert into organization_member (organization_id, account_id, role) values (${organization}, ${ids.get(OWNER)}, 'owner')
    `.execute(test.database);
  }, 60_000);

  it('[REC-05] the digest is sent once, in the language of its recipient, and is ended by one click (RFC 8058)', async () => {
    await sql`update application set created_at = now() - interval '20 days'`.execute(test.database);
    // A past morning, for which the product no longer writes digests itself.
    const last = digestMorning(new Date(Date.now() - 4 * DAY_MS), 'UTC');
    const backend = { name: 'default', languages: ['en'], countries: [], demo: 'international' as const };
    const mail = { title: 'Causeboard', contactEmail: 'hello@causeboard.test', accent: '#0b5d57' };
    const options = {
      database: test.database,
      sites: [{ ...backend, mail }],
      clock: () => new Date(last.from.getTime() + 1000),
      logger: silentLogger,
    };
    await sql`update recruiting_mail set digest_day = null`.execute(test.database);
    const before = smtp.mailsTo(OWNER).length;
    await Promise.all([runDigests(options), runDigests(options)]);
    await runDigests(options);
    await sql`insert into data_change (kind) values ('mail')`.execute(test.database);
    const english = await smtp.mailTo(OWNER, before + 1);
    const german = await smtp.mailTo(COLLEAGUE, 2);
    expect(english.subject).toMatch(/^3 people have been waiting for an answer, the first for \d+ days$/);
    expect(german.subject).toMatch(/^3 Personen warten auf eine Antwort, die erste seit \d+ Tagen$/);
    expect(english.links).toContain(`${PUBLIC_URL}/applications/${job}?state=new`);
    for (const { html, text } of [english, german]) expect(`${html}${text}`).not.toMatch(/Ann|Bell|@people\.test/);
    expect(smtp.mailsTo(STRANGER)).toEqual([]);

    const address = /^<https:\/\/jobs\.example\.org(.*)>$/.exec(headerOf(english, 'list-unsubscribe')!)![1]!;
    expect(headerOf(english, 'list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    expect(address).toMatch(/^\/digest\/one-click\?token=[\da-f-]{36}$/);
    const followed = await site.get(address).redirects(0);
    expect([followed.status, followed.headers.location]).toEqual([303, '/user/settings#recruiting-mails']);
    const owner = await logIn(OWNER);
    const digest = async () =>
      (await owner.page('/user/settings'))(`${SETTINGS} input[type="radio"][checked]`).attr('value');
    expect(await digest()).toBe('weekly');
    const posted = await site
      .post(address)
      .set('Origin', 'https://mail.example')
      .type('form')
      .send('List-Unsubscribe=One-Click');
    expect(posted.status).toBe(200);
    expect(await digest()).toBe('off');
    // The response does not reveal whether there is a subscription.
    expect(
      (await site.post('/digest/one-click?token=none').type('form').send('List-Unsubscribe=One-Click')).status,
    ).toBe(200);
  }, 60_000);
});
