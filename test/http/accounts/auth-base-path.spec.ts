import { type RunningProduct, DEMO_PASSWORD, startProduct } from '../../support/products.mjs';
import { SiteUnderTest } from '../../support/data/site.js';
import { Visitor } from '../../support/visitors/visitor.js';

const EMAIL = 'applicant@demo.causeboard.test';
const BASE = '/board/session-api';
const SOCIAL = { GOOGLE_CLIENT_ID: 'client', GOOGLE_CLIENT_SECRET: 'secret' };

describe('the session protocol at another path', () => {
  let product: RunningProduct;
  let visitor: Visitor;

  beforeAll(async () => {
    product = await startProduct({
      DATA_DIR: process.env.TEST_DATA_DIR!,
      BACKEND_GRAPHQL_URL: `${process.env.TEST_BACKEND!}/graphql`,
      AUTH_BASE_PATH: BASE,
      SITE: 'charity-ca',
      SITES: '',
      ...SOCIAL,
    });
  }, 90_000);
  afterAll(() => product.stop());
  beforeEach(() => {
    visitor = new Visitor(product.url, {}, BASE);
  });

  it('[AUTH-01] gives its addresses below that path', async () => {
    expect(await visitor.json(`${BASE}/providers`)).toMatchObject({
      credentials: { signinUrl: `${product.url}${BASE}/signin/credentials` },
      google: { callbackUrl: `${product.url}${BASE}/callback/google` },
    });
    const begun = await visitor.send(`${BASE}/signin/google`, { callbackUrl: '/' });
    const { url } = (await begun.json()) as { url: string };
    expect(new URL(url).searchParams.get('redirect_uri')).toBe(`${product.url}${BASE}/callback/google`);
  });

  it('[AUTH-01] logs in, returns the session and logs out there, with cookies for the whole site', async () => {
    const login = await visitor.logIn(EMAIL, DEMO_PASSWORD, { callbackUrl: '/jobs' });
    expect([login.status, await login.json()]).toEqual([200, { url: `${product.url}/jobs` }]);
    for (const { attributes } of visitor.set) expect(attributes).toMatchObject({ path: '/', httponly: true });
    expect(await visitor.session()).toMatchObject({ user: { email: EMAIL } });
    await visitor.send(`${BASE}/signout`, {});
    expect(await visitor.session()).toEqual({});
  });

  it('[AUTH-01] [AUTH-09] has its error and sign-in pages there', async () => {
    const refused = await visitor.logIn(EMAIL, 'not the password');
    const { url } = (await refused.json()) as { url: string };
    expect(url).toBe(`${product.url}${BASE}/error?error=CredentialsSignin&provider=credentials`);
    const error = await visitor.fetch(url);
    expect([error.status, error.headers.get('location')]).toEqual([302, `${BASE}/signin?error=CredentialsSignin`]);
    const page = await visitor.fetch(`${BASE}/error?error=AccessDenied`);
    expect([page.status, page.headers.get('x-content-type-options')]).toEqual([403, 'nosniff']);
  });

  it('[AUTH-01] serves nothing at the usual path', async () => {
    for (const path of ['session', 'csrf', 'providers', 'error'])
      expect((await visitor.fetch(`/api/auth/${path}`)).status).toBe(404);
  });

  it('[AUTH-01] is used by the product’s own pages', async () => {
    const login = await new SiteUnderTest(product.url, 'charity-ca').page('/user/login');
    expect(login.$('[data-social] form').first().attr('action')).toBe(`${BASE}/signin/google?prompt=login`);
    const page = JSON.parse(login.$('#island-page').text()) as { site: { authPath: string } };
    expect(page.site.authPath).toBe(BASE);
    expect((await visitor.fetch('/robots.txt').then((answer) => answer.text())).split('\n')).toContain(
      `Disallow: ${BASE}/`,
    );
  });

  it.each(['/user/auth', 'api/auth', '/api/auth/', '/API', '/'])(
    '[AUTH-01] does not start with %s',
    async (path) => {
      const start = startProduct({ DATA_DIR: process.env.TEST_DATA_DIR!, AUTH_BASE_PATH: path });
      await expect(start).rejects.toThrow('AUTH_BASE_PATH: ');
    },
    30_000,
  );
});
