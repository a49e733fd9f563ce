import { facet, type FetchedPage, folded, PRODUCTS, SiteUnderTest } from '../../support/data/site.js';

/** Names, paths and total number of organizations on a page. */
function found(page: FetchedPage): { names: string[]; paths: string[]; total: number } {
  const links = page.$('[data-region="results"] > ol h2 a');
  return {
    names: links.map((_index, link) => folded(page.$(link).text())).get(),
    paths: links.map((_index, link) => page.$(link).attr('href') ?? '').get(),
    total: Number((/[\d,.\s]*\d/.exec(folded(page.$('main h1').text()))?.[0] ?? '0').replace(/\D/g, '')),
  };
}

describe.each(PRODUCTS)('organizations, %s', (_name, url) => {
  const site = new SiteUnderTest(url);
  const canada = new SiteUnderTest(url, 'charity-ca');
  const europe = new SiteUnderTest(url, 'europe');
  // This site is in English only, where both forms have one stem.
  const uk = new SiteUnderTest(url, 'uk');

  it('[SEARCH-07] shows twelve per page, the total, facets with counts, and consecutive pages', async () => {
    const [one, two] = [await site.page('/organizations'), await site.page('/organizations?page=2')];
    expect(found(one).names).toHaveLength(12);
    expect(found(one).total).toBeGreaterThanOrEqual(100);
    expect(found(two).total).toBe(found(one).total);
    expect(found(two).paths.filter((path) => found(one).paths.includes(path))).toEqual([]);
    expect(one.$('a[rel="next"]').attr('href')).toBe('/organizations?page=2');
    for (const name of ['occupation', 'industry'])
      expect({ name, values: facet(one, name).length > 1 }).toEqual({ name, values: true });
    expect(facet(one, 'field_of_study')).toEqual([]);
  });

  it('[SEARCH-07] shows up to four featured organizations before the list if nothing is searched for', async () => {
    const featured = async (path: string) => (await site.page(path)).$('[aria-labelledby="featured"] li').length;
    expect(await featured('/organizations')).toBe(4);
    expect(await featured('/organizations?page=2')).toBe(0);
    expect(await featured('/organizations?search=family')).toBe(0);
  });

  it('[SEARCH-07] links to organizations whose pages agree with the list', async () => {
    const { names, paths } = found(await canada.page('/organizations'));
    const profile = await canada.page(paths[0]!);
    expect(profile.status).toBe(200);
    expect(folded(profile.$('main h1').text())).toBe(names[0]);
  });

  it('[SEARCH-09] each count is the number of results for that value, and a choice does not narrow the other counts of its facet', async () => {
    const all = await canada.page('/organizations');
    for (const name of ['occupation', 'industry']) {
      const [value, other] = facet(all, name);
      const chosen = await canada.page(`/organizations?${name}=${value!.value}`);
      expect({ name, total: found(chosen).total }).toEqual({ name, total: value!.count });
      const counts = (page: FetchedPage) => facet(page, name).map(({ value: each, count }) => `${each}:${count}`);
      expect(counts(chosen).sort()).toEqual(counts(all).sort());
      const both = await canada.page(`/organizations?${name}=${value!.value}&${name}=${other!.value}`);
      expect(found(both).total).toBeLessThanOrEqual(value!.count + other!.count);
      expect(found(both).total).toBeGreaterThanOrEqual(Math.max(value!.count, other!.count));
    }
  });

  it('[SEARCH-14] [SEARCH-15] understands words, and marks those that matched', async () => {
    const page = await uk.page('/organizations?search=families');
    expect(found(page).total).toBeGreaterThan(0);
    expect(found(page).total).toBeLessThan(found(await uk.page('/organizations')).total);
    expect(found(await uk.page('/organizations?search=family')).total).toBe(found(page).total);
    const marked = new Set(page.texts('[data-region="results"] mark').map((text) => text.toLowerCase()));
    expect([...marked].every((text) => text.startsWith('famil'))).toBe(true);
  });

  it('[SEARCH-04] searches near a place, within the chosen radius', async () => {
    const near = (radius: number) => canada.page(`/organizations?geo_location=Toronto&radius=${radius}`);
    const [small, large] = [await near(5), await near(200)];
    expect(found(large).total).toBeGreaterThan(0);
    expect(found(small).total).toBeLessThanOrEqual(found(large).total);
    expect(large.$('select[name="radius"] option[selected]').attr('value')).toBe('200');
    expect((await canada.page('/organizations?geo_location=Canada')).$('select[name="radius"]')).toHaveLength(0);
    // Without a choice the radius is 25 km, even on sites whose default for jobs is 100 km.
    const unchosen = await site.page('/organizations?geo_location=London');
    expect(unchosen.$('select[name="radius"] option[selected]').attr('value')).toBe('25');
    const within = async (query: string) => found(await site.page(`/organizations?geo_location=London${query}`)).total;
    expect(found(unchosen).total).toBe(await within('&radius=25'));
    expect(found(unchosen).total).toBeLessThan(await within('&radius=200'));
    const jobs = await site.page('/jobs?geo_location=London');
    expect(jobs.$('select[name="radius"] option[selected]').attr('value')).toBe('100');
  });

  it('[SEARCH-10] is a form that needs no scripts', async () => {
    const page = await site.page('/organizations?search=help');
    const form = page.$('form[role="search"]');
    expect(form.attr('action')).toBe('/organizations');
    expect(form.find('input[name="search"]').attr('value')).toBe('help');
    expect(form.find('button').length).toBeGreaterThan(0);
  });

  it('[ROUTE-14] up to three values are in the path, page 1 has no parameter, empty pages are not indexed', async () => {
    const all = await site.page('/organizations');
    expect(all.$('link[rel="canonical"]').attr('href')).toMatch(/\/organizations$/);
    const chosen = await site.page(`/organizations?industry=${facet(all, 'industry')[0]!.value}&page=1`);
    const canonical = new URL(chosen.$('link[rel="canonical"]').attr('href')!).pathname;
    expect(canonical).toMatch(/^\/organizations\/[a-z-]+$/);
    expect(found(await site.page(canonical)).total).toBe(found(chosen).total);
    expect((await site.get('/organizations/health/nursing/teaching')).status).toBe(200);
    expect((await site.get('/organizations/health/nursing/teaching/finance')).status).toBe(404);
    expect((await site.get('/organizations/full-time')).status).toBe(404);
    expect((await site.get('/organizations/psychology')).status).toBe(404);
    expect((await site.get('/Organizations')).status).toBe(301);
    const empty = await site.page('/organizations?search=zzyzxqwv');
    expect(empty.status).toBe(200);
    expect(empty.$('meta[name="robots"]').attr('content')).toContain('noindex');
    expect(empty.$('[data-region="results"] h2').text()).not.toBe('');
  });

  it('[ROUTE-16] carries ItemList and BreadcrumbList', async () => {
    const page = await site.page('/organizations?page=2');
    const items = page.jsonLd('ItemList')!.itemListElement as { position: number; url: string }[];
    expect(items.map(({ position }) => position)).toEqual(Array.from({ length: 12 }, (_, index) => index + 13));
    expect(items.map(({ url: item }) => new URL(item).pathname)).toEqual(found(page).paths);
    expect(page.jsonLd('BreadcrumbList')).toBeDefined();
  });

  it('[ROUTE-08] has a German address', async () => {
    const page = await europe.page('/de/arbeitgeber-suchen');
    expect(page.status).toBe(200);
    expect(found(page).names).toHaveLength(12);
    expect(page.$('form[role="search"]').attr('action')).toBe('/de/arbeitgeber-suchen');
    expect((await europe.get('/de/organizations')).status).toBe(301);
  });

  it('is in the menu', async () => {
    const page = await site.page('/organizations');
    expect(page.$('header a[href="/organizations"]').attr('aria-current')).toBe('page');
  });

  it.each([
    '/organizations?page=-1',
    '/organizations?page=99999999999',
    '/organizations?page=999999999',
    '/organizations?page=1&page=2',
    '/organizations?industry=abc',
    `/organizations?industry=${Array.from({ length: 300 }, (_, index) => index).join()}`,
    '/organizations?occupation=99999999999999999999',
    '/organizations?lat=91&lon=181&radius=7',
    '/organizations?lat=1e400&lon=NaN',
    `/organizations?search=${'%22'.repeat(200)}`,
    `/organizations?search=${encodeURIComponent("' OR 1=1 -- \\ %00 \u0000")}`,
    '/organizations?sorting=field_job_publishing_date',
    '/organizations?country=zz',
    `/organizations?${'x=1&'.repeat(2000)}`,
  ])('tolerates invalid parameters: %.60s', async (path) => {
    expect((await site.get(path)).status).toBe(200);
  });
});
