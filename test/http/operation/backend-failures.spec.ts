import { FickleBackend, type Mood } from '../../support/backends/fickle-backend.js';
import { type RunningProduct, startProduct } from '../../support/products.mjs';
import { results, SiteUnderTest } from '../../support/data/site.js';
import { waitFor } from '../../support/wait-for.js';

describe('a backend that fails', () => {
  let backend: FickleBackend;
  let product: RunningProduct;
  let site: SiteUnderTest;

  beforeAll(async () => {
    backend = await FickleBackend.start(process.env.TEST_BACKEND!);
    product = await startProduct({ BACKEND_GRAPHQL_URL: backend.url, BACKEND_TIMEOUT_MS: '1000' });
    site = new SiteUnderTest(product.url);
    await recovered();
  });

  /** Waits until the product sends requests to the backend again after a failure. */
  async function recovered(): Promise<void> {
    backend.mood = 'well';
    await waitFor('the product is ready', async () => (await site.get('/health/ready')).status === 200, 30_000);
  }

  afterAll(async () => {
    await product.stop();
    await backend.close();
  });

  it('[GQL-02] receives operation, variables and query, and the headers for frontend, locale and request', async () => {
    const find = () => backend.requests.find(({ headers }) => headers['x-request-id'] === 'a-request-of-a-test');
    // On a busy machine, an earlier request may have taken too long: for a moment, none is sent then.
    await waitFor('the page to be asked for', async () => {
      await recovered();
      await site.get('/jobs?search=nurse&visual_editor=true').set('X-Request-Id', 'a-request-of-a-test');
      return find() !== undefined;
    });
    const sent = find()!;
    expect(sent.headers).toMatchObject({
      'content-type': expect.stringContaining('application/json') as string,
      'x-causeboard-frontend': 'default; locale=en',
      'x-causeboard-visual-editor': 'true',
    });
    const body = JSON.parse(sent.body) as Record<string, unknown>;
    expect(Object.keys(body).sort()).toEqual(['operationName', 'query', 'variables']);
  });

  it.each<Mood>(['error', 'garbage', 'empty', 'hanging', 'breaking-off'])(
    '[GQL-04] when it is "%s", the page is a themed 503 with Retry-After',
    async (mood) => {
      backend.mood = mood;
      const page = await site.page(`/jobs?search=${mood}`);
      expect(page.status).toBe(503);
      expect(Number(page.headers['retry-after'])).toBeGreaterThan(0);
      expect(page.$('title').text()).toContain('Causeboard');
      expect(page.$('main h1').length).toBe(1);
      expect(page.html).not.toContain(backend.url);
      expect((await site.get('/health/ready')).status).toBe(503);
      expect((await site.get('/health/live')).status).toBe(200);
    },
  );

  it('the last good page is shown while it is unavailable, with its age', async () => {
    await recovered();
    const before = await site.page('/jobs?search=teacher');
    expect(before.status).toBe(200);
    backend.mood = 'error';
    const after = await site.page('/jobs?search=teacher');
    expect(after.status).toBe(200);
    expect(results(after)).toEqual(results(before));
    expect(Number(after.headers.age)).toBeGreaterThanOrEqual(0);
    expect(after.headers['cache-control']).toBe('no-store');
    await recovered();
  });

  it('pages are compressed for browsers that support it', async () => {
    await recovered();
    for (const encoding of ['br', 'gzip']) {
      const answer = await site.get('/jobs').set('Accept-Encoding', encoding);
      expect(answer.headers['content-encoding']).toBe(encoding);
      if (encoding === 'gzip') expect(answer.text).toContain('</html>');
    }
  });

  it('an incomplete response breaks the page that needs it, and no later page', async () => {
    await recovered();
    backend.answers = { getAppConfig: { data: {} }, PageMenu: { data: { menu: { items: 'none' } } } };
    // A new data version, so that no cached response is used.
    for (const path of ['/', '/jobs?search=malformed', '/user/login']) {
      const page = await site.page(path);
      expect([200, 503]).toContain(page.status);
      expect(page.$('title').text()).toContain('Causeboard');
    }
    backend.answers = { UnderstoodJobs: { data: { searchAPISearch: { documents: 7 } } } };
    expect((await site.page('/jobs?search=malformed-list')).status).toBe(503);
    expect((await site.page('/user/login')).status).toBe(200);
    backend.answers = {
      JobDetail: { data: {} },
      ArticleBySlug: { data: { article: null }, errors: [{ message: 'x' }] },
    };
    expect((await site.page('/blog/why-pay-belongs-in-the-ad')).status).toBe(503);
    backend.answers = {};
    for (const path of ['/', '/jobs?search=malformed', '/user/login', '/blog/why-pay-belongs-in-the-ad'])
      expect([path, (await site.page(path)).status]).toEqual([path, 200]);
  });
});
