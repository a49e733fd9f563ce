import { expect, request, test } from '@playwright/test';
import { HOSTS, type RunningProduct, startProduct } from '../../support/products.mjs';
import { FickleBackend } from '../../support/backends/fickle-backend.js';
import { collectErrors } from '../support/browser-site';
import { expectSound } from '../support/sound-page';

interface FoundJobs {
  data: { searchAPISearch: { result_count: number; documents: object[] } };
}

const RELATED = 'section[aria-labelledby="related-jobs"]';
const FOUND = 2;
const ASKED = { language: ['en'], fulltext: { keys: ['nurse'] }, range: { first: 0, last: 6 }, withBand: false };

/** The related jobs come from a stub backend, because vectors are computed only long after a product has started. */
let backend: FickleBackend;
let product: RunningProduct;

test.beforeAll(async () => {
  backend = await FickleBackend.start(process.env.TEST_BACKEND!);
  product = await startProduct({ BACKEND_GRAPHQL_URL: backend.url });
  const api = await request.newContext({ baseURL: at('') });
  const asked = { operationName: 'UnderstoodJobs', variables: ASKED };
  const { data } = (await (await api.post('/graphql', { data: asked })).json()) as FoundJobs;
  await api.dispose();
  const { documents } = data.searchAPISearch;
  const few = { result_count: FOUND, documents: documents.slice(0, FOUND), related: documents.slice(FOUND) };
  backend.answers = { UnderstoodJobs: { data: { searchAPISearch: { ...data.searchAPISearch, ...few } } } };
});
test.afterAll(async () => {
  await product.stop();
  await backend.close();
});

function at(path: string): string {
  return `http://${HOSTS.default}:${new URL(product.url).port}${path}`;
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with scripts' : 'without scripts', () => {
    test.use({ javaScriptEnabled });

    test('[SEARCH-01] related jobs are below the few results, open, and can be disabled', async ({ page }) => {
      const errors = collectErrors(page);
      await page.goto(at('/jobs?search=nurse'));
      const section = page.locator(RELATED);
      await expect(section.getByRole('heading', { name: 'Related jobs' })).toBeVisible();
      expect(errors).toEqual([]);
      if (javaScriptEnabled) await expectSound(page);
      const first = section.getByRole('heading', { level: 3 }).first().getByRole('link');
      const title = await first.innerText();
      await first.click();
      await expect(page.getByRole('heading', { name: title }).first()).toBeVisible();
      await page.goto(at('/jobs?search=nurse'));
      await section.getByRole('link', { name: 'Search for the words only' }).click();
      await expect(page).toHaveURL(/words_only=1/);
      await expect(page.locator(RELATED)).toHaveCount(0);
    });
  });
}
