import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as cheerio from 'cheerio';
import { SignJWT } from 'jose';
import { SealedTokens } from '../../../src/modules/auth/session/sealed-tokens.js';
import { AssertionSigner } from '../../../src/modules/auth/social/assertion-signer.js';
import { TestOpenIdProvider } from '../../support/servers/openid-provider.js';
import { DEMO_PASSWORD, type RunningProduct, startProduct } from '../../support/products.mjs';
import { TestSmtpServer } from '../../support/servers/smtp-server.js';
import { Visitor } from '../../support/worlds/visitor.js';

const SECRET = 'a-secret-of-social-logins-alone-0123456789';
const APPLICANT = 'applicant@demo.causeboard.test';
const [STATE, SESSION] = ['next-auth.state', 'next-auth.session-token'];

let provider: TestOpenIdProvider;
let smtp: TestSmtpServer;
let product: RunningProduct;
let origin: string;
const dataDir = mkdtempSync(join(tmpdir(), 'causeboard-social-'));
let people = 0;

beforeAll(async () => {
  provider = await TestOpenIdProvider.start();
  smtp = await TestSmtpServer.start();
  product = await startProduct({
    DATA_DIR: dataDir,
    SITE: 'charity-ca',
    SITES: '',
    DEMO_DATA: 'on',
    DEMO_PASSWORD,
    AUTH_SECRET: SECRET,
    SMTP_URL: smtp.url,
    FACEBOOK_EMAIL_VERIFIED: 'on',
    ...provider.settings,
  });
  origin = product.url.replace('127.0.0.1', 'localhost');
  provider.serve(origin);
}, 120_000);

afterAll(async () => {
  await product.stop();
  await provider.stop();
  await smtp.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Somebody new at the provider. */
function person(details: { email?: string; email_verified?: boolean } = {}) {
  const sub = `person-${++people}`;
  return provider.add({
    sub,
    email: `${sub}@people.test`,
    email_verified: true,
    given_name: 'Robin',
    family_name: 'Maple',
    ...details,
  });
}

async function begin(visitor: Visitor, id: string, fields: Record<string, string> = {}): Promise<string> {
  const response = await visitor.send(`/api/auth/signin/${id}?prompt=login`, fields);
  return ((await response.json()) as { url: string }).url;
}

/** All of the way, to where the product sends the browser in the end. */
async function logIn(visitor: Visitor, id: string, sub: string | undefined, fields: Record<string, string> = {}) {
  const callback = await provider.logIn(await begin(visitor, id, fields), sub);
  return visitor.fetch(callback);
}

const target = (response: Response): string => response.headers.get('location') ?? '';
const errorOf = (response: Response): string | null => new URL(target(response)).searchParams.get('error');

describe.each(['google', 'linkedin', 'facebook'])('logging in with %s', (id) => {
  it('[AUTH-08] makes an account, and knows it the next time', async () => {
    const { sub, email } = person();
    const first = new Visitor(origin);
    const back = await logIn(first, id, sub);
    expect([back.status, target(back)]).toEqual([302, `${origin}/dashboard`]);
    expect(await first.session()).toMatchObject({ user: { email, name: 'Robin Maple' }, isNewUserViaSocial: true });
    const second = new Visitor(origin);
    expect(target(await logIn(second, id, sub, { callbackUrl: '/jobs?page=2' }))).toBe(`${origin}/jobs?page=2`);
    expect(await second.session()).toMatchObject({ user: { email }, isNewUserViaSocial: false });
  });

  it('[AUTH-08] asks for a login there with a state, and a code challenge where the service takes one', async () => {
    const url = new URL(await begin(new Visitor(origin), id));
    expect(url.origin).toBe(provider.url);
    const asked = Object.fromEntries(url.searchParams);
    expect(asked).toMatchObject({ client_id: id, prompt: 'login', response_type: 'code' });
    expect(asked['redirect_uri']).toBe(`${origin}/api/auth/callback/${id}`);
    expect(asked['state']!.length).toBeGreaterThan(40);
    expect(asked['code_challenge_method']).toBe(id === 'linkedin' ? undefined : 'S256');
    expect(url.href).not.toContain('secret');
  });
});

describe('roles', () => {
  it('[AUTH-08] an account gets the role of the page where it began, and no other', async () => {
    for (const [role, expected] of [
      ['recruiter', 'recruiter'],
      ['administrator', 'applicant'],
    ] as const) {
      const visitor = new Visitor(origin);
      const back = await logIn(visitor, 'google', person().sub, { role });
      expect(target(back)).toBe(
        role === 'recruiter' ? `${origin}/user/organization?destination=%2Fdashboard` : `${origin}/dashboard`,
      );
      const { data } = await visitor.json<{ data: { getUser: { roles: object[] } } }>('/graphql', query('Viewer'));
      expect(data.getUser.roles).toEqual([{ targetId: expected }]);
    }
  });
});

describe('an address that has an account already', () => {
  it('[AUTH-08] [AUTH-09] is not taken over; the link in the mail connects both, once', async () => {
    const { sub } = person({ email: APPLICANT });
    const visitor = new Visitor(origin);
    const back = await logIn(visitor, 'google', sub);
    expect(errorOf(back)).toBe('OAuthAccountNotLinked');
    expect(await visitor.session()).toEqual({});
    const told = await pageAfter(visitor, target(back));
    expect(told).toContain('We have sent a link');

    const mail = await smtp.mailTo(APPLICANT);
    expect(mail.subject).toContain('Google');
    const link = new URL(mail.links.find((address) => address.includes('/user/link-identity?token='))!);
    const path = link.pathname + link.search;
    expect(target(await press(visitor, path))).toBe('/dashboard?dispatch=login');
    expect(await visitor.session()).toMatchObject({ user: { email: APPLICANT } });
    const again = await press(new Visitor(origin), path);
    expect([again.status, await again.text()]).toEqual([
      422,
      expect.stringContaining('This link does not work any more'),
    ]);

    const later = new Visitor(origin);
    expect(target(await logIn(later, 'google', sub))).toBe(`${origin}/dashboard`);
    expect(await later.session()).toMatchObject({ user: { email: APPLICANT }, isNewUserViaSocial: false });
  });

  it('[AUTH-08] opening the link, as programs do that look through mail, uses nothing up', async () => {
    const email = 'recruiter@demo.causeboard.test';
    const { sub } = person({ email });
    await logIn(new Visitor(origin), 'google', sub);
    const { links } = await smtp.mailTo(email);
    const { pathname, search } = new URL(links.find((address) => address.includes('link-identity'))!);
    const visitor = new Visitor(origin);
    for (let times = 0; times < 2; times++) expect((await visitor.fetch(pathname + search)).status).toBe(200);
    expect(await visitor.session()).toEqual({});
    expect(target(await press(visitor, pathname + search))).toBe('/dashboard?dispatch=login');
  });

  it('[AUTH-08] its owner logs in with the password and connects the service, which another account then cannot', async () => {
    const owner = new Visitor(origin);
    await owner.logIn('editor@demo.causeboard.test', DEMO_PASSWORD);
    const { sub } = person({ email: undefined });
    const back = await logIn(owner, 'linkedin', sub, { link: 'on', callbackUrl: '/account/settings' });
    expect(target(back)).toBe(`${origin}/account/settings`);
    const linked = await owner.json<{ data: { identities: object[] } }>('/graphql', query('Identities'));
    expect(linked.data.identities).toMatchObject([{ provider: 'linkedin', removable: true }]);

    const stranger = new Visitor(origin);
    await stranger.logIn('siteadmin@demo.causeboard.test', DEMO_PASSWORD);
    expect(errorOf(await logIn(stranger, 'linkedin', sub, { link: 'on' }))).toBe('OAuthIdentityTaken');
    const anybody = new Visitor(origin);
    await logIn(anybody, 'linkedin', sub);
    expect(await anybody.session()).toMatchObject({ user: { email: 'editor@demo.causeboard.test' } });

    const $ = cheerio.load(await (await owner.fetch('/user/settings')).text());
    const form = $('#unlink-identity form[data-form="unlink-identity"]');
    expect(form.text()).toBe('Disconnect LinkedIn');
    const fields = Object.fromEntries(form.serializeArray().map(({ name, value }) => [name, value]));
    const path = form.attr('action')!.split('#')[0]!;
    const sent = await owner.fetch(path, { method: 'POST', body: new URLSearchParams(fields) });
    expect([sent.status, target(sent)]).toEqual([303, '/user/settings?notice=identity-unlinked#main']);
    expect(errorOf(await logIn(new Visitor(origin), 'linkedin', sub))).toBe('OAuthEmailUnverified');
  });

  it('[AUTH-08] connects to nobody when the session is another one by then', async () => {
    const visitor = new Visitor(origin);
    await visitor.logIn('editor@demo.causeboard.test', DEMO_PASSWORD);
    const url = await begin(visitor, 'google', { link: 'on' });
    await visitor.logIn('siteadmin@demo.causeboard.test', DEMO_PASSWORD);
    expect(errorOf(await visitor.fetch(await provider.logIn(url, person().sub)))).toBe('OAuthCallback');
    expect(new URL(await begin(new Visitor(origin), 'google', { link: 'on' })).searchParams.get('error')).toBe(
      'OAuthSignin',
    );
  });

  it('[AUTH-08] the last way in stays', async () => {
    const visitor = new Visitor(origin);
    await logIn(visitor, 'google', person().sub);
    const answer = await visitor.json<{ data: { unlinkIdentity: { errors: { message: string }[] } } }>(
      '/graphql',
      query('UnlinkIdentity', { provider: 'google' }),
    );
    expect(answer.data.unlinkIdentity.errors[0]!.message).toContain('set a password first');
  });
});

describe('an address that the service has not verified', () => {
  it.each([[`new-${SECRET.length}@people.test`], ['admin@demo.causeboard.test']])(
    '[AUTH-08] [AUTH-09] makes no account, and tells nothing of one: %s',
    async (email) => {
      const visitor = new Visitor(origin);
      const before = smtp.mailsTo(email).length;
      const back = await logIn(visitor, 'linkedin', person({ email, email_verified: false }).sub);
      expect(errorOf(back)).toBe('OAuthEmailUnverified');
      expect(await pageAfter(visitor, target(back))).toContain('does not confirm that this email address is yours');
      expect(await visitor.session()).toEqual({});
      expect(smtp.mailsTo(email)).toHaveLength(before);
    },
  );
});

describe('what comes back from a service', () => {
  let visitor: Visitor;
  let callback: URL;

  beforeEach(async () => {
    visitor = new Visitor(origin);
    callback = await provider.logIn(await begin(visitor, 'google'), person().sub);
  });

  const isRefused = async (browser: Visitor, address: URL): Promise<void> => {
    const tokens = provider.asked.filter((asked) => asked === 'POST /token').length;
    const response = await browser.fetch(address);
    expect([response.status, errorOf(response)]).toEqual([302, 'OAuthCallback']);
    expect(await browser.session()).toEqual({});
    // Refused before the service is asked anything.
    expect(provider.asked.filter((asked) => asked === 'POST /token')).toHaveLength(tokens);
  };

  it('[AUTH-08] is for the browser that went there', async () => {
    await isRefused(new Visitor(origin), callback);
    const other = new Visitor(origin);
    await begin(other, 'google');
    await isRefused(other, callback);
  });

  it('[AUTH-08] works once', async () => {
    const kept = new Map(visitor.cookies);
    expect((await visitor.fetch(callback)).headers.get('location')).toBe(`${origin}/dashboard`);
    expect(visitor.cookies.has(STATE)).toBe(false);
    visitor.cookies.delete(SESSION);
    await isRefused(visitor, callback);
    // With cookies that were kept aside: the service takes a code once.
    const thief = new Visitor(origin);
    for (const [name, value] of kept) thief.cookies.set(name, value);
    expect(errorOf(await thief.fetch(callback))).toBe('OAuthCallback');
    expect(await thief.session()).toEqual({});
  });

  it('[AUTH-08] is not taken with another state, for another service, or after 15 minutes', async () => {
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
      callbackUrl: `${origin}/`,
    });
    const tokens = new SealedTokens<{ which: string; value: string }>([SECRET], 'sign-in flow');
    const [old, young] = await Promise.all(
      [920, 800].map((seconds) => tokens.seal({ which: 'state', value }, 900, new Date(Date.now() - seconds * 1000))),
    );
    for (const [name, kept] of cookies) visitor.cookies.set(name, kept);
    visitor.cookies.set(STATE, old!);
    await isRefused(visitor, callback);
    for (const [name, kept] of cookies) visitor.cookies.set(name, kept);
    visitor.cookies.set(STATE, young!);
    expect(target(await visitor.fetch(callback))).toBe(`${origin}/`);
  });

  it('[AUTH-08] [AUTH-09] is a page with words when somebody refuses there', async () => {
    const back = await visitor.fetch(await provider.logIn(await begin(visitor, 'google'), undefined));
    expect(errorOf(back)).toBe('OAuthCallback');
    expect(await pageAfter(visitor, target(back))).toContain('You came back from the other site without a permission');
  });

  it('[AUTH-08] [AUTH-09] is a page with words when the service is away by then', async () => {
    await provider.stop();
    try {
      const back = await visitor.fetch(callback);
      expect([back.status, errorOf(back)]).toEqual([302, 'OAuthSignin']);
      expect(await pageAfter(visitor, target(back))).toContain('We could not reach the site');
    } finally {
      await provider.listen();
    }
  });
});

describe('the ways in', () => {
  it('[AUTH-08] are offered in order, as forms that need no scripts, and lead back where somebody wanted to go', async () => {
    const visitor = new Visitor(origin);
    const response = await visitor.fetch('/user/login?destination=%2Fjobs');
    const $ = cheerio.load(await response.text());
    const forms = $('[data-social] form');
    expect(forms.map((_index, form) => $(form).text()).get()).toEqual([
      'Continue with Google',
      'Continue with LinkedIn',
      'Continue with Facebook',
    ]);
    expect(forms.first().find('path').first().attr('fill')).toBe('#ea4335');
    expect(response.headers.get('content-security-policy')).toContain(`form-action 'self' ${provider.url}`);
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
    expect([sent.status, new URL(target(sent)).origin]).toEqual([302, provider.url]);
  });

  it('[AUTH-08] are listed by the protocol, and need its token', async () => {
    const visitor = new Visitor(origin);
    const providers = await visitor.json<Record<string, { type: string }>>('/api/auth/providers');
    expect(Object.keys(providers)).toEqual(['credentials', 'google', 'linkedin', 'facebook']);
    const forged = await visitor.send('/api/auth/signin/google', { csrfToken: 'wrong' });
    expect(((await forged.json()) as { url: string }).url).toContain('csrf');
    expect(visitor.cookies.has(STATE)).toBe(false);
  });

  it('[AUTH-09] an unknown one leads to the page for logging in', async () => {
    const url = await begin(new Visitor(origin), 'myspace');
    expect(url).toContain('/api/auth/signin');
    expect(target(await new Visitor(origin).fetch('/api/auth/callback/myspace?code=1&state=2'))).toContain(
      '/api/auth/signin',
    );
  });
});

describe('assertions of the web tier', () => {
  const signer = new AssertionSigner({ AUTH_SECRET: [SECRET] });
  const identity = () =>
    ({ provider: 'google', emailVerified: true, email: person().email, subject: `own-${people}` }) as const;
  const refusal = async (assertion: string): Promise<unknown> => {
    const visitor = new Visitor(origin);
    const { data } = await visitor.json<{ data: { loginWithIdentity: { jwt: unknown; refusal: unknown } } }>(
      '/graphql',
      query('LoginWithIdentity', { assertion }),
    );
    return data.loginWithIdentity.jwt ? null : data.loginWithIdentity.refusal;
  };

  it('[AUTH-08] are taken once', async () => {
    const assertion = await signer.sign(identity(), 'login', 'applicant');
    expect(await refusal(assertion)).toBeNull();
    expect(await refusal(assertion)).toBe('assertion');
  });

  it('[AUTH-08] are not taken when they are for something else, changed, unsigned, old or of another secret', async () => {
    expect(await refusal(await signer.sign(identity(), 'link'))).toBe('assertion');
    const right = await signer.sign(identity(), 'login', 'applicant');
    const [header, payload, signature] = right.split('.');
    const claims = JSON.parse(Buffer.from(payload!, 'base64url').toString()) as Record<string, unknown>;
    const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
    expect(await refusal(`${header}.${encode({ ...claims, email: APPLICANT })}.${signature}`)).toBe('assertion');
    expect(await refusal(`${encode({ alg: 'none' })}.${payload}.`)).toBe('assertion');
    const foreign = new AssertionSigner({ AUTH_SECRET: ['another-secret-0123456789-0123456789'] });
    expect(await refusal(await foreign.sign(identity(), 'login'))).toBe('assertion');
    // The secret itself is no key.
    const raw = await new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(Buffer.from(SECRET));
    expect(await refusal(raw)).toBe('assertion');
    expect(await refusal(right)).toBeNull();
  });
});

it('[AUTH-08] nothing of it stands in the log', () => {
  expect(product.output).not.toMatch(/secret-of-the-product|code=|state=[\w-]{20}/);
});

function query(operationName: string, variables: object = {}): RequestInit {
  const headers = { 'content-type': 'application/json', origin };
  return { method: 'POST', headers, body: JSON.stringify({ operationName, variables }) };
}

/** Follows redirects to a page. */
async function pageAfter(visitor: Visitor, address: string): Promise<string> {
  let response = await visitor.fetch(address);
  for (let step = 0; step < 5 && response.status >= 300 && response.status < 400; step++)
    response = await visitor.fetch(target(response));
  return cheerio
    .load(await response.text())('main')
    .text();
}

/** Opens a page and presses the button of its form. */
async function press(visitor: Visitor, path: string): Promise<Response> {
  const $ = cheerio.load(await (await visitor.fetch(path)).text());
  const form = $('form[data-form]');
  const csrfToken = form.find('input[name="csrfToken"]').attr('value') ?? '';
  return visitor.fetch(form.attr('action')!, { method: 'POST', body: new URLSearchParams({ csrfToken }) });
}
