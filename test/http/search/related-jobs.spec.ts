import { folded, results, SiteUnderTest } from '../../support/data/site.js';
import { type RunningProduct, startProduct } from '../../support/products.mjs';
import { FickleBackend } from '../../support/backends/fickle-backend.js';
import { waitFor } from '../../support/wait-for.js';

interface FoundJobs {
  searchAPISearch: { result_count: number; documents: { id: string; title: string }[]; related: { title: string }[] };
}

const RELATED = 'section[aria-labelledby="related-jobs"]';
const FOUND = 2;
const ASKED = { language: ['en'], fulltext: { keys: ['nurse'] }, range: { first: 0, last: 4 }, withBand: false };

/** The related jobs come from a stub backend, because vectors are computed only long after a product has started. */
describe('jobs related to a search with few results', () => {
  let backend: FickleBackend;
  let product: RunningProduct;
  let site: SiteUnderTest;
  let found: FoundJobs;

  beforeAll(async () => {
    backend = await FickleBackend.start(process.env.TEST_BACKEND!);
    product = await startProduct({ BACKEND_GRAPHQL_URL: backend.url });
    site = new SiteUnderTest(product.url);
    await waitFor('the product is ready', async () => (await site.get('/health/ready')).status === 200, 30_000);
    found = await site.graphql<FoundJobs>('UnderstoodJobs', ASKED);
    answerWith(found.searchAPISearch.documents.slice(FOUND));
  });
  afterAll(async () => {
    await product.stop();
    await backend.close();
  });

  function answerWith(related: FoundJobs['searchAPISearch']['documents']): void {
    const documents = found.searchAPISearch.documents.slice(0, FOUND);
    const answer = { ...found.searchAPISearch, result_count: FOUND, documents, related };
    backend.answers = { UnderstoodJobs: { data: { searchAPISearch: answer } } };
  }

  it('[SEARCH-01] are in a named section after the results, and are not counted', async () => {
    const page = await site.page('/jobs?search=nurse');
    const titles = found.searchAPISearch.documents.map(({ title }) => folded(title));
    expect(results(page)).toMatchObject({ total: FOUND, titles: titles.slice(0, FOUND) });
    const section = page.$(RELATED);
    expect(folded(section.find('h2#related-jobs').text())).toBe('Related jobs');
    expect(folded(section.find('p').first().text())).toBe(
      'These jobs don’t match “nurse”, but are about similar work.',
    );
    expect(page.texts(`${RELATED} h3`)).toEqual(titles.slice(FOUND));
    expect(section.find('h3 a[href*="/job/"]').length).toBe(titles.length - FOUND);
    const headings = page.texts('[data-region="results"] :is(h2, h3)');
    const own = headings.slice(headings.indexOf(titles[0]!));
    expect(own.slice(0, titles.length + 1)).toEqual([
      ...titles.slice(0, FOUND),
      'Related jobs',
      ...titles.slice(FOUND),
    ]);
  });

  it('[SEARCH-01] repeat what was typed as text', async () => {
    const page = await site.page(`/jobs?search=${encodeURIComponent('<img src=x onerror=alert(1)>')}`);
    expect(page.$(RELATED).find('img[src="x"]').length).toBe(0);
    expect(page.$(RELATED).text()).toContain('<img src=x');
  });

  it('[SEARCH-01] have no section in a search for literal words, nor if there are none', async () => {
    expect((await site.page('/jobs?search=nurse&words_only=1')).$(RELATED).length).toBe(0);
    answerWith([]);
    const page = await site.page('/jobs?search=nurses');
    expect(results(page).total).toBe(FOUND);
    expect(page.$(RELATED).length).toBe(0);
  });
});
