import { type FetchedPage, folded, PRODUCTS, results, SiteUnderTest } from '../../support/data/site.js';

const notesOf = (page: FetchedPage): string => folded(page.$('[data-region="results"]').text());
const ordersOf = (page: FetchedPage): string[] => page.texts('nav[aria-label] a[href*="sorting"], nav a[aria-current]');

describe.each(PRODUCTS)('a search that understands, %s', (_name, url) => {
  const canada = new SiteUnderTest(url, 'charity-ca');
  const europe = new SiteUnderTest(url, 'europe');

  it('[SEARCH-14] finds synonyms of the search text, and names them on request', async () => {
    const page = await canada.page('/jobs?search=attorney');
    expect(results(page).total).toBeGreaterThan(0);
    expect(results(page).titles.slice(0, 3).join()).toMatch(/lawyer|legal/i);
    expect(notesOf(page)).not.toContain('was also searched as');
    expect(notesOf(await canada.page('/jobs?search=attorney&why=1'))).toMatch(
      /“attorney” was also searched as: .*lawyer/,
    );
    expect(notesOf(await europe.page('/de/jobs?search=Rechtsanwalt&why=1'))).toMatch(
      /„Rechtsanwalt“ wurde auch gesucht als/,
    );
    expect(notesOf(await europe.page('/fr/emploi?search=avocat&why=1'))).toMatch(/« avocat » a aussi été cherché sous/);
  });

  it('[SEARCH-14] finds jobs in another language by their own terms', async () => {
    const nurses = results(await europe.page('/en/jobs?search=Krankenschwester')).titles;
    expect(nurses.join()).toMatch(/pflege/i);
    expect(nurses.length).toBeGreaterThan(3);
  });

  it('[SEARCH-13] shows results with some of the words if none has all, and says so', async () => {
    const page = await canada.page('/jobs?search=nurse+astronaut');
    expect(notesOf(page)).toContain('No job has all of “nurse astronaut” in it.');
    expect(results(page).titles[0]).toMatch(/nurs/i);
    expect(notesOf(await canada.page('/jobs?search=nurse'))).not.toContain('No job has all');
  });

  it('[SEARCH-03] sorts by distance if a place is searched', async () => {
    expect(ordersOf(await canada.page('/jobs?search=nurse')).join()).not.toContain('Nearest');
    const page = await canada.page('/jobs?geo_location=Toronto&sorting=distance_asc');
    expect(ordersOf(page)).toContain('Nearest');
    const kilometres = page
      .texts('[data-region="results"] > ol > li')
      .flatMap((card) => /· (\d+(?:\.\d+)?) km/.exec(card)?.[1] ?? [])
      .map(Number);
    expect(kilometres.length).toBeGreaterThan(3);
    expect(kilometres).toEqual(kilometres.toSorted((a, b) => a - b));
    expect((await canada.page('/jobs?sorting=distance_asc')).status).toBe(200);
  });
});
