import { FormVisitor } from '../../support/visitors/form-visitor.js';
import { DEMO_PASSWORD, type RunningProduct, startProduct } from '../../support/products.mjs';
import { SiteUnderTest } from '../../support/data/site.js';
import { Visitor } from '../../support/visitors/visitor.js';

const EMAIL = 'applicant@demo.causeboard.test';
const ORIGIN = 'https://jobs.example.org';

describe('a site with its own host name, given without a scheme', () => {
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

  it('[AUTH-01] uses https: all addresses of the protocol are below its /api/auth, whatever the Host header says', async () => {
    expect(product.output).toContain(`Causeboard is at ${ORIGIN}, here at http://localhost:`);
    expect(product.output).not.toContain('PUBLIC_URL is not set');
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

  it('[AUTH-01] [AUTH-05] logs in there only, with cookies that are sent by https only', async () => {
    const login = await visitor.logIn(EMAIL, DEMO_PASSWORD, { callbackUrl: `${ORIGIN}/jobs?page=2` });
    expect([login.status, await login.json()]).toEqual([200, { url: `${ORIGIN}/jobs?page=2` }]);
    const names = visitor.set.map(({ name }) => name);
    expect(new Set(names)).toEqual(
      new Set([
        '__Host-next-auth.csrf-token',
        '__Secure-next-auth.callback-url',
        '__Secure-next-auth.session-token',
        '__Secure-next-auth.known-browser',
      ]),
    );
    for (const { attributes } of visitor.set)
      expect(attributes).toMatchObject({ secure: true, httponly: true, samesite: 'Lax', path: '/' });
    expect(await visitor.session()).toMatchObject({ user: { email: EMAIL } });
    const out = await visitor.send('/api/auth/signout', { callbackUrl: `${product.url}/jobs` });
    expect(await out.json()).toEqual({ url: ORIGIN });
    expect([...visitor.cookies.keys()]).not.toContain('__Secure-next-auth.session-token');
  });

  // The hosts in SITES, with the scheme of PUBLIC_URL.
  it.each([
    ['default', ORIGIN, ''],
    ['uk', 'https://uk.localhost', ''],
    ['europe', 'https://europe.localhost', '/de'],
  ] as const)(
    '[ROUTE-06] [ROUTE-08] [ROUTE-11] [SITE-06] %s names addresses of its own alone: %s',
    async (name, origin, prefix) => {
      const site = new SiteUnderTest(product.url, name);
      const page = await site.page(`${prefix}/jobs`);
      const job = page.$('[data-region="results"] h2 a').first().attr('href')!;
      expect(page.$('link[rel="canonical"]').attr('href')).toMatch(`${origin}${prefix}/jobs`);
      expect(page.$('meta[property="og:url"]').attr('content')).toMatch(`${origin}${prefix}/jobs`);
      const alternates = page.$('link[rel="alternate"][hreflang]').toArray();
      expect(alternates.length).toBe(name === 'europe' ? 4 : 0);
      const posting = (await site.page(job)).jsonLd('JobPosting')!;
      const documents = await Promise.all(
        [
          '/robots.txt',
          '/sitemap.xml',
          `${prefix}/jobs/sitemap.xml`,
          '/feeds/jobs.xml',
          `${prefix}/jobs/feed.atom`,
        ].map(async (path) => {
          const { status, text } = await site.get(path);
          expect([path, status]).toEqual([path, 200]);
          return text;
        }),
      );
      const providers = await site.get('/api/auth/providers');
      const news = await site.get(`${prefix}/blog/rss.xml`);
      const addresses = [
        ...alternates.map((link) => page.$(link).attr('href')!),
        posting.url as string,
        ...documents.flatMap((text) => addressesIn(text)),
        ...addressesIn(news.text),
        (providers.body as Record<string, { callbackUrl: string }>).credentials!.callbackUrl,
      ];
      expect(documents.map((text) => addressesIn(text).length)).not.toContain(0);
      const origins = new Set(addresses.map((address) => new URL(address).origin));
      expect([...origins]).toEqual([origin]);
    },
  );

  it('[SITE-06] [AUTH-03] a site accepts forms of its own pages, and none of other sites', async () => {
    const values = { email: EMAIL, password: DEMO_PASSWORD };
    const send = async (origin: string) => {
      const someone = new FormVisitor(new SiteUnderTest(product.url, 'europe'));
      const answer = await someone.send('/de/user/login', 'form[data-form="login"]', values, { Origin: origin });
      return [answer.status, someone.has('__Secure-next-auth.session-token')];
    };
    expect(await send('https://europe.localhost')).toEqual([303, true]);
    for (const other of [ORIGIN, 'https://uk.localhost', 'http://europe.localhost'])
      expect(await send(other)).toEqual([403, false]);
    const ask = (origin: string) =>
      new SiteUnderTest(product.url, 'europe')
        .post('/graphql')
        .set('Origin', origin)
        .send({ operationName: 'TeasedJobs', variables: {} });
    expect((await ask('https://europe.localhost')).status).not.toBe(403);
    expect((await ask(ORIGIN)).status).toBe(403);
    expect((await ask('http://europe.localhost')).status).toBe(403);
  });

  it('tells browsers to use only https, and which permissions its pages do not need', async () => {
    const { headers } = await new SiteUnderTest(product.url).get('/jobs');
    expect(headers).toMatchObject({
      'strict-transport-security': 'max-age=31536000',
      'cross-origin-opener-policy': 'same-origin',
      'permissions-policy': expect.stringMatching(/camera=\(\).*geolocation=\(\)/) as string,
    });
    const plain = await new SiteUnderTest(process.env.TEST_EMBEDDED!).get('/jobs');
    expect(plain.headers['strict-transport-security']).toBeUndefined();
    expect(plain.headers['content-security-policy']).toMatch(/img-src 'self' data:;/);
    expect((await new SiteUnderTest(product.url).get('/robots.txt')).headers['x-content-type-options']).toBe('nosniff');
  });

  it('[SITE-06] pages are cached for each site separately, whatever host was requested', async () => {
    const canonical = async (host: string) => {
      const { text } = await new SiteUnderTest(product.url).get('/jobs').set('Host', host);
      return /<link rel="canonical" href="([^"]+)"/.exec(text)?.[1];
    };
    for (const host of ['localhost', 'evil.example', 'UK.localhost:8080'])
      expect(await canonical(host)).toBe(host.startsWith('UK') ? 'https://uk.localhost/jobs' : `${ORIGIN}/jobs`);
  });
});

/** Addresses that a document gives for pages or files of its site. */
function addressesIn(text: string): string[] {
  const found =
    /<(?:loc|url|link|publisherurl|guid[^>]*|id)>(?:<!\[CDATA\[)?(https?:[^<\]]+)|^Sitemap: (\S+)|<link [^>]*href="([^"]+)"/gm;
  return [...text.matchAll(found)].map(([, element, line, attribute]) => element ?? line ?? attribute!);
}
