import { sql } from 'kysely';
import { alertWorld, type AlertWorld } from '../../support/worlds/alert-world.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { FormVisitor } from '../../support/visitors/form-visitor.js';
import { type RunningProduct, startProduct } from '../../support/products.mjs';
import { folded, PRODUCTS, type SiteName, SiteUnderTest } from '../../support/data/site.js';
import { type ReceivedMail, TestSmtpServer } from '../../support/servers/smtp-server.js';
import { waitFor } from '../../support/wait-for.js';

const FORM = 'form[method="post"]:has(select[name="everySeconds"]):has(input[name="search"])';
const CHANGE = 'form:has(input[name="form"][value="change"])';
const END = 'form:has(input[name="form"][value="end"])';
const CONFIRM = 'form:has(input[name="form"][value="confirm"])';
const NOBODY = '00000000-0000-4000-8000-000000000000';

describe.each(PRODUCTS)('alerts, %s', (_name, url) => {
  const SITES: [SiteName, jobs: string, words: string][] = [
    ['default', '/jobs', 'cook'],
    ['charity-ca', '/jobs', 'cook'],
    ['uk', '/jobs', 'cook'],
    ['europe', '/de/jobs', 'Koch'],
    ['europe', '/fr/emploi', 'cuisine'],
  ];

  it.each(SITES)(
    '[APP-06] %s, %s: can be created from any search, also one without results',
    async (name, path, words) => {
      const site = new SiteUnderTest(url, name);
      for (const query of [`?search=${words}`, '?search=zzqqxx&radius=50']) {
        const jobs = await site.page(`${path}${query}`);
        const link = jobs.$('#results a[href*="/job-alert"]').first().attr('href')!;
        expect(link).toContain(`search=${query.split('=')[1]!.split('&')[0]}`);
        const page = await site.page(link);
        expect([page.status, page.headers['cache-control']]).toEqual([200, 'private, no-store']);
        expect(page.$(FORM).length).toBe(1);
        expect(page.$('select[name="everySeconds"] option[selected]').attr('value')).toBe('864000');
        expect(page.$('meta[name="robots"]').attr('content')).toContain('noindex');
        expect(page.$('label[for="field-email"]').length).toBe(1);
      }
      expect((await site.page(`${path}?search=zzqqxx`)).$('#results li a[href*="/job-alert"]').length).toBe(1);
    },
  );

  it('[APP-06] keep the whole search: words, facets, place, radius', async () => {
    const site = new SiteUnderTest(url, 'charity-ca');
    const page = await site.page(
      '/job-alert?search=cook&geo_location=Toronto&radius=25&employment_type=101&sorting=relevancy&page=3',
    );
    const search = JSON.parse(page.$('input[name="search"]').attr('value')!) as Record<string, unknown>;
    expect(search).toMatchObject({ fulltext: { keys: ['cook'] }, geoLocation: { label: 'Toronto', radius: 25 } });
    expect(JSON.stringify(search)).toContain('"101"');
    expect(page.texts('#search p')[0]).toMatch(/^cook · Toronto.* \(25 km\) · /);
    expect(page.$('input[name="page"]').attr('value')).toMatch(/^\/jobs\?search=cook&geo_location=Toronto&radius=25/);
  });

  it('[APP-06] have no filters for dates, and say so', async () => {
    const site = new SiteUnderTest(url, 'charity-ca');
    const jobs = await site.page('/jobs?search=cook&published=30&closing=7');
    const page = await site.page(jobs.$('#results a[href*="/job-alert"]').first().attr('href')!);
    expect(page.texts('#search p').slice(0, 2)).toEqual([
      'cook',
      'An alert reports new jobs as they come in. The filters “Date posted” and “Closing soon” don’t apply to it.',
    ]);
    expect(page.$('input[name="page"]').attr('value')).toBe('/jobs?search=cook');
    expect(page.$('input[name="search"]').attr('value')).not.toMatch(/published|closing/);
    expect((await site.page('/job-alert?search=cook')).texts('#search p')[1]).not.toContain('Date posted');
  });

  it('[APP-06] are created by form without scripts, with the same response for every address', async () => {
    const answers = new Set<string>();
    for (const email of [`new-${Date.now()}@people.test`, 'applicant@demo.causeboard.test']) {
      const visitor = new FormVisitor(new SiteUnderTest(url));
      const sent = await visitor.send('/job-alert?search=cook', FORM, { email, everySeconds: '86400' });
      const next = await visitor.get(sent.headers.location!);
      // People who have mistyped the address can see why no email arrives.
      expect(next.text).toContain(`Your address: ${email}`);
      const text = folded(next.text.replace(/nonce="[^"]*"|"requestId":"[^"]*"/g, '').replaceAll(email, ''));
      answers.add(`${sent.status} ${sent.headers.location} ${next.status} ${text.length}`);
    }
    expect(answers.size).toBe(1);
    const visitor = new FormVisitor(new SiteUnderTest(url));
    const wrong = await visitor.send('/job-alert?search=cook', FORM, { email: 'nobody', everySeconds: '86400' });
    expect([wrong.status, wrong.text.includes('Please provide a valid email address')]).toEqual([422, true]);
    expect(wrong.text).toContain('value="nobody"');
    const never = await visitor.send('/job-alert?search=cook', FORM, { email: 'ann@people.test', everySeconds: '1' });
    expect([never.status, never.text.includes('Please choose how often')]).toEqual([422, true]);
  });

  it('[APP-06] treat hostile input as plain text', async () => {
    const site = new SiteUnderTest(url);
    const script = '<script>alert(1)</script>"><img src=x onerror=alert(2)>';
    const page = await site.page(`/job-alert?search=${encodeURIComponent(script)}`);
    expect([page.$('img[src="x"]').length, page.html.includes('<script>alert(1)')]).toEqual([0, false]);
    expect((await site.page(`/job-alert?search=${'a'.repeat(10_000)}`)).status).toBe(414);
    const long = await site.page(`/job-alert?search=${'a'.repeat(1000)}`);
    expect(long.$('#search p').first().text().length).toBeLessThan(100);
    const visitor = new FormVisitor(site);
    for (const search of [
      '',
      'null',
      '[]',
      '{',
      '{"fulltext":{"keys":7}}',
      JSON.stringify({ a: 'x'.repeat(40_000) }),
    ]) {
      const answer = await visitor.send('/job-alert', FORM, {
        email: 'ann@people.test',
        everySeconds: '86400',
        search,
      });
      expect([search.slice(0, 40), answer.status >= 400 && answer.status < 600]).toEqual([search.slice(0, 40), true]);
    }
    const cut = JSON.stringify({ fulltext: { keys: ['a'.repeat(10_000)] } });
    const taken = await visitor.send('/job-alert', FORM, {
      email: 'ann@people.test',
      everySeconds: '86400',
      search: cut,
    });
    expect(taken.status).toBe(303);
    const elsewhere = { email: 'ann@people.test', everySeconds: '86400', page: 'https://evil.example/jobs' };
    expect((await visitor.send('/job-alert', FORM, elsewhere)).status).toBeGreaterThanOrEqual(400);
    for (const token of ['none', "' or 1=1 --", '../../x', 'a'.repeat(5000), '%00'])
      expect((await site.page(`/alert?token=${encodeURIComponent(token)}`)).status).toBe(410);
    expect((await site.page('/alert')).status).toBe(410);
    expect((await site.get('/job-alert/edit/not-an-id')).status).toBe(404);
  });

  it('[APP-06] [APP-07] are on the dashboard of applicants, who can change and end them', async () => {
    const visitor = await FormVisitor.loggedIn(new SiteUnderTest(url), 'applicant');
    const dashboard = await visitor.page('/dashboard');
    expect(dashboard('#alerts li').length).toBeGreaterThanOrEqual(2);
    // The applicant's own address needs no confirmation.
    const words = `word${Date.now()}`;
    const made = await visitor.send(`/job-alert?search=${words}`, FORM, { everySeconds: '604800' });
    expect(made.headers.location).toMatch(/^\/job-alert\/edit\/[0-9a-f-]{36}\?notice=kept$/);
    const edit = made.headers.location!.split('?')[0]!;
    const known = await visitor.get(`/job-alert?search=${words}`);
    expect([known.status, known.headers.location]).toEqual([302, `${edit}?notice=known`]);
    const told = await visitor.page(known.headers.location!);
    expect(told('[role="status"]').text()).toContain('You already have this alert.');
    expect((await visitor.page('/dashboard'))(`#alerts a[href="${edit}"]`).length).toBe(1);
    const changed = await visitor.send(edit, CHANGE, { everySeconds: '86400' });
    expect([changed.status, changed.headers.location]).toEqual([303, `${edit}?notice=changed#main`]);
    expect((await visitor.page(edit))('option[selected]').attr('value')).toBe('86400');
    expect((await visitor.send(edit, CHANGE, { everySeconds: '7' })).status).toBe(422);
    // For all other people it does not exist.
    for (const other of ['recruiter', 'admin']) {
      const stranger = await FormVisitor.loggedIn(new SiteUnderTest(url), other);
      expect((await stranger.get(edit)).status).toBe(404);
      const csrf = (await stranger.page('/job-alert'))('input[name="csrfToken"]').attr('value')!;
      await stranger.post(edit, { csrfToken: csrf, form: 'end' });
      const refused = await stranger.post(edit, { csrfToken: csrf, form: 'change', everySeconds: '604800' });
      expect(refused.status).toBe(404);
    }
    expect((await new SiteUnderTest(url).get(edit).redirects(0)).headers.location).toContain('/user/login?');
    expect((await visitor.page(edit))('option[selected]').attr('value')).toBe('86400');
    const ended = await visitor.send(edit, END);
    expect([ended.status, ended.headers.location]).toEqual([303, '/dashboard#main']);
    expect((await visitor.get(edit)).status).toBe(404);
  });

  it('[APP-08] are part of an account’s exported data, without the secrets of their links', async () => {
    const visitor = await FormVisitor.loggedIn(new SiteUnderTest(url), 'applicant');
    const { alert } = JSON.parse((await visitor.get('/user/export')).text) as { alert: Record<string, unknown>[] };
    expect(alert.length).toBeGreaterThanOrEqual(2);
    expect(alert[0]).toMatchObject({ kind: 'job', search: expect.any(Object) as object, told: [] });
    expect(Object.keys(alert[0]!)).not.toContain('token');
  });

  it('[REC-10] can be created from resume searches by people with access to them, and edited at their address', async () => {
    const visitor = await FormVisitor.loggedIn(new SiteUnderTest(url), 'recruiter');
    const link = (await visitor.page('/resumes?search=cook'))('#results a[href*="/resume-alert"]')
      .first()
      .attr('href')!;
    expect(link).toBe('/resume-alert?search=cook');
    const page = await visitor.page(link);
    const options = page('select[name="everySeconds"] option')
      .map((_index, each) => page(each).attr('value'))
      .get();
    expect(options).toEqual(['-1', '86400', '604800', '2628000']);
    const words = `word${Date.now()}`;
    const made = await visitor.send(`/resume-alert?search=${words}`, FORM, { everySeconds: '2628000' });
    expect(made.headers.location).toMatch(/^\/resume-alert\/edit\/[0-9a-f-]{36}\?notice=kept$/);
    const edit = made.headers.location!.split('?')[0]!;
    expect((await visitor.send(edit, CHANGE, { everySeconds: '-1' })).status).toBe(303);
    expect((await visitor.page(edit))('option[selected]').attr('value')).toBe('-1');
    expect((await visitor.get(edit.replace('resume', 'job'))).status).toBe(404);
    expect((await visitor.page('/dashboard'))(`#alerts a[href="${edit}"]`).length).toBe(1);
    const applicant = await FormVisitor.loggedIn(new SiteUnderTest(url), 'applicant');
    expect([(await applicant.get('/resume-alert')).status, (await applicant.get(edit)).status]).toEqual([403, 404]);
    expect((await visitor.send(edit, END)).status).toBe(303);
    expect((await visitor.get(`/resume-alert/edit/${NOBODY}`)).status).toBe(404);
  });

  it('[APP-06] are ended by the POST of a mail program, and never by a GET', async () => {
    const site = new SiteUnderTest(url);
    const posted = await site.post('/alert/one-click?token=none').type('form').send('List-Unsubscribe=One-Click');
    expect([posted.status, posted.headers['set-cookie']]).toEqual([200, undefined]);
    const followed = await site.get('/alert/one-click?token=abc').redirects(0);
    expect([followed.status, followed.headers.location]).toEqual([303, '/alert?token=abc']);
  });
});

it('[ROUTE-02] without the resume feature there are no alerts for resumes', async () => {
  const product = await startProduct({
    DATA_DIR: process.env.TEST_DATA_DIR!,
    BACKEND_GRAPHQL_URL: `${process.env.TEST_BACKEND!}/graphql`,
    SITE_FLAGS: 'default.resume=off',
  });
  try {
    const site = new SiteUnderTest(product.url);
    const answer = await site.get(`/resume-alert/edit/${NOBODY}`).redirects(0);
    expect([answer.status, answer.headers.location]).toEqual([expect.any(Number), '/404']);
    expect((await site.get('/resume-alert')).status).toBe(404);
  } finally {
    await product.stop();
  }
}, 120_000);

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
    expect((await visitor.send(`/job-alert${query}`, FORM, { email, everySeconds: '86400' })).status).toBe(303);
    const link = alertLink(await smtp.mailTo(email));
    expect((await visitor.send(link, CONFIRM)).status).toBe(303);
    return link;
  }

  it('[APP-06] are sent only after the owner of the address has confirmed them', async () => {
    const email = 'ann@people.test';
    const visitor = new FormVisitor(site);
    await visitor.send('/job-alert?search=cook', FORM, { email, everySeconds: '86400' });
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
    const ended = await visitor.send(alertLink(second), END);
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
      select 'resume', 'default', s.id, a.id, 'token-of-' || a.name, 'en', '/resumes', 86400, now(), now(), now()
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
