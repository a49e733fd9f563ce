import { sql } from 'kysely';
import { type AlertWorld, alertWorld, CREATE_FORM, END_FORM } from '../../support/worlds/alert-world.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { FormVisitor } from '../../support/visitors/form-visitor.js';
import { type RunningProduct, startProduct } from '../../support/products.mjs';
import { SiteUnderTest } from '../../support/data/site.js';
import { type ReceivedMail, TestSmtpServer } from '../../support/servers/smtp-server.js';
import { waitFor } from '../../support/wait-for.js';

const CONFIRM = 'form:has(input[name="form"][value="confirm"])';

describe('mails of alerts', () => {
  const PUBLIC_URL = 'https://jobs.example.org';
  let test: TestDatabase;
  let smtp: TestSmtpServer;
  let product: RunningProduct;
  let world: AlertWorld;
  let site: SiteUnderTest;

  const start = () =>
    startProduct({
      DATA_DIR: '/tmp',
      DATABASE_URL: test.url,
      SMTP_URL: smtp.url,
      SEARCH_MEMORY_MB: '0',
      PUBLIC_URL,
      SITES: '',
      SITE_FLAGS: 'default.recruiterApproval=on',
      RATE_LIMITS: 'off',
    });

  beforeAll(async () => {
    test = await createTestDatabase();
    smtp = await TestSmtpServer.start();
    world = await alertWorld(test);
    product = await start();
    site = new SiteUnderTest(product.url);
  }, 120_000);
  afterAll(async () => {
    await product.stop();
    await smtp.stop();
    await test.close();
  });

  /** Path of a link in a mail. */
  const pathOf = (link: string) => link.slice(PUBLIC_URL.length);
  const alertLink = (mail: ReceivedMail) => pathOf(mail.links.find((link) => link.includes('/alert?token='))!);
  const headerOf = (mail: ReceivedMail, key: string) => mail.headers.find((header) => header.key === key)?.value;

  /** Requests an alert and confirms it. @returns the path of its link */
  async function subscribe(email: string, query: string): Promise<string> {
    const visitor = new FormVisitor(site);
    expect((await visitor.send(`/job-alert${query}`, CREATE_FORM, { email, everySeconds: '86400' })).status).toBe(303);
    const link = alertLink(await smtp.mailTo(email));
    expect((await visitor.send(link, CONFIRM)).status).toBe(303);
    return link;
  }

  it('[APP-06] are sent only after the owner of the address has confirmed them', async () => {
    const email = 'ann@people.test';
    const visitor = new FormVisitor(site);
    await visitor.send('/job-alert?search=cook', CREATE_FORM, { email, everySeconds: '86400' });
    const question = await smtp.mailTo(email);
    expect(question.subject).toContain('confirm your job alert');
    const link = alertLink(question);
    // Mail scanners follow links, which must not confirm the alert.
    for (let count = 0; count < 3; count++) expect((await site.page(link)).$(CONFIRM).length).toBe(1);
    await world.publish('Cook before she said yes');
    await world.passTime();
    expect((await visitor.send(link, CONFIRM)).headers.location).toContain('notice=confirmed');
    const [id] = await world.publish('Cook of tomorrow', 'Driver');
    await world.passTime();
    const mail = await smtp.mailTo(email, 2);
    expect(mail.subject).toBe('1 new job: cook');
    expect(mail.text).toContain('Cook of tomorrow\nFood Bank');
    expect(mail.text).not.toMatch(/Driver|before she said/);
    expect(mail.links).toContain(`${PUBLIC_URL}/jobs?search=cook`);
    expect(mail.links.some((each) => each.startsWith(`${PUBLIC_URL}/job/${id}/`))).toBe(true);
    await world.passTime();
    await world.publish('Last cook');
    await world.passTime();
    expect((await smtp.mailTo(email, 3)).text).not.toContain('Cook of tomorrow');
    expect(smtp.mailsTo(email)).toHaveLength(3);
  }, 60_000);

  it('[APP-06] can be ended at once, by the mail program (RFC 8058) and on the page, without logging in', async () => {
    const people = ['bea@people.test', 'cid@people.test'];
    for (const email of people) await subscribe(email, '?search=gardener');
    await world.publish('Gardener');
    await world.passTime();
    const [first, second] = [await smtp.mailTo(people[0]!, 2), await smtp.mailTo(people[1]!, 2)];
    const address = /^<(https:.*)>$/.exec(headerOf(first, 'list-unsubscribe')!)![1]!;
    expect(headerOf(first, 'list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    expect(address).toMatch(/^https:\/\/jobs\.example\.org\/alert\/one-click\?token=[\w-]{43}$/);
    // A request from another origin, without cookies.
    const oneClick = await site
      .post(pathOf(address))
      .set('Origin', 'https://mail.example')
      .type('form')
      .send('List-Unsubscribe=One-Click');
    expect(oneClick.status).toBe(200);
    const visitor = new FormVisitor(site);
    const ended = await visitor.send(alertLink(second), END_FORM);
    expect((await visitor.get(ended.headers.location!.split('#')[0]!)).text).toContain('The alert has ended');
    for (const mail of [first, second]) expect((await site.page(alertLink(mail))).status).toBe(410);
    await world.publish('Another gardener');
    await world.passTime();
    await subscribe('witness@people.test', '?search=witness');
    expect(people.map((email) => smtp.mailsTo(email).length)).toEqual([2, 2]);
    const { rows } = await sql<{ n: number }>`
      select count(*)::integer as n from alert where email = any(${people}::text[])
    `.execute(test.database);
    expect(rows[0]!.n).toBe(0);
    // The confirmation mail has no such header, because there is nothing to end yet.
    expect(headerOf(smtp.mailsTo('witness@people.test')[0]!, 'list-unsubscribe')).toBeUndefined();
  }, 60_000);

  it('[APP-06] show search texts as they were typed, and contain no closed jobs', async () => {
    const email = 'eve@people.test';
    await subscribe(email, `?search=${encodeURIComponent('baker "<b>x</b>" -<script>')}`);
    await subscribe('fay@people.test', '?search=baker');
    const [gone] = await world.publish('Baker that goes', 'Baker <i>that</i> stays');
    await world.archive(gone!);
    await world.passTime();
    const mail = await smtp.mailTo('fay@people.test', 2);
    expect(mail.subject).toBe('1 new job: baker');
    expect(mail.html).toContain('Baker &lt;i&gt;that&lt;/i&gt; stays');
    expect(`${mail.html}${mail.text}`).not.toContain('that goes');
    expect((await site.page(alertLink(smtp.mailsTo(email)[0]!))).html).not.toContain('<script>"');
  }, 60_000);

  it('[APP-06] are sent once by two processes, and by the other one if the first is killed while sending', async () => {
    const people = Array.from({ length: 6 }, (_none, index) => `two-${index}@people.test`);
    for (const email of people) await subscribe(email, '?search=teacher');
    const second = await start();
    try {
      await world.publish('Teacher');
      await world.passTime();
      for (const email of people) expect((await smtp.mailTo(email, 2)).text).toContain('Teacher');
      const seen: string[] = [];
      smtp.beforeTaking = ({ messageId = '' }) => {
        seen.push(messageId);
        if (seen.length > 1) return;
        Object.assign(product.child, { stopping: true });
        product.child.kill('SIGKILL');
      };
      await world.publish('Head teacher');
      await world.passTime();
      await waitFor('a process to be killed', () => product.child.signalCode === 'SIGKILL', 30_000);
      smtp.beforeTaking = () => undefined;
      // Another process takes over its mails when their lease has expired.
      await waitFor(
        'all mails',
        async () => {
          await sql`update mail set due_at = now() where sent_at is null and due_at > now()`.execute(test.database);
          await sql`insert into data_change (kind) values ('mail')`.execute(test.database);
          return people.every((email) => smtp.mailsTo(email).some(({ text = '' }) => text.includes('Head teacher')));
        },
        60_000,
      );
      const { rows } = await sql<{ n: number; written: number }>`
        select count(*)::integer as written, count(distinct recipient)::integer as n from mail
        where template = 'job-alert' and recipient like 'two-%' and created_at > now() - interval '2 minutes'
      `.execute(test.database);
      expect(rows[0]).toEqual({ written: 12, n: 6 });
    } finally {
      await second.stop();
      product = await start();
      site = new SiteUnderTest(product.url);
    }
  }, 180_000);

  it('[REC-10] [ROLE-05] notify recruiters of resumes, without private data', async () => {
    await sql`insert into account (email, name, roles, email_verified, approved_at) values
      ('yes@firm.test', 'Yes', '{recruiter}', now(), now()), ('no@firm.test', 'No', '{recruiter}', now(), null)`.execute(
      test.database,
    );
    await sql`
      with s as (
        insert into alert_search (kind, site, digest, search) values ('resume', 'default', 'x', '{"language":["en"]}') returning id
      )
      insert into alert (kind, site, search_id, account_id, token, language, page, every_seconds, due_at, confirmed_at, created_at)
      select 'resume', 'default', s.id, a.id, 'token-of-' || a.name, 'en', '/resumes', 86400, now() + interval '1 day', now(), now()
      from s, account a where a.email in ('yes@firm.test', 'no@firm.test')
    `.execute(test.database);
    const person = {
      email: 'hidden@people.test',
      firstName: 'Zebulon',
      lastName: 'Quarkson',
      phone: '+44 7700 900123',
    };
    await world.addResume('Community nurse', person);
    await world.passTime();
    const mail = await smtp.mailTo('yes@firm.test');
    expect(mail.subject).toContain('1 new resume');
    expect(mail.text).toContain('Community nurse');
    for (const secret of Object.values(person)) expect(mail.raw + mail.text! + mail.html!).not.toContain(secret);
    await sql`update account set approved_at = null where email = 'yes@firm.test'`.execute(test.database);
    await world.addResume('Another nurse', { ...person, email: 'hidden2@people.test' });
    await world.passTime();
    await subscribe('last@people.test', '?search=last');
    expect([smtp.mailsTo('yes@firm.test').length, smtp.mailsTo('no@firm.test').length]).toEqual([1, 0]);
  }, 60_000);
});
