import { DEMO_PASSWORD, type RunningProduct, startProduct } from '../support/products.mjs';
import { SiteUnderTest } from '../support/site.js';
import { Visitor } from '../support/visitor.js';

const EMAIL = 'applicant@demo.causeboard.test';
const ORIGIN = 'https://jobs.example.org';

describe('a site behind a name of its own, given without a scheme', () => {
  let product: RunningProduct;
  let visitor: Visitor;

  beforeAll(async () => {
    product = await startProduct({
      DATA_DIR: process.env.TEST_DATA_DIR!,
      BACKEND_GRAPHQL_URL: `${process.env.TEST_BACKEND!}/graphql`,
      PUBLIC_URL: 'jobs.example.org',
    });
  }, 90_000);
  afterAll(() => product.stop());
  beforeEach(() => {
    visitor = new Visitor(product.url);
  });

  it('[AUTH-01] is given https: every address of the protocol is below /api/auth there, whatever the Host header says', async () => {
    expect(product.output).toContain(`Causeboard is at ${ORIGIN}, here at http://localhost:`);
    const { credentials } = await visitor.json<{ credentials: object }>('/api/auth/providers');
    expect(credentials).toMatchObject({
      signinUrl: `${ORIGIN}/api/auth/signin/credentials`,
      callbackUrl: `${ORIGIN}/api/auth/callback/credentials`,
    });
    const evil = await new SiteUnderTest(product.url).get('/api/auth/providers').set('Host', 'evil.example');
    expect(evil.text).not.toContain('evil');
    const wrong = await visitor.logIn(EMAIL, 'not the password');
    expect(await wrong.json()).toEqual({
      url: `${ORIGIN}/api/auth/error?error=CredentialsSignin&provider=credentials`,
    });
  });

  it('[AUTH-01] [AUTH-05] logs in there alone, with cookies that go by https only', async () => {
    const login = await visitor.logIn(EMAIL, DEMO_PASSWORD, { callbackUrl: `${ORIGIN}/jobs?page=2` });
    expect([login.status, await login.json()]).toEqual([200, { url: `${ORIGIN}/jobs?page=2` }]);
    const names = visitor.set.map(({ name }) => name);
    expect(new Set(names)).toEqual(
      new Set(['__Host-next-auth.csrf-token', '__Secure-next-auth.callback-url', '__Secure-next-auth.session-token']),
    );
    for (const { attributes } of visitor.set)
      expect(attributes).toMatchObject({ secure: true, httponly: true, samesite: 'Lax', path: '/' });
    expect(await visitor.session()).toMatchObject({ user: { email: EMAIL } });
    const out = await visitor.send('/api/auth/signout', { callbackUrl: `${product.url}/jobs` });
    expect(await out.json()).toEqual({ url: ORIGIN });
    expect([...visitor.cookies.keys()]).not.toContain('__Secure-next-auth.session-token');
  });
});
