import cookie from '@fastify/cookie';
import fc from 'fast-check';
import fastify, { type FastifyInstance } from 'fastify';
import { partsOfCsrf } from '#contract/applications/sent-form.js';
import { AuthCookies, chunkNames, type CookieRequest, CsrfTokens, fromChunks, toChunks } from './auth-cookies.js';
import { Visitor, type SetCookie } from '../../../../test/support/visitors/visitor.js';
import { FlowCookies } from '../social/oauth-flow.js';

const AUTH_SECRET = ['a secret of at least thirty-two characters'];

/** Creates a server that is reached by HTTPS and sets cookies at `/…`. */
async function secureServer(): Promise<FastifyInstance> {
  const settings = {
    PUBLIC_URL: 'https://jobs.example',
    SITE: 'default',
    SITES: new Map<string, string>(),
    AUTH_SECRET,
  };
  const cookies = new AuthCookies(settings);
  const server = fastify();
  await server.register(cookie, { hook: false });
  server.get('/session/:length', (request, reply) => {
    const { length } = request.params as { length: string };
    cookies.write(request, reply, 'session', 'x'.repeat(Number(length)), 2_592_000);
    return reply.send();
  });
  server.get('/csrf', (request, reply) =>
    reply.header('set-cookie', new CsrfTokens(cookies, settings).provide(request).setCookie).send(),
  );
  const flow = new FlowCookies(cookies, settings);
  server.get('/state', async (request, reply) => {
    await flow.set(request, reply, 'state', 'of the flow');
    await flow.set(request, reply, 'pkce', 'verifier');
    return reply.send();
  });
  server.get('/back', async (request, reply) => ({
    state: await flow.take(request, reply, 'state'),
    nonce: await flow.take(request, reply, 'nonce'),
  }));
  return server;
}

describe('cookies with https', () => {
  let server: FastifyInstance;
  let url: string;

  beforeAll(async () => {
    server = await secureServer();
    url = await server.listen({ port: 0, host: '127.0.0.1' });
  });

  afterAll(() => server.close());

  const set = async (path: string, headers = {}): Promise<SetCookie[]> => {
    const visitor = new Visitor(url, headers);
    await visitor.fetch(path);
    return visitor.set;
  };

  it('[AUTH-05] are Secure, with the prefixes that browsers enforce', async () => {
    const base = { httponly: true, samesite: 'Lax', path: '/', secure: true };
    expect(await set('/session/10')).toEqual([
      {
        name: '__Secure-next-auth.session-token',
        value: 'x'.repeat(10),
        attributes: { ...base, 'max-age': '2592000', expires: expect.any(String) as string },
      },
    ]);
    expect(await set('/csrf')).toMatchObject([{ name: '__Host-next-auth.csrf-token', attributes: base }]);
  });

  it('[AUTH-05] leave no chunk of a longer session behind', async () => {
    expect((await set('/session/9000')).map(({ name }) => name)).toEqual(
      [0, 1, 2].map((part) => `__Secure-next-auth.session-token.${part}`),
    );
    const sent = [0, 1, 2].map((part) => `__Secure-next-auth.session-token.${part}=x`).join('; ');
    const cleared = (await set('/session/10', { cookie: sent })).filter(
      ({ attributes }) => attributes['max-age'] === '0',
    );
    expect(cleared.map(({ name }) => name)).toEqual(
      [0, 1, 2].map((part) => `__Secure-next-auth.session-token.${part}`),
    );
  });

  it('[AUTH-05] of a sign-in flow live 900 seconds, are encrypted, and can be read once and under their own name only', async () => {
    const cookies = await set('/state');
    const attributes = { 'max-age': '900', httponly: true, samesite: 'Lax', secure: true, path: '/' };
    expect(cookies).toMatchObject([
      { name: '__Secure-next-auth.state', attributes },
      { name: '__Secure-next-auth.pkce.code_verifier', attributes },
    ]);
    const state = cookies[0]!.value;
    expect(Buffer.from(state, 'base64url').toString('latin1')).not.toContain('flow');
    const visitor = new Visitor(url);
    visitor.cookies.set('__Secure-next-auth.state', state);
    visitor.cookies.set('__Secure-next-auth.nonce', state);
    expect(await visitor.json('/back')).toEqual({ state: 'of the flow' });
    expect([...visitor.cookies.keys()]).toEqual([]);
    expect(await visitor.json('/back')).toEqual({});
  });
});

describe('cookies in chunks', () => {
  it('[AUTH-05] can be reassembled, each chunk below 4096 bytes with its attributes', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 30_000 }), (length) => {
        const value = Array.from({ length }, (_none, at) => (at % 36).toString(36)).join('');
        const chunks = toChunks('__Secure-next-auth.session-token', value);
        expect(fromChunks('__Secure-next-auth.session-token', Object.fromEntries(chunks))).toBe(value);
        for (const part of chunks.values()) expect(part.length).toBeLessThanOrEqual(3933);
        expect(chunks.size).toBe(Math.ceil(length / 3933));
      }),
    );
  });

  it('are all found for deletion, and no other cookies', () => {
    const cookies = { 'a.b': '', 'a.b.0': '', 'a.b.12': '', 'a.b.x': '', 'a.bc': '' };
    expect(chunkNames('a.b', cookies)).toEqual(['a.b', 'a.b.0', 'a.b.12']);
  });
});

describe('csrf tokens of pages', () => {
  const settings = {
    PUBLIC_URL: 'https://jobs.example',
    SITE: 'default',
    SITES: new Map<string, string>(),
    AUTH_SECRET,
  };
  let tokens: CsrfTokens;
  let server: FastifyInstance;

  beforeAll(async () => {
    server = fastify();
    await server.register(cookie, { hook: false });
    tokens = new CsrfTokens(new AuthCookies(settings), settings);
  });
  afterAll(() => server.close());

  /** A request of a browser, which has the cookie that it got with its first page. */
  const browser = (): CookieRequest => {
    const first: CookieRequest = { headers: {}, protocol: 'https', server };
    const setCookie = tokens.provide(first).setCookie!;
    return { ...first, headers: { cookie: setCookie.split(';')[0] } };
  };

  it('are valid in their browser, whoever is logged in, and name the account of the page', () => {
    const request = browser();
    for (const account of ['7', 'Zoë', undefined]) {
      const { token, account: mark } = partsOfCsrf(tokens.forPage(request, account).token);
      // Processes of earlier releases compare the whole value of the field.
      expect(token).toBe(tokens.provide(request).token);
      expect([tokens.isValid(request, token), tokens.isValid(browser(), token)]).toEqual([true, false]);
      expect(tokens.isOfAnother(mark, account)).toBe(false);
      expect(tokens.isOfAnother(mark, '8')).toBe(account !== undefined);
      // Nobody is logged in, or the session cookie is that of an earlier release.
      expect(tokens.isOfAnother(mark, undefined)).toBe(false);
    }
    for (const missing of [undefined, '']) expect(tokens.isOfAnother(missing, '7')).toBe(false);
    expect(tokens.isValid(request, '')).toBe(false);
  });

  it('are renewed for the same account', () => {
    const request = browser();
    const old = partsOfCsrf(tokens.forPage(browser(), '7').token);
    expect(tokens.isValid(request, old.token)).toBe(false);
    expect(tokens.renewed(request, old.account!)).toBe(tokens.forPage(request, '7').token);
    expect(tokens.renewed(request, '')).toBe(tokens.provide(request).token);
  });
});
