import type * as NextAuth from 'next-auth/react';
import { DEMO_PASSWORD } from '../../support/products.mjs';
import { PRODUCTS } from '../../support/data/site.js';
import { Visitor } from '../../support/worlds/visitor.js';

const EMAIL = 'recruiter@demo.causeboard.test';
const GLOBALS = ['window', 'fetch', 'navigator'] as const;

/** The library as it is published, in the least of a browser that it asks for. */
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

  it('[AUTH-02] is told what was refused', async () => {
    const options = { redirect: false as const, email: EMAIL, password: 'wrong' };
    expect(await client.signIn('credentials', options)).toEqual({
      error: 'CredentialsSignin',
      status: 401,
      ok: false,
      url: null,
    });
  });

  it('[AUTH-02] leads to the page that was asked for', async () => {
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
