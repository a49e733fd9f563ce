// Checks that pages are valid: complete, and with the total that is in the database.
import { startProduct } from '../../support/products.mjs';

const TOTAL = /<h1[^>]*>([\s\S]*?)<\/h1>/;

/**
 * Sends a sample of requests to the product, and to another one that searches only in PostgreSQL and caches no pages.
 * @param settings of both products, besides their folder
 * @returns descriptions of all differences
 */
export async function checkAnswers(url, addresses, dataDir, count, settings = {}) {
  const step = Math.max(1, Math.floor(addresses.length / count));
  const sample = addresses.filter((_, index) => index % step === 0).slice(0, count);
  const reference = await startProduct({ ...settings, DATA_DIR: dataDir, PAGE_CACHE_MB: '0', SEARCH_MEMORY_MB: '0' });
  const wrong = [];
  let empty = 0;
  try {
    for (const { path } of sample) {
      const [page, expected] = [await pageAt(url, path), await pageAt(reference.url, path)];
      if (page.status !== 200 || !page.whole)
        wrong.push(`${path}: ${page.status}, ${page.whole ? 'whole' : 'cut off'}`);
      else if (page.total !== expected.total) wrong.push(`${path}: ${page.total} jobs, not ${expected.total}`);
      if (!page.total) empty++;
    }
  } finally {
    await reference.stop();
  }
  if (empty > sample.length / 10) wrong.push(`${empty} of ${sample.length} searches find nothing`);
  return wrong;
}

async function pageAt(url, path) {
  const response = await fetch(url + path);
  const html = await response.text();
  const heading = (TOTAL.exec(html)?.[1] ?? '').replace(/<[^>]+>/g, '');
  const number = /\d[\d,.\s\u00a0\u202f]*/.exec(heading)?.[0] ?? '0';
  return {
    status: response.status,
    whole: html.trimEnd().endsWith('</html>'),
    total: Number(number.replace(/\D/g, '')),
  };
}
