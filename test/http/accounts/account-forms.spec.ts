import * as cheerio from 'cheerio';
import type { Response } from 'supertest';
import { FormVisitor } from '../../support/visitors/form-visitor.js';
import { DEMO_PASSWORD } from '../../support/products.mjs';
import { PRODUCTS, SiteUnderTest, folded } from '../../support/data/site.js';
import { linkTo } from '../../support/servers/mailbox.js';

const APPLICANT = 'applicant@demo.causeboard.test';

function alerts(response: Response): string[] {
  const page = cheerio.load(response.text);
  return page('[data-form-errors] > [role="alert"]')
    .map((_index, alert) => folded(page(alert).text()))
    .get();
}

const FORM = 'form[data-form]';
const SESSION = 'next-auth.session-token';

describe.each(PRODUCTS)('forms about accounts without scripts, %s', (_name, url) => {
  const site = new SiteUnderTest(url);
  const visitor = () => new FormVisitor(site);

  it('[AUTH-03] a login leads to the page that was requested, and then shows who is logged in', async () => {
    const someone = visitor();
    const answer = await someone.send('/user/login?destination=%2Fjobs%3Fsearch%3Dnurse', FORM, {
      email: APPLICANT,
      password: DEMO_PASSWORD,
    });
    expect([answer.status, answer.headers.location]).toEqual([303, '/jobs?search=nurse&dispatch=login']);
    expect(someone.has(SESSION)).toBe(true);
    const page = await someone.get('/jobs');
    expect(page.headers['cache-control']).toBe('private, no-store');
    expect(cheerio.load(page.text)('[data-account-menu]').text()).toContain(APPLICANT);
  });

  it('[ROUTE-15] the address of the page after a login says so, and keeps the page that was requested', async () => {
    const logIn = async (query: string) => {
      const answer = await visitor().send(`/user/login${query}`, FORM, { email: APPLICANT, password: DEMO_PASSWORD });
      return [answer.status, answer.headers.location];
    };
    expect(await logIn('')).toEqual([303, '/dashboard?dispatch=login']);
    expect(await logIn('?destination=%2Fjobs%3Fpage%3D2%23main')).toEqual([303, '/jobs?page=2&dispatch=login#main']);
    expect(await logIn('?destination=https%3A%2F%2Fevil.example%2Fjobs')).toEqual([303, '/?dispatch=login']);
    const failed = await visitor().send('/user/login', FORM, { email: APPLICANT, password: 'not the password 4711' });
    expect([failed.status, failed.text.includes('dispatch=')]).toEqual([422, false]);
  });

  it('[ROUTE-15] the address of the page after a registration says so, and keeps the page that was requested', async () => {
    const register = async (query: string) => {
      const answer = await visitor().send(`/user/register/applicant${query}`, FORM, {
        firstName: 'Ada',
        lastName: 'Lovelace',
        password: 'correct horse battery',
        consent: 'yes',
        email: `dispatch-${Date.now()}@example.org`,
      });
      return [answer.status, answer.headers.location];
    };
    const next = '/user/check-mail?reason=register';
    expect(await register('?destination=%2Fjobs%3Fpage%3D2')).toEqual([
      303,
      `${next}&destination=%2Fjobs%3Fpage%3D2&dispatch=signup_start`,
    ]);
    expect(await register('?destination=https%3A%2F%2Fevil.example%2Fjobs')).toEqual([
      303,
      `${next}&destination=%2F&dispatch=signup_start`,
    ]);
  });

  it('[AUTH-03] shows errors in alerts that can be closed, and keeps the address but never the password', async () => {
    const someone = visitor();
    const wrong = await someone.send('/user/login', FORM, { email: APPLICANT, password: 'not the password 4711' });
    expect(wrong.status).toBe(422);
    expect(wrong.headers['cache-control']).toBe('private, no-store');
    expect(alerts(wrong)).toEqual(['The email address or the password is wrong']);
    const page = cheerio.load(wrong.text);
    expect(page('[data-close-alert]').attr('href')).toBe('/user/login');
    expect(page('input[name="email"]').attr('value')).toBe(APPLICANT);
    expect(wrong.text).not.toContain('not the password 4711');
    expect(someone.has(SESSION)).toBe(false);
  });

  it('[AUTH-03] [VALID-01] asks for both the address and the password', async () => {
    const empty = await visitor().send('/user/login', FORM, { email: ' ', password: '' });
    expect(empty.status).toBe(422);
    expect(alerts(empty)[0]).toContain('Email address: Field is required');
    const page = cheerio.load(empty.text);
    for (const name of ['email', 'password']) {
      expect(page(`#field-${name}`).attr('aria-invalid')).toBe('true');
      expect(page(`#field-${name}-error`).text()).toBe('Field is required');
    }
  });

  it.each([
    '//evil.example',
    '/\\evil.example',
    'https:evil.example',
    'https://evil.example/',
    '/\t/evil.example',
    'javascript:alert(1)',
  ])('[AUTH-03] never leads away from the site: %j', async (destination) => {
    const path = `/user/login?${new URLSearchParams({ destination }).toString()}`;
    const answer = await visitor().send(path, FORM, { email: APPLICANT, password: DEMO_PASSWORD });
    expect(answer.status).toBe(303);
    expect(answer.headers.location).toMatch(/^\/(?![/\\])/);
    expect(answer.headers.location).not.toContain('evil.example/');
  });

  it('[AUTH-11] [AUTH-03] the right password for an unconfirmed address leads to the confirmation page, which can send the mail again', async () => {
    const someone = visitor();
    const email = `waits-${Date.now()}-${_name.slice(0, 3)}@people.test`;
    const password = 'a long way to Tipperary';
    const registered = await someone.send('/user/register/applicant', FORM, {
      firstName: 'Ann',
      lastName: 'Bell',
      email,
      password,
      consent: 'yes',
    });
    expect(registered.status).toBe(303);
    const mailed = await someone.page(registered.headers.location!);
    expect(folded(mailed('[data-account-card]').text())).toContain(`Your address: ${email}`);
    expect(registered.headers.location).not.toContain('people.test');

    const wrong = await someone.send('/user/login', FORM, { email, password: 'not the password' });
    expect([wrong.status, alerts(wrong)]).toEqual([422, ['The email address or the password is wrong']]);
    const other = visitor();
    const right = await other.send('/user/login?destination=%2Fjobs', FORM, { email, password });
    expect([right.status, right.headers.location]).toEqual([
      303,
      '/user/check-mail?reason=confirm&destination=%2Fjobs',
    ]);
    const page = await other.page(right.headers.location!);
    expect(folded(page('main h1').text())).toBe('Confirm your address first');
    expect(page('#field-email').attr('value')).toBe(email);
    const again = await other.send(right.headers.location!, FORM, { email });
    expect([again.status, again.headers.location]).toEqual([
      303,
      '/user/check-mail?destination=%2Fjobs&reason=confirm&notice=sent-again',
    ]);
    expect(folded((await other.page(again.headers.location!))('main').text())).toContain('We’ve sent the link again');
    const script = await visitor().send('/user/login', FORM, { email, password }, { Accept: 'application/json' });
    expect(script.body).toEqual({ redirect: '/user/check-mail?reason=confirm' });
  });

  it('accepts a form only with its own token, and says that it was open for too long', async () => {
    const answer = await visitor().post('/user/login', { email: APPLICANT, password: DEMO_PASSWORD, csrfToken: 'x' });
    expect(answer.status).toBe(403);
    expect(alerts(answer)[0]).toMatch(/open for too long/);
    expect(cheerio.load(answer.text)('input[name="email"]').attr('value')).toBe(APPLICANT);
  });

  it.each([
    ['Origin', 'https://evil.example'],
    ['Origin', 'null'],
    ['Referer', 'https://evil.example/page'],
    ['Sec-Fetch-Site', 'cross-site'],
    ['Sec-Fetch-Site', 'same-site'],
  ])('accepts no form from other sites: %s %s', async (name, value) => {
    const someone = visitor();
    const answer = await someone.send(
      '/user/login',
      FORM,
      { email: APPLICANT, password: DEMO_PASSWORD },
      { [name]: value },
    );
    expect(answer.status).toBe(403);
    expect(someone.has(SESSION)).toBe(false);
  });

  it('accepts forms only as form submissions, and only at paths that have one', async () => {
    expect((await site.post('/user/login').send({ email: APPLICANT })).status).toBe(415);
    expect((await site.post('/jobs').type('form').send({ email: APPLICANT })).status).toBe(404);
  });

  it('[VALID-03] answers scripts with the same errors as JSON', async () => {
    const answer = await visitor().send(
      '/user/register/applicant',
      FORM,
      { email: 'x' },
      { Accept: 'application/json' },
    );
    expect(answer.status).toBe(422);
    expect((answer.body as { errors: unknown[] }).errors).toContainEqual({
      field: 'email',
      message: 'Please provide a valid email address',
    });
  });

  it('[AUTH-11] [VALID-01] [VALID-02] registration checks everything at once and keeps what was typed', async () => {
    const answer = await visitor().send('/user/register/recruiter', FORM, {
      firstName: 'Ada',
      email: 'ada@',
      password: 'short',
      organizationName: '',
    });
    expect(answer.status).toBe(422);
    const page = cheerio.load(answer.text);
    expect(page('#field-lastName-error').text()).toBe('Field is required');
    expect(page('#field-organizationName-error').text()).toBe('Field is required');
    expect(page('#field-email-error').text()).toBe('Please provide a valid email address');
    expect(page('#field-password-error').text()).toBe('Please choose a password of at least 10 characters');
    expect(page('#field-consent-error').text()).toBe('Please accept the terms and conditions');
    expect(page('#field-firstName').attr('value')).toBe('Ada');
    expect(page('#field-password').attr('value')).toBeUndefined();
  });

  it('[AUTH-11] gives the same answer whether or not there was an account', async () => {
    const register = (email: string) =>
      visitor().send('/user/register/applicant', FORM, {
        firstName: 'Ada',
        lastName: 'Lovelace',
        email,
        password: 'correct horse battery',
        consent: 'yes',
      });
    const [known, unknown] = [await register(APPLICANT), await register(`ada-${Date.now()}@example.org`)];
    expect([known.status, known.headers.location]).toEqual([
      303,
      '/user/check-mail?reason=register&dispatch=signup_start',
    ]);
    expect([unknown.status, unknown.headers.location]).toEqual([known.status, known.headers.location]);
    const page = await site.page('/user/check-mail?reason=register');
    expect([page.status, page.texts('h1')]).toEqual([200, ['Check your inbox']]);
  });

  it('[AUTH-12] gives the same answer to a password reset whether or not there is an account; a wrong link says that it is wrong', async () => {
    const ask = (email: string) => visitor().send('/user/reset-password', FORM, { email });
    for (const email of [APPLICANT, 'nobody@example.org']) {
      const answer = await ask(email);
      expect([answer.status, answer.headers.location]).toEqual([303, '/user/check-mail?reason=reset']);
    }
    const wrong = await visitor().send('/user/reset-password?token=guess', FORM, { password: 'correct horse battery' });
    expect([wrong.status, alerts(wrong)[0]]).toEqual([422, 'This link no longer works. Please request a new one']);
    const verify = await visitor().send('/user/verify?token=guess', FORM, { password: 'correct horse battery' });
    expect([verify.status, alerts(verify).length]).toEqual([422, 1]);
  });

  it('[AUTH-11] a link that was already used says so to people who are logged in, and does not ask for the password again', async () => {
    const applicant = await FormVisitor.loggedIn(site, 'applicant');
    const page = await applicant.page('/user/verify?token=used');
    expect(folded(page('main h1').text())).toBe('Already confirmed');
    expect(folded(page('[data-account-card]').text())).toContain(`Your address ${APPLICANT} is confirmed`);
    expect(page('details form[data-form="verify"]').length).toBe(1);
    expect(page('main form').length).toBe(1);
    const stranger = await visitor().page('/user/verify?token=used');
    expect(folded(stranger('main h1').text())).toBe('Confirm your address');
  });

  it('[AUTH-11] does not ask for the password in the browser that has just registered, but does in others', async () => {
    const password = 'correct horse battery';
    const [own, other] = [visitor(), visitor()];
    const emails = ['own', 'other'].map((name) => `${name}-${Date.now()}@example.org`);
    for (const [index, someone] of [own, other].entries())
      await someone.send('/user/register/applicant', FORM, {
        firstName: 'Ada',
        lastName: 'Byron',
        email: emails[index]!,
        password,
        consent: 'yes',
      });
    // Both products send mail from one database, whose mailbox the embedded one shows.
    const link = await linkTo(new SiteUnderTest(process.env.TEST_EMBEDDED!), emails[0]!, '/user/verify');
    const fields = async (someone: FormVisitor, path: string) =>
      (await someone.page(path))('form[data-form="verify"] input[type="password"]').length;
    expect([await fields(own, link), await fields(visitor(), link)]).toEqual([0, 1]);
    // A browser in which another address was registered gets an error only when it tries.
    expect(await fields(other, link)).toBe(0);
    const refused = await other.send(link, FORM, {});
    expect([refused.status, refused.headers.location, other.has(SESSION)]).toEqual([303, `${link}&by=password`, false]);
    expect(await fields(other, refused.headers.location!)).toBe(1);
    const wrong = await other.send(refused.headers.location!, FORM, { password: 'not the password' });
    expect(wrong.status).toBe(422);
    const answer = await own.send(link, FORM, {});
    expect([answer.status, own.has(SESSION)]).toEqual([303, true]);
  });

  it('[AUTH-10] logs out by the button of the menu and leads home', async () => {
    const someone = visitor();
    await someone.send('/user/login', FORM, { email: APPLICANT, password: DEMO_PASSWORD });
    const page = cheerio.load((await someone.get('/')).text);
    const form = page('[data-account-menu] form');
    const csrfToken = form.find('input[name="csrfToken"]').attr('value')!;
    const answer = await someone.post(form.attr('action')!, { csrfToken });
    expect([answer.status, answer.headers.location]).toEqual([303, '/']);
    expect(someone.has(SESSION)).toBe(false);
    expect(cheerio.load((await someone.get('/')).text)('[data-account-menu]').length).toBe(0);
  });

  it('[AUTH-09] every kind of error has a page with its own text', async () => {
    const kinds = ['OAuthCallback', 'OAuthAccountNotLinked', 'SessionRequired', 'MissingSecret', 'UnsupportedStrategy'];
    const titles = new Set<string>();
    for (const kind of kinds) {
      const page = await site.page(`/user/error?error=${kind}`);
      titles.add(page.texts('h1')[0]! + page.texts('main p')[0]!);
      expect(page.html).not.toContain('account.error');
    }
    expect(titles.size).toBe(kinds.length);
    expect((await site.page('/user/error?error=AccessDenied')).status).toBe(403);
    expect((await site.page('/user/error?error=Configuration')).status).toBe(500);
    expect((await site.page('/user/error?error=%3Cscript%3E')).texts('h1')).toEqual(['We couldn’t log you in']);
    const login = await site.page('/user/login?error=OAuthAccountNotLinked');
    expect(login.texts('[role="alert"]')[0]).toMatch(/sent it a link that connects the two/);
  });

  it('[ROLE-03] offers registration for both roles, each with its page', async () => {
    const login = await site.page('/user/login');
    const links = login.$('main a[href^="/user/register/"]').map((_index, link) => login.$(link).attr('href'));
    expect(links.get()).toEqual(['/user/register/applicant', '/user/register/recruiter']);
    expect((await site.page('/user/register')).status).toBe(200);
    expect((await site.page('/user/register/administrator')).status).toBe(404);
  });

  it('pages about accounts are not cached, have lower-case paths, and are not indexed by robots', async () => {
    for (const path of ['/user/login', '/user/register/applicant', '/user/reset-password', '/user/verify?token=x']) {
      const page = await site.page(path);
      expect([path, page.status, page.headers['cache-control']]).toEqual([path, 200, 'private, no-store']);
      expect(page.$('meta[name="robots"]').attr('content')).toBe('noindex');
    }
    const upper = await site.get('/User/Login?destination=%2Fjobs').redirects(0);
    expect([upper.status, upper.headers.location]).toEqual([301, '/user/login?destination=%2Fjobs']);
    expect((await site.page('/user/nothing')).status).toBe(404);
  });

  it('the header of pages in a shared cache contains nothing about the visitor', async () => {
    const home = await site.page('/');
    expect(home.headers['set-cookie']).toBeUndefined();
    expect(home.headers['cache-control']).toContain('public');
    expect(home.$('header a[data-login]').attr('href')).toBe('/user/login');
    expect(home.html).not.toContain('csrfToken');
  });
});
