import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SignJWT } from 'jose';
import { SESSION_TOKEN, sessionTokenKeys } from '#contract/backend/signed-tokens.js';
import { DEMO_PASSWORD, type RunningProduct, startProduct } from '../../support/products.mjs';
import { PRODUCTS } from '../../support/data/site.js';
import { Visitor } from '../../support/visitors/visitor.js';

const EMAIL = 'applicant@demo.causeboard.test';
const SAME_ORIGIN = { 'sec-fetch-site': 'same-origin' };

let product: RunningProduct;
let owner: Visitor;
let jwt: string;

/** The only product with the setting that reveals session tokens; it shares its sessions with the other products. */
beforeAll(async () => {
  product = await startProduct({ DATA_DIR: process.env.TEST_DATA_DIR!, SESSION_JSON_JWT: 'on' });
  owner = new Visitor(product.url);
  await owner.logIn(EMAIL, DEMO_PASSWORD);
  jwt = (await owner.json<{ jwt: string }>('/api/auth/session', { headers: SAME_ORIGIN })).jwt;
}, 90_000);
afterAll(() => product.stop());

/** Requests the current user with a bearer token. */
async function viewer(url: string, token: string): Promise<{ status: number; body: unknown }> {
  const response = await new Visitor(url).fetch('/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ operationName: 'getUser', variables: {} }),
  });
  return { status: response.status, body: await response.json() };
}

describe('the backend’s token in the session', () => {
  it('[AUTH-05] is given to the site’s own scripts if the operator has enabled it', async () => {
    expect(jwt.split('.')).toHaveLength(3);
    const told = await owner.json<object>('/api/auth/session', { headers: SAME_ORIGIN });
    expect(told).toMatchObject({ user: { email: EMAIL }, jwt, masqueraded: false, isNewUserViaSocial: false });
    const { csrfToken } = await owner.json<{ csrfToken: string }>('/api/auth/csrf');
    const updated = await owner.json('/api/auth/session', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...SAME_ORIGIN },
      body: JSON.stringify({ csrfToken, data: {} }),
    });
    expect(updated).toHaveProperty('jwt', jwt);
  });

  it.each(['cross-site', 'same-site', 'none', undefined])(
    '[AUTH-05] is not sent to other sites: %s',
    async (source) => {
      const headers = source === undefined ? undefined : { 'sec-fetch-site': source };
      const session = await owner.json('/api/auth/session', { headers });
      expect(session).toHaveProperty('user.email', EMAIL);
      expect(session).not.toHaveProperty('jwt');
    },
  );

  it('[AUTH-05] does not exist without a session', async () => {
    expect(await new Visitor(product.url).json('/api/auth/session', { headers: SAME_ORIGIN })).toEqual({});
  });
});

describe.each(PRODUCTS)('bearer tokens, %s', (name, url) => {
  const isEmbedded = name.startsWith('embedded');

  it('[AUTH-05] identifies the user until the session ends', async () => {
    expect(await viewer(url, jwt)).toMatchObject({ status: 200, body: { data: { getUser: { email: EMAIL } } } });
    const other = new Visitor(product.url);
    await other.logIn(EMAIL, DEMO_PASSWORD);
    const ended = (await other.json<{ jwt: string }>('/api/auth/session', { headers: SAME_ORIGIN })).jwt;
    await other.send('/api/auth/signout', {});
    expect(await viewer(url, ended)).toEqual({ status: 200, body: { data: { getUser: null } } });
    expect((await new Visitor(url).send('/api/auth/callback/credentials', { jwt: ended })).status).toBe(401);
    expect(await viewer(url, jwt)).toHaveProperty('body.data.getUser.email', EMAIL);
  });

  it('[AUTH-05] is accepted for 15 seconds after its expiry, for clocks that differ, and no longer', async () => {
    expect(await viewer(url, await signed({ secondsLeft: -5 }))).toHaveProperty('body.data.getUser.email', EMAIL);
    await isRefused(await signed({ secondsLeft: -20 }));
  });

  it('[AUTH-05] [AUTH-14] lasts as long as the session, which reading it does not extend', async () => {
    const visitor = new Visitor(url);
    const signIn = await visitor.send('/api/auth/callback/credentials', { jwt: await signed({ secondsLeft: 3600 }) });
    expect(signIn.status).toBe(200);
    const { expires } = await visitor.session();
    expect(Math.round((Date.parse(expires!) - Date.now()) / 60_000)).toBe(60);
    const sent = visitor.set.filter((cookie) => cookie.name === 'next-auth.session-token');
    expect(sent.map(({ attributes }) => attributes['max-age'])).toEqual(['3600', '3600']);
  });

  it('[AUTH-02] [AUTH-05] is refused if it is wrong, foreign, unsigned or for another purpose', async () => {
    const [header = '', payload = '', signature = ''] = jwt.split('.');
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>;
    const kid = (JSON.parse(Buffer.from(header, 'base64url').toString()) as { kid: string }).kid;
    const none = encoded({ alg: 'none' });
    const flipped = signature.startsWith('A') ? `B${signature.slice(1)}` : `A${signature.slice(1)}`;
    const hmac = (text: string, secret: string) => createHmac('sha256', secret).update(text).digest('base64url');
    const wrong = [
      `${none}.${payload}.`,
      `${none}.${payload}.${signature}`,
      `${encoded({ alg: 'none', kid })}.${payload}.`,
      `${header}.${payload}.`,
      `${header}.${payload}.${flipped}`,
      `${header}.${payload}.${hmac(`${header}.${payload}`, 'another key')}`,
      `${encoded({ alg: 'HS256', kid: 'x' })}.${payload}.${hmac(`${encoded({ alg: 'HS256', kid: 'x' })}.${payload}`, 'x')}`,
      `${header}.${encoded({ ...claims, exp: Math.round(Date.now() / 1000) + 99_999_999 })}.${signature}`,
      await signed({ issuer: 'somebody else' }),
      await signed({ algorithm: 'HS512' }),
      await signed({ secret: 'a secret of another product, with 32 characters' }),
      await signed({ jti: null }),
      await signed({ secondsLeft: null }),
      owner.cookies.get('next-auth.session-token')!,
      'x',
      'x.y.z',
    ];
    for (const token of wrong) await isRefused(token);
  });

  async function isRefused(token: string): Promise<void> {
    const answer = await viewer(url, token);
    // Only the external backend itself checks its tokens: it treats the request as anonymous.
    if (isEmbedded) expect([token, answer.status]).toEqual([token, 401]);
    else expect([token, answer]).toEqual([token, { status: 200, body: { data: { getUser: null } } }]);
    const visitor = new Visitor(url);
    const signIn = await visitor.send('/api/auth/callback/credentials', { jwt: token });
    const target = `${url}/api/auth/error?error=CredentialsSignin&provider=credentials`;
    expect([token, signIn.status, await signIn.json()]).toEqual([token, 401, { url: target }]);
    expect(await visitor.session()).toEqual({});
  }
});

interface Wishes {
  secret?: string;
  algorithm?: string;
  issuer?: string;
  /** null means that the claim is left out, here and below. */
  secondsLeft?: number | null;
  jti?: string | null;
}

/** A token of the running session, signed as the backend would, except for the given differences. */
function signed(wishes: Wishes): Promise<string> {
  const claims = JSON.parse(Buffer.from(jwt.split('.')[1]!, 'base64url').toString()) as { sub: string; jti: string };
  const { algorithm = SESSION_TOKEN.algorithm, issuer = SESSION_TOKEN.issuer, secondsLeft = 600 } = wishes;
  const { secret = readFileSync(join(process.env.TEST_DATA_DIR!, 'auth-secret'), 'utf8'), jti = claims.jti } = wishes;
  const { id: kid, key } = sessionTokenKeys([secret])[0]!;
  const exp = secondsLeft === null ? undefined : Math.floor(Date.now() / 1000) + secondsLeft;
  return new SignJWT({ exp, jti: jti ?? undefined })
    .setProtectedHeader({ alg: algorithm, kid })
    .setIssuer(issuer)
    .setSubject(claims.sub)
    .sign(key);
}

function encoded(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}
