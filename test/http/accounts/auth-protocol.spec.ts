import * as cheerio from 'cheerio';
import { DEMO_PASSWORD } from '../../support/products.mjs';
import { PRODUCTS, SiteUnderTest } from '../../support/data/site.js';
import { Visitor } from '../../support/visitors/visitor.js';

const EMAIL = 'applicant@demo.causeboard.test';
const NAME = 'Amara Okafor';

describe.each(PRODUCTS)('the session protocol, %s', (_name, url) => {
  let visitor: Visitor;

  beforeEach(() => {
    visitor = new Visitor(url);
  });

  const logIn = async (): Promise<void> => {
    expect((await visitor.logIn(EMAIL, DEMO_PASSWORD)).status).toBe(200);
  };

  it('[AUTH-02] returns nothing to anonymous visitors, and its response must not be cached', async () => {
    const response = await visitor.fetch('/api/auth/session', { headers: { 'content-type': 'application/json' } });
    expect([response.status, await response.json()]).toEqual([200, {}]);
    expect(response.headers.get('cache-control')).toBe('private, no-cache, no-store');
    expect(visitor.set).toEqual([]);
  });

  it('[AUTH-01] [AUTH-02] lists the providers with absolute addresses below /api/auth', async () => {
    expect(await visitor.json('/api/auth/providers')).toMatchObject({
      credentials: {
        id: 'credentials',
        name: expect.any(String) as string,
        type: 'credentials',
        signinUrl: `${url}/api/auth/signin/credentials`,
        callbackUrl: `${url}/api/auth/callback/credentials`,
      },
    });
  });

  it('[AUTH-02] logs in with e-mail and password, returns the session, logs out', async () => {
    const response = await visitor.logIn(EMAIL, DEMO_PASSWORD, { callbackUrl: '/jobs' });
    expect([response.status, await response.json()]).toEqual([200, { url: `${url}/jobs` }]);
    const session = await visitor.session();
    expect(session).toEqual({
      user: { name: NAME, email: EMAIL, image: null },
      expires: expect.any(String) as string,
      masqueraded: false,
      isNewUserViaSocial: false,
    });
    expect(Math.round((Date.parse(session.expires!) - Date.now()) / 60_000)).toBe(30 * 24 * 60);
    const out = await visitor.send('/api/auth/signout', { callbackUrl: `${url}/jobs?page=2` });
    expect(await out.json()).toEqual({ url: `${url}/jobs?page=2` });
    expect(await visitor.session()).toEqual({});
  });

  it('[AUTH-02] answers forms without scripts by redirects', async () => {
    const inside = await visitor.logIn(EMAIL, DEMO_PASSWORD, { json: 'false', callbackUrl: '/jobs' });
    expect([inside.status, inside.headers.get('location')]).toEqual([302, `${url}/jobs`]);
    const outside = await visitor.send('/api/auth/signout', { json: '', callbackUrl: '/' });
    expect([outside.status, outside.headers.get('location')]).toEqual([302, `${url}/`]);
  });

  it.each([
    ['a wrong password', { email: EMAIL, password: 'not the password' }],
    ['nobody’s address', { email: 'nobody@example.org', password: DEMO_PASSWORD }],
    ['nothing', {}],
    ['a jwt of nobody', { jwt: 'eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.' }],
    ['text for a jwt', { jwt: 'x'.repeat(8000) }],
  ])('[AUTH-02] refuses %s', async (_what, fields) => {
    const response = await visitor.send('/api/auth/callback/credentials', fields);
    const target = `${url}/api/auth/error?error=CredentialsSignin&provider=credentials`;
    expect([response.status, await response.json()]).toEqual([401, { url: target }]);
    expect(await visitor.session()).toEqual({});
  });

  it('[AUTH-02] ends a session in the backend as well', async () => {
    await logIn();
    const copy = new Visitor(url);
    for (const [name, value] of visitor.cookies) copy.cookies.set(name, value);
    expect(await copy.session()).toMatchObject({ user: { email: EMAIL } });
    await visitor.send('/api/auth/signout', {});
    expect(await copy.session()).toEqual({});
  });

  it('[AUTH-05] sets cookies that scripts cannot read and other sites cannot send', async () => {
    await logIn();
    const byName = new Map(visitor.set.map((cookie) => [cookie.name, cookie.attributes]));
    const base = { httponly: true, samesite: 'Lax', path: '/' };
    expect(byName.get('next-auth.session-token')).toEqual({
      ...base,
      'max-age': '2592000',
      expires: expect.any(String) as string,
    });
    expect(byName.get('next-auth.csrf-token')).toEqual(base);
    expect(byName.get('next-auth.callback-url')).toEqual(base);
    const token = visitor.cookies.get('next-auth.session-token')!;
    const header = JSON.parse(Buffer.from(token.split('.')[0]!, 'base64url').toString()) as object;
    expect(header).toMatchObject({ alg: 'dir', enc: 'A256GCM' });
  });

  it('[AUTH-05] sends the cookie again whenever the session is read', async () => {
    await logIn();
    const before = visitor.set.length;
    await visitor.session();
    expect(visitor.set.slice(before)).toMatchObject([
      { name: 'next-auth.session-token', attributes: { 'max-age': '2592000' } },
    ]);
  });

  it('[AUTH-05] shows the backend’s jwt to no script', async () => {
    await logIn();
    const response = await visitor.fetch('/api/auth/session', { headers: { 'sec-fetch-site': 'same-origin' } });
    expect(await response.text()).not.toMatch(/jwt|eyJ/);
  });

  it('[AUTH-02] reloads the user on request, and accepts only harmless values from the page', async () => {
    await logIn();
    const { csrfToken } = await visitor.json<{ csrfToken: string }>('/api/auth/csrf');
    const update = (body: object) =>
      visitor.fetch('/api/auth/session', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    const data = { name: 'Somebody else', email: 'x@example.org', jwt: 'x', masqueraded: true, user: { name: 'x' } };
    const response = await update({ csrfToken, data });
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ user: { name: NAME, email: EMAIL }, masqueraded: false });
    for (const wrong of [undefined, '', 'f'.repeat(64)]) {
      const refused = await update({ csrfToken: wrong, data });
      expect([refused.status, await refused.json()]).toEqual([400, {}]);
    }
    expect((await update({ csrfToken, data: 'text' })).status).toBe(400);
    expect(await visitor.session()).toMatchObject({ user: { name: NAME } });
  });

  it.each(['/api/auth/callback/credentials', '/api/auth/signin/google', '/api/auth/signout'])(
    '[AUTH-02] %s reports a wrong csrf token as an error that the client understands',
    async (path) => {
      await logIn();
      for (const csrfToken of ['', 'f'.repeat(64)]) {
        const response = await visitor.send(path, { csrfToken, email: EMAIL, password: DEMO_PASSWORD });
        const { url: target } = (await response.json()) as { url: string };
        expect(response.status).toBe(403);
        expect(target).toMatch(/\/api\/auth\/signin\?csrf=true&error=\w+/);
      }
      expect(await visitor.session()).toMatchObject({ user: { email: EMAIL } });
    },
  );

  it('[AUTH-02] a csrf token works with its own cookie only, and from pages of this site only', async () => {
    const other = new Visitor(url);
    const { csrfToken } = await other.json<{ csrfToken: string }>('/api/auth/csrf');
    const login = { email: EMAIL, password: DEMO_PASSWORD };
    expect((await visitor.send('/api/auth/callback/credentials', { ...login, csrfToken })).status).toBe(403);
    const foreign = { headers: { origin: 'https://evil.example' } };
    expect((await visitor.send('/api/auth/callback/credentials', login, foreign)).status).toBe(403);
    const multipart = new FormData();
    multipart.set('csrfToken', csrfToken);
    const sent = await visitor.fetch('/api/auth/callback/credentials', { method: 'POST', body: multipart });
    expect([400, 403, 415]).toContain(sent.status);
    expect(await visitor.session()).toEqual({});
  });

  it('[AUTH-09] an unknown provider leads to the sign-in page', async () => {
    const response = await visitor.send('/api/auth/signin/nobody', { callbackUrl: '/jobs' });
    const { url: target } = (await response.json()) as { url: string };
    const page = await visitor.fetch(target);
    expect(page.status).toBe(302);
    expect(page.headers.get('location')).toMatch(/\/user\/login\?callbackUrl=/);
    const back = await visitor.fetch('/api/auth/callback/nobody?code=1&state=2');
    expect([back.status, back.headers.get('location')]).toEqual([302, expect.stringContaining('/api/auth/signin')]);
  });

  it('[AUTH-09] the sign-in page receives the error and the page to return to', async () => {
    const page = await visitor.fetch('/api/auth/signin?error=SessionRequired&callbackUrl=%2Fjobs');
    const search = new URLSearchParams({ callbackUrl: `${url}/jobs`, error: 'SessionRequired' });
    expect([page.status, page.headers.get('location')]).toEqual([302, `/user/login?${search.toString()}`]);
  });

  it('[AUTH-09] a failed login at a provider leads back to the page and the language in which it began', async () => {
    visitor.cookies.set('next-auth.callback-url', encodeURIComponent(`${url}/jobs?page=2`));
    const page = await visitor.fetch('/api/auth/signin?error=OAuthCallback');
    const search = new URLSearchParams({ callbackUrl: `${url}/jobs?page=2`, error: 'OAuthCallback' });
    expect([page.status, page.headers.get('location')]).toEqual([302, `/user/login?${search.toString()}`]);

    const europe = new SiteUnderTest(url, 'europe');
    const at = (path: string) =>
      europe.get(path).set('Cookie', `next-auth.callback-url=${encodeURIComponent('/de/jobs')}`);
    expect((await at('/api/auth/signin?error=OAuthCallback')).headers['location']).toMatch(
      /^\/de\/user\/login\?callbackUrl=/,
    );
    const own = await at('/api/auth/error?error=AccessDenied');
    const $ = cheerio.load(own.text);
    expect([own.status, $('html').attr('lang')]).toEqual([403, 'de']);
    expect($('main a[href^="/de/user/login?callbackUrl="]').attr('href')).toContain(encodeURIComponent('/de/jobs'));
  });

  it.each([
    'Signin',
    'OAuthSignin',
    'OAuthCallback',
    'OAuthCreateAccount',
    'EmailCreateAccount',
    'Callback',
    'OAuthAccountNotLinked',
    'EmailSignin',
    'CredentialsSignin',
    'SessionRequired',
  ])('[AUTH-09] %s is reported on the sign-in page', async (code) => {
    const response = await visitor.fetch(`/api/auth/error?error=${code}`);
    expect([response.status, response.headers.get('location')]).toEqual([302, `/api/auth/signin?error=${code}`]);
  });

  it.each([
    ['Configuration', 500],
    ['AccessDenied', 403],
    ['Verification', 403],
    ['Default', 200],
    ['<script>', 200],
    ['', 200],
  ])('[AUTH-09] %s has a page of its own with status %d', async (code, status) => {
    const response = await visitor.fetch(`/api/auth/error?error=${encodeURIComponent(code)}`);
    expect(response.status).toBe(status);
    const html = await response.text();
    expect(html).toMatch(/<h1[^>]*>[^<]+/);
    expect(html).not.toContain('<script>"');
  });

  it.each([
    ['GET', '/api/auth'],
    ['GET', '/api/auth/nothing'],
    ['POST', '/api/auth/nothing'],
    ['PUT', '/api/auth/session'],
    ['POST', '/api/auth/callback/nobody'],
    ['GET', '/api/auth/signout'],
  ])('[AUTH-02] %s %s is 400 in plain text', async (method, path) => {
    const response = await visitor.fetch(path, { method });
    expect([response.status, response.headers.get('content-type')]).toEqual([400, 'text/plain; charset=utf-8']);
  });

  it('[AUTH-07] accepts any report of a browser', async () => {
    const log = (body: string, type = 'application/x-www-form-urlencoded') =>
      visitor.fetch('/api/auth/_log', { method: 'POST', headers: { 'content-type': type }, body });
    for (const body of ['level=error&code=CLIENT_FETCH_ERROR&client=true', 'level=fatal', 'level=__proto__', '']) {
      const response = await log(body);
      expect([response.status, await response.text()]).toEqual([200, '']);
    }
    expect((await log(JSON.stringify({ level: ['error'] }), 'application/json')).status).toBe(200);
  });

  it('[AUTH-10] /user/logout ends the session, clears its cookies and leads home', async () => {
    await logIn();
    const ahead = await visitor.fetch('/user/logout', { headers: { 'sec-purpose': 'prefetch' } });
    expect(ahead.status).not.toBe(303);
    expect(await visitor.session()).toMatchObject({ user: { email: EMAIL } });
    visitor.cookies.set('next-auth.session-token.1', 'left over');
    const response = await visitor.fetch('/user/logout');
    expect([response.status, response.headers.get('location')]).toEqual([303, '/']);
    expect([...visitor.cookies.keys()].filter((name) => name.includes('session'))).toEqual([]);
    expect(await visitor.session()).toEqual({});
  });

  it('[AUTH-10] logging out redirects to the requested page, on this site only', async () => {
    for (const [wanted, target] of [
      ['/jobs?page=2', '/jobs?page=2'],
      ['https://evil.example/', '/'],
      ['//evil.example/', '/'],
    ] as const) {
      await logIn();
      const response = await visitor.fetch(`/user/logout?callbackUrl=${encodeURIComponent(wanted)}`);
      expect([response.status, response.headers.get('location')]).toEqual([303, target]);
      expect(await visitor.session()).toEqual({});
    }
  });

  it('[AUTH-10] a session whose user cannot be loaded is sent to /user/logout', async () => {
    await logIn();
    const other = new Visitor(url);
    for (const [name, value] of visitor.cookies) other.cookies.set(name, value);
    await visitor.send('/api/auth/signout', {});
    const response = await other.fetch('/jobs');
    expect([response.status, response.headers.get('location')]).toEqual([303, '/user/logout']);
    expect(response.headers.get('cache-control')).toBe('private, no-store');
    expect((await other.fetch('/user/logout')).headers.get('location')).toBe('/');
    expect((await other.fetch('/jobs')).status).toBe(200);
  });

  it('pages that show who is logged in are not cached', async () => {
    await logIn();
    const response = await visitor.fetch('/jobs');
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('private, no-store');
    expect(response.headers.get('cache-status')).toContain('bypass');
  });
});
