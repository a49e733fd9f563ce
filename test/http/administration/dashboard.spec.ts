import * as cheerio from 'cheerio';
import { PRODUCTS, SiteUnderTest, folded } from '../../support/data/site.js';
import { FormVisitor } from '../../support/visitors/form-visitor.js';

const WARNING = 'You are logged in as a masqueraded user.';

describe.each(PRODUCTS)('pages of people who are logged in, %s', (_name, url) => {
  const site = new SiteUnderTest(url);

  it.each(['/dashboard', '/user/settings', '/admin/users', '/admin/audit', '/user/masquerade'])(
    '[ROLE-01] [AUTH-09] anonymous visitors are asked to log in before %s',
    async (path) => {
      const answer = await site.get(path).redirects(0);
      const location = `/user/login?destination=${path}&error=SessionRequired`;
      expect([answer.status, answer.headers.location]).toEqual([302, location]);
      expect(answer.headers['cache-control']).toBe('private, no-store');
      const login = await site.page(location);
      expect(login.texts('[role="alert"]')[0]).toMatch(/for people who are logged in/);
    },
  );

  it.each([
    ['applicant', 'Applicant', 'Find work that matters to you'],
    ['recruiter', 'Recruiter', 'See your page as applicants do'],
    ['editor', 'Job editor', 'Jobs to review'],
    ['siteadmin', 'Site manager', 'Jobs to review'],
    ['admin', 'Administrator', 'Manage accounts'],
  ])('[ROLE-01] the dashboard of %s names the role and what comes next', async (name, role, step) => {
    const visitor = await FormVisitor.loggedIn(site, name);
    const answer = await visitor.get('/dashboard');
    expect([answer.status, answer.headers['cache-control']]).toEqual([200, 'private, no-store']);
    const page = cheerio.load(answer.text);
    expect(page('main h1').text()).toMatch(/^Hello, /);
    expect(folded(page('main').text())).toContain(role);
    const steps = page('main h3')
      .map((_index, heading) => page(heading).text())
      .get();
    // Applications and jobs of other tests come before everything else.
    const fromTests = name === 'admin' ? /new applications?$|jobs? to review$/ : /new applications?$/;
    const first = steps.filter((each) => !fromTests.test(each))[0];
    expect(first?.replace(/^\d+ jobs? to review$/, 'Jobs to review')).toBe(step);
    expect(page('meta[name="robots"]').attr('content')).toBe('noindex');
    expect(answer.text).not.toMatch(/dashboard\.\w+\./);
  });

  it('[AUTH-19] [REC-06] [REC-07] the user context on the page holds the user, organization, credits and subscriptions', async () => {
    const recruiter = await FormVisitor.loggedIn(site, 'recruiter');
    const page = await recruiter.page('/dashboard');
    const { user } = JSON.parse(page('#island-page').text()) as { user: Record<string, unknown> };
    expect(user).toMatchObject({
      authenticated: true,
      masqueraded: false,
      consents: {
        data: [{ id: expect.any(String) as string, mail: 'recruiter@demo.causeboard.test' }],
        loading: false,
        error: null,
      },
      credits: { loading: false, error: null },
      subscriptions: { loading: false, error: null, total: expect.any(Number) as number },
    });
    const { currentOrganizationProfile: current, updatableOrganizationProfiles: all } = user as {
      currentOrganizationProfile: { id: string; name: string };
      updatableOrganizationProfiles: { id: string }[];
    };
    expect(all.map(({ id }) => id)).toContain(current.id);
    expect(page('#organization').text()).toContain(current.name);
    expect(page('#credits').length + page('#subscriptions').length).toBe(2);
    expect(JSON.stringify(user)).not.toMatch(/jwt|password/i);
  });

  it('[ROLE-06] only people who are logged in are asked for consent, and pages of others contain no user', async () => {
    const page = await site.page('/');
    expect(JSON.parse(page.$('#island-page').text())).not.toHaveProperty('user');
    const applicant = await FormVisitor.loggedIn(site, 'applicant');
    const own = JSON.parse((await applicant.page('/dashboard'))('#island-page').text()) as { user: object };
    expect(own.user).toHaveProperty('isAskedForConsent', true);
    expect(page.html).not.toContain('data-consent-prompt');
    expect((await applicant.page('/dashboard'))('[data-consent-prompt]').length).toBe(0);
  });

  it.each(['applicant', 'recruiter', 'editor', 'siteadmin'])(
    '[ROLE-01] administration is closed to %s, its forms as well',
    async (name) => {
      const visitor = await FormVisitor.loggedIn(site, name);
      for (const path of ['/admin/users', '/admin/audit', '/admin/users/00000000-0000-4000-8000-000000000000']) {
        const answer = await visitor.get(path);
        expect([path, answer.status]).toEqual([path, 403]);
        expect(cheerio.load(answer.text)('h1').text()).toBe('You can’t see this page');
      }
      const csrfToken = (await visitor.page('/user/settings'))('input[name="csrfToken"]').attr('value')!;
      const answer = await visitor.post('/admin/users/00000000-0000-4000-8000-000000000000', {
        csrfToken,
        form: 'block',
        blockReason: 'because',
      });
      expect(answer.status).toBe(403);
    },
  );

  it('[AUTH-14] an administrator acts as a user, sees the warning on every page, returns, and both are audited', async () => {
    const admin = await FormVisitor.loggedIn(site, 'admin');
    const list = await admin.page('/admin/users?search=applicant%40demo&role=applicant&state=open');
    const rows = list('tbody tr');
    expect(rows.length).toBe(1);
    const path = rows.find('a').attr('href')!;
    const begun = await admin.send(path, '#masquerade form');
    expect([begun.status, begun.headers.location]).toEqual([303, '/dashboard#main']);
    for (const address of ['/dashboard', '/jobs', '/user/settings']) {
      const page = await admin.page(address);
      expect(page('[data-masquerade] [role="alert"]').text()).toContain(WARNING);
      expect(page('[data-masquerade] details[open] > summary').length).toBe(1);
    }
    expect((await admin.page('/user/settings'))('#change-password, #delete-account').length).toBe(0);
    expect((await admin.get('/admin/users')).status).toBe(403);
    const ended = await admin.send('/jobs', '[data-masquerade] form');
    expect([ended.status, ended.headers.location]).toEqual([303, '/admin/users']);
    expect((await admin.page('/admin/users'))('[data-masquerade]').length).toBe(0);
    const audit = (await admin.page('/admin/audit'))('#events li > p:first-child strong');
    const actions = audit.map((_index, element) => list(element).text()).get();
    expect(actions).toEqual(expect.arrayContaining(['Masquerade ended', 'Masquerade started']));
    expect(
      (await FormVisitor.loggedIn(site, 'admin').then((other) => other.page('/jobs')))('[data-masquerade]').length,
    ).toBe(0);
  });

  it('[PAGE-03] the sidenav is closed until it is opened, and remembered for each role', async () => {
    const roles = { applicant: 'applicant', recruiter: 'recruiter', admin: 'recruiter' };
    for (const [name, role] of Object.entries(roles)) {
      const page = await (await FormVisitor.loggedIn(site, name)).page('/dashboard');
      expect(page('nav[data-sidenav]').attr('data-sidenav')).toBe(`sidenav-${role}`);
      expect(page('nav[data-sidenav] details').attr('open')).toBeUndefined();
      expect(page('nav[data-sidenav] a[aria-current="page"]').attr('href')).toBe('/dashboard');
    }
    const login = await site.page('/user/login');
    expect(login.$('nav[data-sidenav]').attr('data-sidenav')).toBe('sidenav-anonymous');
    expect((await site.page('/jobs')).$('nav[data-sidenav]').length).toBe(0);
    expect(login.texts('summary')).toEqual(['Menu', 'Log in or register']);
  });

  it('[PAGE-03] [ROLE-01] the header leads recruiters to their tasks, and visitors on phones to the registration', async () => {
    const header = 'header nav[aria-label="Main"] a';
    const textsOf = (page: cheerio.CheerioAPI) => page(header).map((_at, link) => page(link).text()).get(); // prettier-ignore
    const recruiter = await FormVisitor.loggedIn(site, 'recruiter');
    const jobs = await recruiter.page('/job-manager');
    expect(textsOf(jobs)).toEqual(['Jobs', 'Applications', 'Resumes', 'Organization', 'Post a job']);
    expect(jobs(`${header}[aria-current="page"]`).text()).toBe('Jobs');
    for (const link of jobs(header).get()) expect((await recruiter.get(jobs(link).attr('href')!)).status).toBe(200);
    expect(jobs('[data-account-menu] ul').text()).toContain('Find jobs');
    const visitor = cheerio.load((await site.get('/jobs')).text);
    expect(textsOf(visitor)).toContain('For employers');
    expect(visitor('header details a[href="/user/register"]').length).toBe(1);
    expect(visitor('[data-account-menu]').length).toBe(0);
    const applicant = await (await FormVisitor.loggedIn(site, 'applicant')).page('/jobs');
    expect(textsOf(applicant)).not.toContain('Post a job');
    expect(applicant('header a[href^="/user/register"]').length).toBe(0);
  });

  it('[APP-08] a form of the settings shows errors next to their fields and keeps what was typed', async () => {
    const visitor = await FormVisitor.loggedIn(site, 'applicant');
    const answer = await visitor.send('/user/settings', 'form[data-form="change-email"]', {
      email: 'new@',
      emailPassword: 'a secret that is not sent back',
    });
    expect(answer.status).toBe(422);
    const page = cheerio.load(answer.text);
    expect(page('#field-email-error').text()).toBe('Please provide a valid email address');
    expect(page('#field-email').attr('value')).toBe('new@');
    expect(answer.text).not.toContain('a secret that');
    expect(page('#change-email [data-form-errors] > [role="alert"]').length).toBe(1);
    expect(page('#change-password [data-form-errors] > [role="alert"]').length).toBe(0);
  });
});
