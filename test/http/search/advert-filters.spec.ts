import * as cheerio from 'cheerio';
import { facet, PRODUCTS, results, SiteUnderTest } from '../../support/data/site.js';

const FILTERS = ['pay', 'published', 'language', 'closing'];

describe.each(PRODUCTS)('filters by pay, date, language and end, %s', (_name, url) => {
  const site = new SiteUnderTest(url);
  const europe = new SiteUnderTest(url, 'europe');

  it('[SEARCH-09] each count is the number of results for that value', async () => {
    const page = await europe.page('/en/jobs');
    for (const name of FILTERS) {
      const values = facet(page, name).filter(({ value }) => value !== '');
      expect({ name, values: values.length > 0 }).toEqual({ name, values: true });
      for (const { value, count } of [values[0]!, values.at(-1)!]) {
        const { total } = results(await europe.page(`/en/jobs?${name}=${value}`));
        expect({ name, value, total }).toEqual({ name, value, total: count });
      }
    }
  });

  it('[SEARCH-09] a choice does not narrow the counts of its own facet, but those of all others', async () => {
    const counts = (page: Awaited<ReturnType<typeof site.page>>, name: string) =>
      facet(page, name).map(({ value, count }) => [value, count]);
    const all = await site.page('/jobs?search=manager');
    const chosen = await site.page('/jobs?search=manager&pay=40000');
    expect(counts(chosen, 'pay')).toEqual(counts(all, 'pay'));
    const sum = (page: typeof all) => facet(page, 'remote').reduce((total, { count }) => total + count, 0);
    expect(sum(chosen)).toBe(results(chosen).total);
    expect(results(chosen).total).toBeLessThan(results(all).total);
  });

  it('[SEARCH-09] higher pay finds fewer jobs, and more days find more', async () => {
    const page = await site.page('/jobs');
    const inOrder = (name: string) =>
      facet(page, name)
        .filter(({ value }) => value !== '')
        .map(({ value, count }) => ({ value: Number(value), count }));
    for (const [name, sign] of [
      ['pay', -1],
      ['published', 1],
    ] as const) {
      const values = inOrder(name);
      expect(values.length).toBeGreaterThan(1);
      expect(values).toEqual(values.toSorted((a, b) => a.value - b.value));
      expect(values).toEqual(values.toSorted((a, b) => sign * (a.count - b.count)));
    }
  });

  it('[SEARCH-12] a chosen filter is shown with what it excludes, and is removed by its link', async () => {
    const page = await site.page('/jobs?pay=45000&published=14');
    expect(page.texts('ul[aria-label="Active filters"] a').join()).toMatch(/At least .*45,000 a year.*Last 14 days/);
    expect(page.$('[data-region="results"]').text()).toContain('Jobs that don’t state their pay are left out.');
    const link = page.$('a[aria-label^="Remove filter: At least"], a:contains("At least")').first();
    expect(link.attr('href')).toBe('/jobs?published=14');
    expect(page.$('link[rel="canonical"]').attr('href')).toMatch(/\/jobs\?pay=45000&published=14$/);
    expect((await site.page('/jobs')).$('[data-region="results"]').text()).not.toContain('state their pay');
  });

  it('[ROUTE-07] ignores invalid values', async () => {
    const all = results(await site.page('/jobs')).total;
    for (const query of ['pay=much', 'pay=', 'published=400', 'closing=-1', 'language=german'])
      expect({ query, total: results(await site.page(`/jobs?${query}`)).total }).toEqual({ query, total: all });
  });

  it('[SEARCH-09] also apply to feeds and alerts', async () => {
    const { titles } = results(await site.page('/jobs?pay=80000'));
    const feed = await site.get('/jobs/feed.atom?pay=80000').buffer(true);
    const $ = cheerio.load(feed.text, { xml: true });
    const entries = $('entry > title')
      .map((_index, title) => $(title).text())
      .get();
    expect(titles.length).toBeGreaterThan(1);
    expect(entries.slice(0, titles.length)).toHaveLength(titles.length);
    expect(entries[0]).toContain(titles[0]);
    expect(entries.length).toBeLessThan(results(await site.page('/jobs')).total);
    const alert = await site.page('/job-alert?pay=80000&language=en');
    expect(alert.$('main').text()).toMatch(/English · At least (?:US)?\$80,000 a year/);
  });
});
