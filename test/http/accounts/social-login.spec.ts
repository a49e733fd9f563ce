import * as cheerio from 'cheerio';
import { SealedTokens } from '../../../src/modules/auth/session/sealed-tokens.js';
import { errorOf, pageAfter, SOCIAL_SECRET, socialWorld, target } from '../../support/worlds/social-world.js';
import { Visitor } from '../../support/visitors/visitor.js';

const [STATE, SESSION] = ['next-auth.state', 'next-auth.session-token'];
const world = socialWorld();

describe.each(['google', 'linkedin', 'facebook'])('logging in with %s', (id) => {
  it('[AUTH-08] creates an account, and finds it at the next login', async () => {
    const { sub, email } = world.person();
    const first = new Visitor(world.origin);
    const back = await world.logIn(first, id, sub);
    expect([back.status, target(back)]).toEqual([302, `${world.origin}/dashboard`]);
    expect(await first.session()).toMatchObject({ user: { email, name: 'Robin Maple' }, isNewUserViaSocial: true });
    const second = new Visitor(world.origin);
    expect(target(await world.logIn(second, id, sub, { callbackUrl: '/jobs?page=2' }))).toBe(
      `${world.origin}/jobs?page=2`,
    );
    expect(await second.session()).toMatchObject({ user: { email }, isNewUserViaSocial: false });
    // The address of a job's page states that the service is not the source of the visit.
    for (const [wanted, reached] of [
      ['/job/7/cook', '/job/7/cook?source=unknown'],
      ['/job/7/cook?source=search', '/job/7/cook?source=search'],
    ] as const) {
      const back = await world.logIn(new Visitor(world.origin), id, sub, { callbackUrl: wanted });
      expect(target(back)).toBe(world.origin + reached);
    }
  });

  it('[AUTH-08] requests a login with a state, and with a code challenge if the service supports it', async () => {
    const url = new URL(await world.begin(new Visitor(world.origin), id));
    expect(url.origin).toBe(world.provider.url);
    const asked = Object.fromEntries(url.searchParams);
    expect(asked).toMatchObject({ client_id: id, prompt: 'login', response_type: 'code' });
    expect(asked['redirect_uri']).toBe(`${world.origin}/api/auth/callback/${id}`);
    expect(asked['state']!.length).toBeGreaterThan(40);
    expect(asked['code_challenge_method']).toBe(id === 'linkedin' ? undefined : 'S256');
    expect(url.href).not.toContain('secret');
  });
});

describe('roles', () => {
  it('[AUTH-08] a new account gets the role of the page on which the login began, and no other', async () => {
    for (const [role, expected] of [
      ['recruiter', 'recruiter'],
      ['administrator', 'applicant'],
    ] as const) {
      const visitor = new Visitor(world.origin);
      const back = await world.logIn(visitor, 'google', world.person().sub, { role });
      expect(target(back)).toBe(
        role === 'recruiter'
          ? `${world.origin}/user/organization?destination=%2Fdashboard`
          : `${world.origin}/dashboard`,
      );
      const { data } = await visitor.json<{ data: { getUser: { roles: object[] } } }>(
        '/graphql',
        world.query('getUser'),
      );
      expect(data.getUser.roles).toEqual([{ targetId: expected }]);
    }
  });
});

describe('consent', () => {
  const textOf = async (visitor: Visitor, path: string) => (await visitor.fetch(path)).text();
  const registration = async (visitor: Visitor) => cheerio.load(await textOf(visitor, '/user/register/applicant'));
  const consents = async (visitor: Visitor) =>
    (JSON.parse(await textOf(visitor, '/user/export')) as { user_consent: object[] }).user_consent;
  const prompts = async (visitor: Visitor) =>
    cheerio.load(await textOf(visitor, '/dashboard'))('[data-consent-prompt]').length;

  it('[AUTH-16] [CONSENT-03] a user who continues from the registration page agrees to the text next to the button', async () => {
    const visitor = new Visitor(world.origin);
    const page = await registration(visitor);
    const shown = page('[data-social] form input[name="consentRevisionId"]').first().val() as string;
    expect(shown).toBe(page('form[data-form="register"] input[name="consentRevisionId"]').val());
    const { sub, email } = world.person();
    await world.logIn(visitor, 'google', sub, { role: 'applicant', consentRevisionId: shown });
    expect(await consents(visitor)).toEqual([
      expect.objectContaining({ email, method: 'social', type: 'PRIVACY_POLICY', revision_id: Number(shown) }),
    ]);
    expect(await prompts(visitor)).toBe(0);
  });

  it('[AUTH-16] [PAGE-04] a user who has not seen the text is asked for consent on the first page', async () => {
    const visitor = new Visitor(world.origin);
    await world.logIn(visitor, 'google', world.person().sub, { role: 'applicant' });
    expect(await consents(visitor)).toEqual([]);
    expect(await prompts(visitor)).toBe(1);
  });
});

describe('an address that the service has not verified', () => {
  it.each([[`new-${SOCIAL_SECRET.length}@people.test`], ['admin@demo.causeboard.test']])(
    '[AUTH-08] [AUTH-09] creates no account, and does not reveal an existing one: %s',
    async (email) => {
      const visitor = new Visitor(world.origin);
      const before = world.smtp.mailsTo(email).length;
      const back = await world.logIn(visitor, 'linkedin', world.person({ email, email_verified: false }).sub);
      expect(errorOf(back)).toBe('OAuthEmailUnverified');
      expect(await pageAfter(visitor, target(back))).toContain('hasn’t confirmed that this email address is yours');
      expect(await visitor.session()).toEqual({});
      expect(world.smtp.mailsTo(email)).toHaveLength(before);
    },
  );
});

describe('the callback from a service', () => {
  let visitor: Visitor;
  let callback: URL;

  beforeEach(async () => {
    visitor = new Visitor(world.origin);
    callback = await world.provider.logIn(await world.begin(visitor, 'google'), world.person().sub);
  });

  const isRefused = async (browser: Visitor, address: URL): Promise<void> => {
    const tokens = world.provider.asked.filter((asked) => asked === 'POST /token').length;
    const response = await browser.fetch(address);
    expect([response.status, errorOf(response)]).toEqual([302, 'OAuthCallback']);
    expect(await browser.session()).toEqual({});
    // It is refused before any request to the service.
    expect(world.provider.asked.filter((asked) => asked === 'POST /token')).toHaveLength(tokens);
  };

  it('[AUTH-08] is accepted only from the browser that began the login', async () => {
    await isRefused(new Visitor(world.origin), callback);
    const other = new Visitor(world.origin);
    await world.begin(other, 'google');
    await isRefused(other, callback);
  });

  it('[AUTH-08] works once', async () => {
    const kept = new Map(visitor.cookies);
    expect((await visitor.fetch(callback)).headers.get('location')).toBe(`${world.origin}/dashboard`);
    expect(visitor.cookies.has(STATE)).toBe(false);
    visitor.cookies.delete(SESSION);
    await isRefused(visitor, callback);
    // With a copy of the cookies: the service accepts a code only once.
    const thief = new Visitor(world.origin);
    for (const [name, value] of kept) thief.cookies.set(name, value);
    expect(errorOf(await thief.fetch(callback))).toBe('OAuthCallback');
    expect(await thief.session()).toEqual({});
  });

  it('[AUTH-08] is refused with another state, for another service, or after 15 minutes', async () => {
    const changed = new URL(callback);
    changed.searchParams.set('state', 'x'.repeat(43));
    const cookies = new Map(visitor.cookies);
    await isRefused(visitor, changed);
    for (const [name, value] of cookies) visitor.cookies.set(name, value);
    await isRefused(visitor, new URL(callback.href.replace('/callback/google', '/callback/linkedin')));

    const value = JSON.stringify({
      handle: callback.searchParams.get('state'),
      provider: 'google',
      role: 'applicant',
      callbackUrl: `${world.origin}/`,
    });
    const tokens = new SealedTokens<{ which: string; value: string }>([SOCIAL_SECRET], 'sign-in flow');
    const [old, young] = await Promise.all(
      [920, 800].map((seconds) => tokens.seal({ which: 'state', value }, 900, new Date(Date.now() - seconds * 1000))),
    );
    for (const [name, kept] of cookies) visitor.cookies.set(name, kept);
    visitor.cookies.set(STATE, old!);
    await isRefused(visitor, callback);
    for (const [name, kept] of cookies) visitor.cookies.set(name, kept);
    visitor.cookies.set(STATE, young!);
    expect(target(await visitor.fetch(callback))).toBe(`${world.origin}/`);
  });

  it('[AUTH-08] [AUTH-09] leads to a page with an explanation if the user refuses at the service', async () => {
    const back = await visitor.fetch(await world.provider.logIn(await world.begin(visitor, 'google'), undefined));
    expect(errorOf(back)).toBe('OAuthCallback');
    expect(await pageAfter(visitor, target(back))).toContain('The other site didn’t give us permission');
  });

  it('[AUTH-08] [AUTH-09] leads to a page with an explanation if the service is no longer available', async () => {
    await world.provider.stop();
    try {
      const back = await visitor.fetch(callback);
      expect([back.status, errorOf(back)]).toEqual([302, 'OAuthSignin']);
      expect(await pageAfter(visitor, target(back))).toContain('We couldn’t reach the site');
    } finally {
      await world.provider.listen();
    }
  });
});

describe('the login buttons', () => {
  it('[AUTH-08] are offered in order, as forms that need no scripts, and lead back to the requested page', async () => {
    const visitor = new Visitor(world.origin);
    const response = await visitor.fetch('/user/login?destination=%2Fjobs');
    const $ = cheerio.load(await response.text());
    const forms = $('[data-social] form');
    expect(forms.map((_index, form) => $(form).text()).get()).toEqual([
      'Continue with Google',
      'Continue with LinkedIn',
      'Continue with Facebook',
    ]);
    expect(forms.first().find('path').first().attr('fill')).toBe('#ea4335');
    expect(response.headers.get('content-security-policy')).toContain(`form-action 'self' ${world.provider.url}`);
    const fields = Object.fromEntries(
      forms
        .first()
        .find('input')
        .map((_index, input) => [[$(input).attr('name')!, $(input).attr('value') ?? '']])
        .get() as unknown as [string, string][],
    );
    expect(fields).toMatchObject({ callbackUrl: '/jobs' });
    const sent = await visitor.fetch(forms.first().attr('action')!, {
      method: 'POST',
      body: new URLSearchParams(fields),
    });
    expect([sent.status, new URL(target(sent)).origin]).toEqual([302, world.provider.url]);
  });

  it('[AUTH-08] are listed as providers by the protocol, and require its CSRF token', async () => {
    const visitor = new Visitor(world.origin);
    const providers = await visitor.json<Record<string, { type: string }>>('/api/auth/providers');
    expect(Object.keys(providers)).toEqual(['credentials', 'google', 'linkedin', 'facebook']);
    const forged = await visitor.send('/api/auth/signin/google', { csrfToken: 'wrong' });
    expect(((await forged.json()) as { url: string }).url).toContain('csrf');
    expect(visitor.cookies.has(STATE)).toBe(false);
  });

  it('[AUTH-09] of an unknown service lead to the login page', async () => {
    const url = await world.begin(new Visitor(world.origin), 'myspace');
    expect(url).toContain('/api/auth/signin');
    expect(target(await new Visitor(world.origin).fetch('/api/auth/callback/myspace?code=1&state=2'))).toContain(
      '/api/auth/signin',
    );
  });
});

it('[AUTH-08] the log contains no secrets, codes or states', () => {
  expect(world.product.output).not.toMatch(/secret-of-the-product|code=|state=[\w-]{20}/);
});
