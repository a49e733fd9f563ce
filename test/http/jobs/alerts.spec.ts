import { CREATE_FORM, END_FORM } from '../../support/worlds/alert-world.js';
import { FormVisitor } from '../../support/visitors/form-visitor.js';
import { startProduct } from '../../support/products.mjs';
import { folded, PRODUCTS, type SiteName, SiteUnderTest } from '../../support/data/site.js';

const CHANGE = 'form:has(input[name="form"][value="change"])';
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
        expect(page.$(CREATE_FORM).length).toBe(1);
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
      const sent = await visitor.send('/job-alert?search=cook', CREATE_FORM, { email, everySeconds: '86400' });
      const next = await visitor.get(sent.headers.location!);
      // People who have mistyped the address can see why no email arrives.
      expect(next.text).toContain(`Your address: ${email}`);
      const text = folded(next.text.replace(/nonce="[^"]*"|"requestId":"[^"]*"/g, '').replaceAll(email, ''));
      answers.add(`${sent.status} ${sent.headers.location} ${next.status} ${text.length}`);
    }
    expect(answers.size).toBe(1);
    const visitor = new FormVisitor(new SiteUnderTest(url));
    const wrong = await visitor.send('/job-alert?search=cook', CREATE_FORM, { email: 'nobody', everySeconds: '86400' });
    expect([wrong.status, wrong.text.includes('Please provide a valid email address')]).toEqual([422, true]);
    expect(wrong.text).toContain('value="nobody"');
    const never = await visitor.send('/job-alert?search=cook', CREATE_FORM, {
      email: 'ann@people.test',
      everySeconds: '1',
    });
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
      const answer = await visitor.send('/job-alert', CREATE_FORM, {
        email: 'ann@people.test',
        everySeconds: '86400',
        search,
      });
      expect([search.slice(0, 40), answer.status >= 400 && answer.status < 600]).toEqual([search.slice(0, 40), true]);
    }
    const cut = JSON.stringify({ fulltext: { keys: ['a'.repeat(10_000)] } });
    const taken = await visitor.send('/job-alert', CREATE_FORM, {
      email: 'ann@people.test',
      everySeconds: '86400',
      search: cut,
    });
    expect(taken.status).toBe(303);
    const elsewhere = { email: 'ann@people.test', everySeconds: '86400', page: 'https://evil.example/jobs' };
    expect((await visitor.send('/job-alert', CREATE_FORM, elsewhere)).status).toBeGreaterThanOrEqual(400);
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
    const made = await visitor.send(`/job-alert?search=${words}`, CREATE_FORM, { everySeconds: '604800' });
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
    const ended = await visitor.send(edit, END_FORM);
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
    const made = await visitor.send(`/resume-alert?search=${words}`, CREATE_FORM, { everySeconds: '2628000' });
    expect(made.headers.location).toMatch(/^\/resume-alert\/edit\/[0-9a-f-]{36}\?notice=kept$/);
    const edit = made.headers.location!.split('?')[0]!;
    expect((await visitor.send(edit, CHANGE, { everySeconds: '-1' })).status).toBe(303);
    expect((await visitor.page(edit))('option[selected]').attr('value')).toBe('-1');
    expect((await visitor.get(edit.replace('resume', 'job'))).status).toBe(404);
    expect((await visitor.page('/dashboard'))(`#alerts a[href="${edit}"]`).length).toBe(1);
    const applicant = await FormVisitor.loggedIn(new SiteUnderTest(url), 'applicant');
    expect([(await applicant.get('/resume-alert')).status, (await applicant.get(edit)).status]).toEqual([403, 404]);
    expect((await visitor.send(edit, END_FORM)).status).toBe(303);
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
