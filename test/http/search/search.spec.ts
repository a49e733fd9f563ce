import { facet, folded, PRODUCTS, results, SiteUnderTest } from '../../support/data/site.js';

const FACETS = ['remote', 'employment_type', 'industry', 'occupation', 'experience', 'company'];

describe.each(PRODUCTS)('job search, %s', (_name, url) => {
  const site = new SiteUnderTest(url);
  const canada = new SiteUnderTest(url, 'charity-ca');

  it('[SEARCH-01] shows ten jobs per page, the total, facets with counts, and consecutive pages', async () => {
    const [one, two] = [await site.page('/jobs'), await site.page('/jobs?page=2')];
    expect(results(one).titles).toHaveLength(10);
    expect(results(one).total).toBeGreaterThanOrEqual(1900);
    expect(results(two).total).toBe(results(one).total);
    expect(results(two).paths.filter((path) => results(one).paths.includes(path))).toEqual([]);
    expect(one.$('a[rel="next"]').attr('href')).toBe('/jobs?page=2');
    for (const name of FACETS) expect({ name, values: facet(one, name).length > 1 }).toEqual({ name, values: true });
  });

  it('[SEARCH-01] a job opens next to the list by jobId and on its own page', async () => {
    // Other tests publish and archive jobs at the same time, which are at the top of the list without words.
    const list = await site.page('/jobs?search=nurse');
    const { paths, titles } = results(list);
    const beside = await site.page(`/jobs?search=nurse&jobId=${paths[3]!.split('/')[2]!}`);
    expect(beside.$('[data-region="pane"] h2').first().text()).toContain(titles[3]);
    expect(results(beside).titles).toEqual(titles);
    expect((await site.page(paths[3]!)).$('main h1').text()).toContain(titles[3]);
    expect((await site.page('/jobs?jobId=999999999')).status).toBe(200);
  });

  it('[SEARCH-01] searches by words, and filters by the name of an organization', async () => {
    const page = await site.page('/jobs?search=nurse');
    expect(results(page).total).toBeGreaterThan(3);
    expect(results(page).total).toBeLessThan(results(await site.page('/jobs')).total);
    const name = folded(page.$('[data-region="results"] h2 + p').first().text());
    const own = await site.page(`/jobs?job_organization_name=${encodeURIComponent(name)}`);
    expect(results(own).total).toBeGreaterThan(0);
    expect(new Set(own.texts('[data-region="results"] h2 + p'))).toEqual(new Set([name]));
  });

  it('[SEARCH-01] cards show the language of a job if it differs from that of the page', async () => {
    const europe = new SiteUnderTest(url, 'europe');
    for (const [language, words] of [
      ['en', 'Auf Englisch'],
      ['fr', 'Auf Französisch'],
      ['de', undefined],
    ] as const) {
      const page = await europe.page(`/de/jobs?language=${language}`);
      expect(results(page).titles).toHaveLength(10);
      const said = page
        .$('[data-region="results"] li:has(> [data-save])')
        .map((_at, card) => /Auf \p{L}+isch|$/u.exec(page.$(card).text())![0]);
      expect([language, ...new Set(said.get())]).toEqual([language, words ?? '']);
    }
  });

  it('[SEARCH-02] [SEARCH-09] the values of a facet are ORed, and do not narrow their own counts', async () => {
    const all = await site.page('/jobs?search=support');
    const [one, two] = facet(all, 'employment_type');
    const chosen = await site.page(`/jobs?search=support&employment_type=${one!.value}&employment_type=${two!.value}`);
    const total = results(chosen).total;
    expect(total).toBeGreaterThanOrEqual(Math.max(one!.count, two!.count));
    expect(total).toBeLessThanOrEqual(one!.count + two!.count);
    const counts = (page: typeof all) =>
      Object.fromEntries(facet(page, 'employment_type').map(({ value, count }) => [value, count]));
    expect(counts(chosen)).toEqual(counts(all));
    const sum = (page: typeof all) => facet(page, 'remote').reduce((total, { count }) => total + count, 0);
    expect(sum(chosen)).toBe(total);
    expect(facet(chosen, 'employment_type').filter((value) => value.chosen)).toHaveLength(2);
  });

  it('[SEARCH-09] each count is the number of results for that value', async () => {
    const page = await canada.page('/jobs?search=community');
    for (const name of FACETS) {
      const value = facet(page, name)[0]!;
      const { total } = results(await canada.page(`/jobs?search=community&${name}=${value.value}`));
      expect({ name, total }).toEqual({ name, total: value.count });
    }
  });

  it('[SEARCH-06] numbers separated by commas are separate values, without duplicates', async () => {
    const [one, two] = facet(await site.page('/jobs'), 'industry');
    const apart = results(await site.page(`/jobs?industry=${one!.value}&industry=${two!.value}`));
    const together = results(await site.page(`/jobs?industry=${one!.value},${two!.value},${one!.value}`));
    expect(together.total).toBe(apart.total);
    const liked = results(await site.page('/jobs?title=nurse'));
    expect(liked.total).toBeGreaterThan(0);
    expect(liked.titles.every((title) => /nurse/i.test(title))).toBe(true);
  });

  it('[SEARCH-03] sorts by date, or by relevance if there are words; the visitor can choose', async () => {
    const dates = (page: Awaited<ReturnType<typeof site.page>>) =>
      page
        .$('[data-region="results"] time')
        .map((_i, time) => page.$(time).attr('datetime'))
        .get();
    for (const path of ['/jobs', '/jobs?search=coordinator&sorting=publish_date_desc']) {
      const recent = dates(await site.page(path));
      expect(recent).toEqual([...recent].sort().reverse());
    }
    for (const path of ['/jobs?search=coordinator', '/jobs?search=coordinator&sorting=relevancy']) {
      const { titles } = results(await site.page(path));
      expect(titles.filter((title) => /coordinat/i.test(title)).length).toBeGreaterThanOrEqual(8);
    }
  });

  it('[ROUTE-07] the language, a region and a chosen place in an address are searched, kept in links and forms, and can be removed', async () => {
    const all = results(await canada.page('/jobs')).total;
    const page = await canada.page('/jobs?locale=fr-CA&page=1');
    expect(results(page).total).toBeGreaterThan(0);
    expect(results(page).total).toBeLessThan(all);
    expect(page.$('form[role="search"] input[name="locale"]').attr('value')).toBe('fr-CA');
    expect(page.$('[data-region="results"] a[href="/jobs"]').text()).toContain('French');
    const facet = page.$('[data-region="results"]').attr('data-href');
    expect(facet).toBe('/jobs?locale=fr-CA');
    expect(results(await canada.page('/jobs?locale=de')).total).toBe(all);
    const typed = await canada.page('/jobs?geo_location=Ontario');
    const region = await canada.page('/jobs?region=Ontario');
    expect(region.texts('#found')).toEqual(typed.texts('#found'));
    expect(region.$('[data-region="results"]').attr('data-href')).toBe('/jobs?region=Ontario');
    const picked = '/jobs?geo_location=M5G&country=CA&lat=43.65&lon=-79.38&location_type=postal_code';
    expect((await canada.page(picked)).$('[data-region="results"]').attr('data-href')).toBe(picked);
  });

  it('[SEARCH-04] offers the radii of the specification, the default of the site, and none for a country', async () => {
    const page = await site.page('/jobs?geo_location=London');
    const options = (of: typeof page) =>
      of
        .$('select[name="radius"] option')
        .map((_i, option) => of.$(option).attr('value'))
        .get();
    expect(options(page)).toEqual(['5', '25', '50', '100', '200']);
    expect(page.$('select[name="radius"] option[selected]').attr('value')).toBe('100');
    expect(
      (await canada.page('/jobs?geo_location=Toronto')).$('select[name="radius"] option[selected]').attr('value'),
    ).toBe('25');
    for (const place of ['Canada', 'Ontario']) {
      const wide = await canada.page(`/jobs?geo_location=${place}`);
      expect({ place, radii: options(wide) }).toEqual({ place, radii: [] });
      expect(results(wide).total).toBeGreaterThan(0);
    }
  });

  it('[SEARCH-04] a wider radius finds at least as much; places are understood in their usual spellings', async () => {
    const total = async (query: string) => results(await canada.page(`/jobs?${query}`)).total;
    const totals = [];
    for (const radius of [5, 25, 50, 100, 200]) totals.push(await total(`geo_location=Toronto&radius=${radius}`));
    expect(totals).toEqual([...totals].sort((a, b) => a - b));
    expect(totals[0]).toBeGreaterThan(0);
    for (const place of ['Toronto, ON', 'toronto ontario', 'M5G 2C2', 'TORONTO']) {
      expect({ place, total: (await total(`geo_location=${encodeURIComponent(place)}&radius=25`)) > 0 }).toEqual({
        place,
        total: true,
      });
    }
    expect(await total('geo_location=Montr%C3%A9al')).toBe(await total('geo_location=montreal'));
  });

  it('remote jobs are in a separate section of a radius search', async () => {
    const page = await canada.page('/jobs?geo_location=Halifax&radius=25');
    const band = page
      .$('[data-region="results"] section, [data-region="band"]')
      .filter((_i, section) => /remote/i.test(page.$(section).find('h2').first().text()));
    expect(band.length).toBe(1);
    expect(band.find('a[href*="/job/"]').length).toBeGreaterThan(0);
  });

  it('[SEARCH-10] is a GET form of inputs and links: the form shows the values in the address', async () => {
    const page = await site.page('/jobs?search=nurse&geo_location=London&radius=50&sorting=relevancy&industry=201');
    const form = page.$('form[action="/jobs"][method="get"], form[action="/jobs"]:not([method])').first();
    expect(form.length).toBe(1);
    const value = (name: string) =>
      page
        .$(`[form="${form.attr('id') ?? ''}"][name="${name}"], form[action="/jobs"] [name="${name}"]`)
        .first()
        .attr('value');
    expect(value('search')).toBe('nurse');
    expect(value('geo_location')).toBe('London');
    expect(
      form.find('button[type="submit"], button:not([type])').length + page.$('button[form]').length,
    ).toBeGreaterThan(0);
  });

  it('[SEARCH-13] an empty result offers broader searches, and is not indexed', async () => {
    const page = await site.page('/jobs?search=zzyzxqwv&employment_type=101&geo_location=London');
    expect(results(page).total).toBe(0);
    expect(page.$('meta[name="robots"]').attr('content')).toContain('noindex');
    expect(page.$('[data-region="results"] a[href^="/jobs"]').length).toBeGreaterThanOrEqual(2);
  });

  it('[SEARCH-14] understands stems, accents, phrases, minus words, prefixes and typing errors', async () => {
    const total = async (search: string) =>
      results(await site.page(`/jobs?search=${encodeURIComponent(search)}`)).total;
    expect(await total('nurses')).toBe(await total('nurse'));
    expect(await total('NURSE')).toBe(await total('nurse'));
    expect(await total('benevoles')).toBe(await total('bénévoles'));
    expect(await total('"social worker"')).toBeGreaterThan(0);
    expect(await total('"social worker"')).toBeLessThanOrEqual(await total('social worker'));
    expect(await total('worker -social')).toBeLessThan(await total('worker'));
    expect(await total('fundrais*')).toBeGreaterThanOrEqual(await total('"fundraiser"'));
    const mistyped = await site.page('/jobs?search=fundraizer');
    expect(results(mistyped).total).toBeGreaterThan(0);
    expect(mistyped.$('main').text()).toMatch(/fundrais/i);
  });

  it('[SEARCH-15] marks the matching words, and never turns a search text into markup', async () => {
    const page = await site.page('/jobs?search=community');
    const marked = page.texts('[data-region="results"] mark');
    expect(marked.length).toBeGreaterThan(5);
    expect(marked.every((text) => /communi/i.test(text))).toBe(true);
    expect(page.$('[data-region="results"] h2 mark').length).toBeGreaterThan(0);
    const hostile = await site.page(`/jobs?search=${encodeURIComponent('<img src=x onerror=alert(1)>"\'')}`);
    expect(hostile.$('img[src="x"]').length).toBe(0);
    expect(hostile.html).not.toContain('<img src=x');
  });

  it('[SEARCH-16] a job page has its facts, apply, share, the organization, similar jobs, and a map that is loaded on request', async () => {
    // Fully remote jobs have no map.
    const page = await canada.page(results(await canada.page('/jobs?search=nurse&geo_location=Toronto')).paths[0]!);
    const main = page.$('main');
    expect(main.find('a[href^="mailto:"], a[rel*="nofollow"]').length).toBeGreaterThan(0);
    expect(main.find('time[datetime]').length).toBeGreaterThan(0);
    for (const share of ['facebook.com', 'linkedin.com', 'wa.me', 'bsky.app']) {
      expect({ share, links: main.find(`a[href*="${share}"]`).length }).toEqual({ share, links: 1 });
    }
    expect(main.find('a[href^="/organization/"]').length).toBeGreaterThan(0);
    expect(page.html).not.toMatch(/<iframe|<img[^>]+(openstreetmap|google)/);
    const map = main.find('[data-map]');
    expect(map.find('[data-embed^="https://www.openstreetmap.org/"] [data-embed-load]').length).toBe(1);
    expect(map.find('a[href^="https://www.openstreetmap.org/"]').length).toBe(1);
    expect(page.$('a[href*="/job/"]').length).toBeGreaterThan(0);
  });

  it('[SEARCH-16] a demo job accepts applications by form, by e-mail or on the employer’s site, and is never a dead end', async () => {
    const seen: Record<string, number> = { email: 0, link: 0, form: 0 };
    for (const path of results(await canada.page('/jobs')).paths) {
      const { job } = await canada.graphql<{
        job: { applicationWorkflow: string; applicationEmails: string[]; applicationLink: string | null };
      }>('JobDetail', { id: path.split('/')[2] });
      const page = await canada.page(path);
      const targets: Record<string, string> = {
        email: `mailto:${job.applicationEmails[0]!}`,
        link: job.applicationLink!,
        form: path.replace('/job/', '/apply/'),
      };
      const target = targets[job.applicationWorkflow]!;
      expect({ path, shown: page.$(`main a[href^="${target}"]`).length > 0 }).toEqual({ path, shown: true });
      seen[job.applicationWorkflow]! += 1;
    }
    expect(seen.email).toBeGreaterThan(0);
    expect(seen.form).toBeGreaterThan(0);
  });
});
