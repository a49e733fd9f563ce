import { FickleBackend } from '../../support/backends/fickle-backend.js';
import { type RunningProduct, startProduct } from '../../support/products.mjs';
import { SiteUnderTest } from '../../support/data/site.js';

describe('cached pages, under load', () => {
  let backend: FickleBackend;
  let product: RunningProduct;
  let site: SiteUnderTest;

  beforeAll(async () => {
    backend = await FickleBackend.start(process.env.TEST_BACKEND!);
    product = await startProduct({ BACKEND_GRAPHQL_URL: backend.url, PAGE_CACHE_MB: '0.25' });
    site = new SiteUnderTest(product.url);
  }, 60_000);

  afterAll(async () => {
    await product.stop();
    await backend.close();
  });

  const searches = () => backend.operations.filter((name) => name === 'SearchJobs' || name === 'UnderstoodJobs').length;

  it('are rendered once for all simultaneous requests', async () => {
    await site.page('/jobs');
    backend.operations = [];
    backend.delay = 300;
    const answers = await Promise.all(Array.from({ length: 20 }, () => site.page('/jobs?search=teacher')));
    backend.delay = 0;
    expect(new Set(answers.map(({ html }) => html)).size).toBe(1);
    expect(new Set(answers.map(({ headers }) => headers['x-request-id'])).size).toBe(20);
    expect(searches()).toBe(1);
  });

  it('stay within their memory limit; frequently requested pages are kept', async () => {
    const popular = '/jobs?search=nurse';
    await site.page(popular);
    await site.page(popular);
    for (let page = 1; page <= 40; page += 1) await site.page(`/jobs?page=${page}`);
    backend.operations = [];
    await site.page(popular);
    expect(searches()).toBe(0);
    await site.page('/jobs?page=40');
    expect(searches()).toBe(0);
    await site.page('/jobs?page=1');
    expect(searches()).toBe(1);
  });

  it('are not created for missing pages', async () => {
    backend.refuse = 'FeaturedOrganizations';
    const without = await site.page('/');
    expect([without.status, without.headers['cache-control']]).toEqual([200, 'private, no-cache']);
    backend.refuse = '';
    expect((await site.page('/')).headers['cache-status']).toBe('causeboard; fwd=miss; stored');
  });

  it('are disabled with PAGE_CACHE_MB=0', async () => {
    const without = await startProduct({ BACKEND_GRAPHQL_URL: backend.url, PAGE_CACHE_MB: '0' });
    try {
      const other = new SiteUnderTest(without.url);
      for (let time = 0; time < 2; time += 1) {
        const { headers } = await other.page('/jobs');
        expect(headers['cache-control']).toBe('private, no-cache');
      }
      backend.mood = 'error';
      expect((await other.page('/jobs')).status).toBe(503);
    } finally {
      backend.mood = 'well';
      await without.stop();
    }
  });

  it('may be sent by a CDN without revalidation, for the time set by the operator', async () => {
    const shared = await startProduct({ BACKEND_GRAPHQL_URL: backend.url, CDN_MAX_AGE_SECONDS: '30' });
    try {
      const other = new SiteUnderTest(shared.url);
      const page = await other.page('/jobs');
      expect(page.headers['cache-control']).toBe('public, max-age=0, s-maxage=30, stale-while-revalidate=300');
      const personal = await other.get('/jobs').set('Cookie', 'next-auth.session-token=x');
      expect(personal.headers['cache-control']).toBe('private, no-cache');
    } finally {
      await shared.stop();
    }
  });
});
