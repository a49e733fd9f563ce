import { facet, type FetchedPage, folded, PRODUCTS, results, SiteUnderTest } from '../../support/data/site.js';

/** The broader searches that a page without results offers, each with its announced number of results. */
function broaderSearches(page: FetchedPage): { text: string; href: string; count: number }[] {
  const links = page.$('[data-region="results"] h2 ~ ul a');
  return links
    .map((_index, link) => {
      const text = folded(page.$(link).text());
      return { text, href: page.$(link).attr('href')!, count: Number(/^[\d,.]+/.exec(text)?.[0].replace(/\D/g, '')) };
    })
    .get()
    .filter(({ count }) => !Number.isNaN(count));
}

const total = (page: FetchedPage): number =>
  Number(/^[\d,.]+/.exec(folded(page.$('main h1').text()))?.[0].replace(/\D/g, '') ?? 0);

describe.each(PRODUCTS)('a search that explains itself, %s', (_name, url) => {
  const canada = new SiteUnderTest(url, 'charity-ca');
  const europe = new SiteUnderTest(url, 'europe');

  /** Follows each broader search, which must find as much as announced. */
  async function followed(site: SiteUnderTest, path: string): Promise<string[]> {
    const page = await site.page(path);
    expect({ path, total: total(page) }).toEqual({ path, total: 0 });
    const ways = broaderSearches(page);
    for (const { text, href, count } of ways) {
      expect({ text, total: total(await site.page(href)) }).toEqual({ text, total: count });
    }
    return ways.map(({ text }) => text.replace(/^[\d,.]+ /, ''));
  }

  it('[SEARCH-13] without results, shows the number of results without each word', async () => {
    expect(await followed(canada, '/jobs?search=family+-family')).toEqual(['without “family”', 'without “-family”']);
    expect(await followed(canada, '/organizations?search=family+-family')).toEqual([
      'without “family”',
      'without “-family”',
    ]);
    expect(await followed(europe, '/de/jobs?search=Team+-Team')).toEqual(['ohne „Team“', 'ohne „-Team“']);
  });

  it('[SEARCH-13] says how many results there are without a filter, and with a single condition if that is not enough', async () => {
    const nurses = facet(await canada.page('/jobs?search=nurse'), 'company').map(({ value }) => value);
    const others = facet(await canada.page('/jobs'), 'company').filter(({ value }) => !nurses.includes(value));
    const ways = await followed(canada, `/jobs?search=nurse&company=${others[0]!.value}`);
    expect(ways).toContain(`without “${others[0]!.label}”`);
    expect(ways).toContain('without “nurse”');
    // Two conditions exclude everything, so each of the others is offered alone.
    const both = `/jobs?search=nurse+teacher+-nurse&company=${others[0]!.value}`;
    expect(await followed(canada, both)).toEqual(['for “nurse” alone', 'for “teacher” alone']);
    const here = `/jobs?search=nurse+teacher+-nurse&company=${others[0]!.value}&geo_location=Toronto`;
    expect(await followed(canada, here)).toEqual(expect.arrayContaining(['jobs of any kind there']));
  });

  it('[SEARCH-04] [SEARCH-13] offers the nearest wider radius with results, and a search everywhere', async () => {
    const towns = ['Uxbridge, Ontario', 'Bolton, Ontario', 'Stouffville, Ontario', 'Orangeville, Ontario'];
    const paths = towns.map((town) => `/jobs?geo_location=${encodeURIComponent(town)}&radius=5`);
    const empty = [];
    for (const path of paths) if (total(await canada.page(path)) === 0) empty.push(path);
    expect(empty.length).toBeGreaterThan(0);
    const ways = await followed(canada, empty[0]!);
    expect(ways.filter((way) => way.startsWith('within'))).toHaveLength(1);
    expect(ways).toContain('everywhere');
    const radius = Number(/within (\d+) km/.exec(ways.join())![1]);
    const narrower = [5, 25, 50, 100, 200].filter((km) => km < radius);
    for (const km of narrower) {
      expect(total(await canada.page(empty[0]!.replace('radius=5', `radius=${km}`)))).toBe(0);
    }
  });

  it('[SEARCH-15] explains on request, and only then, why each result was found', async () => {
    const path = '/jobs?search=nurse&geo_location=Toronto&radius=100';
    const plain = await canada.page(path);
    expect(plain.$('[data-region="results"] ol ul').text()).not.toContain('In the title');
    const why = folded(plain.$('a:contains("Why these results?")').attr('href')!);
    const page = await canada.page(why);
    expect(page.$('meta[name="robots"]').attr('content')).toContain('noindex');
    expect(results(page).titles).toEqual(results(plain).titles);
    const cards = page.$('[data-region="results"] > ol > li');
    expect(cards.length).toBeGreaterThan(0);
    cards.each((_index, card) => {
      const title = folded(page.$(card).find('h2').text());
      const reasons = folded(page.$(card).find('ul').last().text());
      const inTitle = /nurse|nursing/i.test(title);
      expect({ title, says: /In the title: nurs/i.test(reasons) }).toEqual({ title, says: inTitle });
      expect(reasons).toMatch(/In the (?:title|text): /);
      expect(reasons).toMatch(/\d+ km from Toronto/);
    });
    const organizations = await canada.page('/organizations?search=family&why=1');
    expect(organizations.texts('[data-region="results"] > ol > li').join(' ')).toMatch(/In the (?:title|text): famil/i);
  });

  it('[SEARCH-15] search texts and found texts are escaped in the explanations', async () => {
    const page = await canada.page(`/jobs?why=1&search=${encodeURIComponent('<img src=x onerror=alert(1)> nurse')}`);
    expect(page.status).toBe(200);
    expect(page.$('main img[onerror]')).toHaveLength(0);
  });
});
