// The pictures of docs/relevance.md: the first results of each query that was known to be weak, on one sheet per site.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { HOSTS } from '../../test/support/products.mjs';
import { pictureSheet } from './picture-sheet.mjs';

const WEAK_QUERIES = new URL('../../test/bench/relevance/weak-queries.json', import.meta.url);
const VIEWPORT = { width: 620, height: 1600 };
/** Size of the photographed part of the page, which starts at the heading of the results. */
const SHOWN = { width: 620, height: 800 };
/** Size of each picture on the sheet. */
const TILE = { width: 372 };
const COLUMNS = 5;
const SITES = {
  default: () => '/jobs',
  // The page in the language of most words of the query.
  europe: (text) => (/[äöüß]|Kranken|Kita/.test(text) ? '/de/jobs' : /é|è/.test(text) ? '/fr/emploi' : '/en/jobs'),
};

/** @returns total size of the sheets in bytes */
export async function takeSearchSheets(chrome, product, { folder, webp }) {
  const texts = [...new Set(JSON.parse(readFileSync(WEAK_QUERIES, 'utf8')).map(([, text]) => text))];
  let bytes = 0;
  for (const [site, list] of Object.entries(SITES)) {
    const origin = `http://${HOSTS[site]}:${new URL(product.url).port}`;
    const pictures = await takeSearches(
      chrome,
      texts.map((text) => `${origin}${list(text)}?search=${encodeURIComponent(text)}`),
    );
    const rows = [];
    while (pictures.length > 0) rows.push(pictures.splice(0, COLUMNS));
    const sheet = await pictureSheet(rows, TILE);
    bytes += (await sheet.webp(webp).toFile(join(folder, `${site}-searches.webp`))).size;
  }
  return bytes;
}

/** @returns pictures of the results of each address, starting at their heading */
async function takeSearches(chrome, addresses) {
  const page = await chrome.newPage({ viewport: VIEWPORT, reducedMotion: 'reduce' });
  const pictures = [];
  for (const address of addresses) {
    await page.goto(address, { waitUntil: 'networkidle' });
    const { y } = await page.locator('[data-region="results"]').boundingBox();
    pictures.push(await page.screenshot({ clip: { x: 0, y, ...SHOWN } }));
  }
  await page.close();
  return pictures;
}
