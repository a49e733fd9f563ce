import type * as NextAuth from 'next-auth/react';
import { DEMO_PASSWORD } from '../../support/products.mjs';
import { PRODUCTS } from '../../support/data/site.js';
import { Visitor } from '../../support/visitors/visitor.js';

const EMAIL = 'recruiter@demo.causeboard.test';
const GLOBALS = ['window', 'fetch', 'navigator'] as const;

/** The published library, with the minimum of a browser environment that it needs. */
describe.each(PRODUCTS)('an unmodified next-auth client, %s', (_name, url) => {
  const before = GLOBALS.map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const);
  let visitor: Visitor;
  let client: typeof NextAuth;
  let location: { href: string; reload: () => void };
  let asked: string[];

  beforeEach(async () => {
    visitor = new Visitor(url);
    asked = [];
    location = { href: `${url}/en/jobs`, reload: () => undefined };
    const send: Visitor['fetch'] = (path, init) => {
      asked.push(path instanceof Request ? path.url : path.toString());
      return visitor.fetch(path, init);
    };
    const values = { window: { location }, fetch: send, navigator: {} };
    for (const name of GLOBALS)
      Object.defineProperty(globalThis, name, { value: values[name], configurable: true, writable: true });
    client = await import('next-auth/react');
  });

  afterEach(() => {
    for (const [name, descriptor] of before) {
      if (descriptor) Object.defineProperty(globalThis, name, descriptor);
      else Reflect.deleteProperty(globalThis, name);
    }
  });

  it('[AUTH-02] signs in, reads the session, updates it, signs out', async () => {
    expect(await client.getSession()).toBeNull();
    const options = { redirect: false as const, email: EMAIL, password: DEMO_PASSWORD, callbackUrl: '/dashboard' };
    const signedIn = await client.signIn('credentials', options);
    expect(signedIn).toEqual({ error: null, status: 200, ok: true, url: `${url}/dashboard` });
    expect(await client.getSession()).toMatchObject({ user: { email: EMAIL } });
    const { user } = (await client.getSession())!;
    const csrfToken = await client.getCsrfToken();
    const updated = await visitor.fetch('/api/auth/session', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ csrfToken, data: { name: 'Other' } }),
    });
    expect(await updated.json()).toMatchObject({ user });
    expect(await client.signOut({ redirect: false, callbackUrl: '/' })).toEqual({ url: `${url}/` });
    expect(await client.getSession()).toBeNull();
  });

  it('[AUTH-02] receives the reasons of refusals', async () => {
    const options = { redirect: false as const, email: EMAIL, password: 'wrong' };
    expect(await client.signIn('credentials', options)).toEqual({
      error: 'CredentialsSignin',
      status: 401,
      ok: false,
      url: null,
    });
  });

  it('[AUTH-02] redirects to the requested page', async () => {
    await client.signIn('credentials', { email: EMAIL, password: DEMO_PASSWORD, callbackUrl: '/en/jobs?page=2' });
    expect(location.href).toBe(`${url}/en/jobs?page=2`);
    await client.signOut({ callbackUrl: '//evil.example/' });
    expect(location.href).toBe(url);
  });

  it('[AUTH-09] leads to the sign-in page for an unknown provider', async () => {
    await client.signIn('nobody');
    expect(location.href).toMatch(/^\/api\/auth\/signin\?callbackUrl=/);
    const page = await visitor.fetch(location.href);
    expect([page.status, page.headers.get('location')]).toEqual([302, expect.stringContaining('/user/login?')]);
  });

  it.each([
    ['cannot be fetched', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['is missing', () => Promise.resolve(new Response('{"message":"Something went wrong."}', { status: 500 }))],
  ])('[AUTH-09] leads to the error page when the list of providers %s', async (_what, answer) => {
    const { error } = console;
    console.error = () => undefined;
    const send = globalThis.fetch;
    globalThis.fetch = (path, init) => (path === '/api/auth/providers' ? answer() : send(path, init));
    await client.signIn('credentials', { email: EMAIL, password: DEMO_PASSWORD });
    console.error = error;
    expect(location.href).toBe('/api/auth/error');
    const page = await visitor.fetch(location.href);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain('Something went wrong while we were logging you in.');
    expect(await visitor.session()).toEqual({});
  });

  it.each([
    ['64 KB', 64 * 1024, 400],
    ['more than the server reads', 2 * 1024 * 1024, 413],
  ])('[AUTH-02] gets an error for a password of %s', async (_what, length, status) => {
    const options = { redirect: false as const, email: EMAIL, password: 'x'.repeat(length) };
    expect(await client.signIn('credentials', options)).toEqual({
      error: 'CredentialsSignin',
      status,
      ok: false,
      url: null,
    });
  });

  it.each([
    ['is none of ours', 'not-a-token'],
    [
      'was sealed with another key',
      'eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIn0..AAAAAAAAAAAAAAAA.AAAA.AAAAAAAAAAAAAAAAAAAAAA',
    ],
  ])('[AUTH-05] is rid of a session cookie that %s', async (_what, value) => {
    visitor.cookies.set('next-auth.session-token', value);
    visitor.cookies.set('next-auth.session-token.1', 'left over');
    expect(await client.getSession()).toBeNull();
    expect([...visitor.cookies.keys()].filter((name) => name.includes('session-token'))).toEqual([]);
  });

  it('[AUTH-05] deletes the cookie of a session that has ended elsewhere', async () => {
    await client.signIn('credentials', { redirect: false, email: EMAIL, password: DEMO_PASSWORD });
    const other = new Visitor(url);
    for (const [name, each] of visitor.cookies) other.cookies.set(name, each);
    await other.send('/api/auth/signout', {});
    expect(await client.getSession()).toBeNull();
    expect([...visitor.cookies.keys()]).not.toContain('next-auth.session-token');
  });

  it('[AUTH-02] gets only responses whose content type browsers must not guess', async () => {
    for (const [path, method] of [
      ['session', 'GET'],
      ['csrf', 'GET'],
      ['providers', 'GET'],
      ['signin', 'GET'],
      ['error', 'GET'],
      ['error?error=AccessDenied', 'GET'],
      ['verify-request', 'GET'],
      ['nothing', 'GET'],
      ['_log', 'POST'],
      ['signout', 'POST'],
      ['callback/credentials', 'POST'],
    ] as const) {
      const answer = await visitor.fetch(`/api/auth/${path}`, { method });
      expect([path, answer.headers.get('x-content-type-options')]).toEqual([path, 'nosniff']);
    }
    const broken = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{' };
    const refused = await visitor.fetch('/api/auth/session', broken);
    expect([refused.status, refused.headers.get('x-content-type-options')]).toEqual([400, 'nosniff']);
  });

  it('[AUTH-07] reports a session that cannot be fetched, and returns nothing', async () => {
    const said: unknown[] = [];
    const { error } = console;
    console.error = (...words) => void said.push(...words);
    const send = globalThis.fetch;
    globalThis.fetch = (path, init) =>
      path === '/api/auth/session' ? Promise.reject(new TypeError('Failed to fetch')) : send(path, init);
    expect(await client.getSession()).toBeNull();
    console.error = error;
    expect(said).toContainEqual(expect.stringContaining('CLIENT_FETCH_ERROR'));
    expect(asked).toContain('/api/auth/_log');
  });
});
