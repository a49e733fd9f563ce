import { facet, type FetchedPage, folded, PRODUCTS, results, SiteUnderTest } from '../../support/data/site.js';

const chips = (page: FetchedPage): string[] => page.texts('[data-region="results"] ul[aria-label] li a');
const chip = (page: FetchedPage, text: string): string =>
  page
    .$('[data-region="results"] ul[aria-label] a')
    .filter((_index, link) => folded(page.$(link).text()) === text)
    .attr('href')!;
const note = (page: FetchedPage): string => folded(page.$('[data-region="results"] > p').first().text());
const heading = (page: FetchedPage): string => folded(page.$('#found').text());
const ticked = (page: FetchedPage, name: string): string[] =>
  facet(page, name)
    .filter((value) => value.chosen)
    .map(({ label }) => label);
/** Query string that its form submits, with some fields changed. */
function formOf(page: FetchedPage, change: (fields: URLSearchParams) => void): string {
  const fields = new URLSearchParams(
    page
      .$('#job-search')
      .serializeArray()
      .map(({ name, value }): [string, string] => [name, value]),
  );
  change(fields);
  return `${page.$('#job-search').attr('action')}?${fields.toString()}`;
}

describe.each(PRODUCTS)('words that are read as filters, %s', (_name, url) => {
  const site = new SiteUnderTest(url);
  const europe = new SiteUnderTest(url, 'europe');
  const uk = new SiteUnderTest(url, 'uk');

  const valueOf = async (of: SiteUnderTest, path: string, name: string, label: string): Promise<string> =>
    facet(await of.page(path), name).find((value) => value.label === label)!.value;

  it('[SEARCH-12] a kind of job becomes a filter that is ticked, shown as a chip, and counted as if it had been chosen', async () => {
    const partTime = await valueOf(site, '/jobs', 'employment_type', 'Part-time');
    const page = await site.page('/jobs?search=manager+part+time');
    const explicit = await site.page(`/jobs?search=manager&employment_type=${partTime}`);
    expect(results(page).total).toBeGreaterThan(0);
    expect(results(page)).toEqual(results(explicit));
    expect(heading(page)).toBe(heading(explicit));
    expect(chips(page)).toEqual(chips(explicit));
    expect(ticked(page, 'employment_type')).toEqual(['Part-time']);
    for (const name of ['employment_type', 'remote', 'industry'])
      expect(facet(page, name)).toEqual(facet(explicit, name));
    expect(note(page)).toBe('Part-time was read from your words. Search for the words only');
    expect(page.$('[data-region="results"]').attr('data-href')).toBe('/jobs?search=manager+part+time');
    expect(page.$('input[name="search"]').attr('value')).toBe('manager part time');
  });

  it('[SEARCH-12] each chip links to the same search without it, and the others become explicit filters', async () => {
    const page = await site.page('/jobs?search=manager+full+time+in+London');
    expect(note(page)).toBe('Full-time and London were read from your words. Search for the words only');
    expect(heading(page)).toContain('for “manager” near London');
    const place = chips(page).find((text) => text.startsWith('London'))!;
    const without = await site.page(chip(page, place));
    expect(heading(without)).not.toContain('London');
    expect(chips(without)).toEqual(['“manager”', 'Full-time', 'Clear all filters'].slice(0, chips(without).length));
    expect(results(without).total).toBeGreaterThan(results(page).total);
    const anyTime = await site.page(chip(page, 'Full-time'));
    expect(heading(anyTime)).toContain('for “manager” near London');
    expect(anyTime.$('input[name="geo_location"]').attr('value')).toBe('London');
    expect(ticked(anyTime, 'employment_type')).toEqual([]);
  });

  it('[SEARCH-12] pay and dates become filters as well, in the currency of the site', async () => {
    const paid = await uk.page(`/jobs?search=${encodeURIComponent('manager £40k')}`);
    expect(results(paid)).toEqual(results(await uk.page('/jobs?search=manager&pay=40000')));
    expect(chips(paid)).toEqual(
      ['“manager”', 'At least £40,000 a year', 'Clear all filters'].slice(0, chips(paid).length),
    );
    expect(note(paid)).toContain('At least £40,000 a year was read from your words');
    const monthly = await europe.page(`/de/jobs?search=${encodeURIComponent('3000 Euro im Monat')}`);
    expect(results(monthly)).toEqual(results(await europe.page('/de/jobs?pay=36000')));
    const recent = await uk.page('/jobs?search=manager+last+7+days');
    expect(results(recent)).toEqual(results(await uk.page('/jobs?search=manager&published=7')));
    expect(chips(recent)).toContain('Last 7 days');
  });

  it('[SEARCH-12] without scripts, pay and dates that were read stay chosen, and are removed or replaced in the form', async () => {
    const address = (page: FetchedPage) => page.$('[data-region="results"]').attr('data-href');
    const page = await uk.page(`/jobs?search=${encodeURIComponent('manager £40k last 30 days')}`);
    expect(ticked(page, 'pay')).toEqual(['At least £40,000 a year']);
    expect(ticked(page, 'published')).toEqual(['Last 30 days']);
    expect(folded(page.$('main').text())).toContain('Jobs that don’t state their pay are left out.');
    const again = async (change: (fields: URLSearchParams) => void) => address(await uk.page(formOf(page, change)));
    expect(await again(() => undefined)).toBe(address(page));
    expect(await again((fields) => fields.set('pay', ''))).toBe('/jobs?search=manager+last+30+days');
    const lower = await again((fields) => fields.set('pay', '30000'));
    expect(lower).toBe('/jobs?search=manager+last+30+days&pay=30000');
  });

  it('[SEARCH-12] pay that was read applies instead of pay that was chosen before', async () => {
    const typed = encodeURIComponent('manager £40k');
    const expected = results(await uk.page('/jobs?search=manager&pay=40000'));
    for (const pay of ['30000', '60000']) {
      const page = await uk.page(`/jobs?search=${typed}&pay=${pay}`);
      expect([ticked(page, 'pay'), results(page)]).toEqual([['At least £40,000 a year'], expected]);
      expect(chips(page).filter((text) => text.startsWith('At least'))).toEqual(['At least £40,000 a year']);
    }
  });

  it('one link searches for the literal words, and another one reads filters from them again', async () => {
    const page = await site.page('/jobs?search=manager+part+time');
    const link = page.$('[data-region="results"] > p a').attr('href')!;
    expect(link).toBe('/jobs?search=manager+part+time&words_only=1');
    const plain = await site.page(link);
    expect(heading(plain)).toContain('for “manager part time”');
    expect(ticked(plain, 'employment_type')).toEqual([]);
    expect(chips(plain)).toEqual(['“manager part time”']);
    expect(plain.$('meta[name="robots"]').attr('content')).toContain('noindex');
    expect(plain.$('#job-search input[name="words_only"]').attr('value')).toBe('1');
    expect(note(plain)).toBe('Your words were searched for as they are. Read filters from your words');
    expect(plain.$('[data-region="results"] > p a').attr('href')).toBe('/jobs?search=manager+part+time');
    const alert = await site.page(plain.$('[data-region="results"] a[href^="/job-alert?"]').attr('href')!);
    expect(alert.$('input[name="page"]').attr('value')).toBe(link);
    const { fulltext } = JSON.parse(alert.$('input[name="search"]').attr('value')!) as { fulltext: object };
    expect(fulltext).toEqual({ keys: ['manager part time'], literal: true });
  });

  it('quoted and excluded words, and words of longer titles, do not become filters', async () => {
    for (const words of ['"part time"', 'manager -remote', 'volunteer coordinator', 'nurse']) {
      const page = await site.page(`/jobs?search=${encodeURIComponent(words)}`);
      expect([words, heading(page).includes(`“${words}”`), note(page)]).toEqual([words, true, '']);
    }
  });

  it('without scripts, a detected choice can be unticked, and disappears with its words', async () => {
    const page = await site.page('/jobs?search=manager+part+time');
    const partTime = page.$('input[name="employment_type"][checked]').attr('value')!;
    const same = await site.page(formOf(page, () => undefined));
    expect(same.$('[data-region="results"]').attr('data-href')).toBe('/jobs?search=manager+part+time');
    const off = await site.page(formOf(page, (fields) => fields.delete('employment_type', partTime)));
    expect(ticked(off, 'employment_type')).toEqual([]);
    expect(off.$('[data-region="results"]').attr('data-href')).toBe('/jobs?search=manager');
    const others = await site.page(formOf(page, (fields) => fields.set('search', 'teacher')));
    expect(ticked(others, 'employment_type')).toEqual([]);
    expect(heading(others)).toContain('“teacher”');
  });

  it('"remote" in place of a location is the filter for remote jobs, also in addition to a location', async () => {
    const remote = await valueOf(site, '/jobs', 'remote', 'Remote');
    const page = await site.page('/jobs?geo_location=Remote');
    expect(results(page).total).toBe(results(await site.page(`/jobs?remote=${remote}`)).total);
    expect(folded(page.$('main').text())).not.toContain('We don’t know');
    expect(ticked(page, 'remote')).toEqual(['Remote']);
    const off = await site.page(formOf(page, (fields) => fields.delete('remote', remote)));
    expect(off.$('[data-region="results"]').attr('data-href')).toBe('/jobs');
    const german = await europe.page('/de/jobs?geo_location=Home+Office');
    expect(ticked(german, 'remote')).toEqual(['Remote']);
    const french = await europe.page('/fr/emploi?geo_location=t%C3%A9l%C3%A9travail');
    expect(ticked(french, 'remote')).toEqual(['À distance']);
  });

  it('[SEARCH-05] a place among the words is shown in the language of the page, with other places of that name', async () => {
    const german = await europe.page('/de/jobs?search=Pflege+M%C3%BCnchen&radius=200');
    expect(heading(german)).toContain('zu „Pflege“ im Umkreis von München');
    expect(chips(german)).toContain('München, Bayern, Deutschland');
    const french = await europe.page('/fr/emploi?search=infirmi%C3%A8re+%C3%A0+Munich&radius=200');
    expect(chips(french)).toContain('Munich, Bavière, Allemagne');
    const english = await site.page('/jobs?search=teacher+in+london');
    const others = english.texts('details[data-keep="places"] li');
    expect(others).toContain('London, Ontario, Canada');
    const ontario = await site.page(
      english
        .$('details[data-keep="places"] a')
        .filter((_i, link) => folded(english.$(link).text()) === 'London, Ontario, Canada')
        .attr('href')!,
    );
    expect(heading(ontario)).toContain('for “teacher” near London, ON');
    const same = await site.page(formOf(ontario, () => undefined));
    expect([heading(same), results(same)]).toEqual([heading(ontario), results(ontario)]);
  });

  it('[SEARCH-05] without scripts, another typed place replaces a picked one', async () => {
    const typed = await site.page('/jobs?search=manager&geo_location=Toronto');
    expect(results(typed).total).toBeGreaterThan(0);
    expect(typed.$('input[name="picked_location"]').length).toBe(0);
    for (const picked of ['geo_location=London&country=GB&lat=51.5&lon=-0.12', 'country=GB&lat=51.5&lon=-0.12']) {
      const page = await site.page(`/jobs?search=manager&${picked}`);
      const other = await site.page(formOf(page, (fields) => fields.set('geo_location', 'Toronto')));
      expect([heading(other), results(other)]).toEqual([heading(typed), results(typed)]);
    }
  });

  it('[SEARCH-04] if there are few jobs near a place among the words, the search is extended and says so', async () => {
    const page = await site.page('/jobs?search=teacher+Berlin');
    expect(heading(page)).toContain('for “teacher” in Germany');
    expect(page.$('title').text()).toContain('Jobs in Germany for “teacher”');
    expect(results(page).total).toBeGreaterThan(0);
    expect(note(page)).toContain('Berlin was read from your words.');
    expect(note(page)).toContain(
      'There are few jobs within 100 km of Berlin, so these are from the whole country (Germany).',
    );
    expect(results(page)).toEqual(results(await site.page('/jobs?search=teacher&geo_location=Germany')));
    expect(page.texts('details[data-keep="places"] li')).toContain('Berlin, New Hampshire, United States');
    expect(folded(page.$('details[data-keep="places"] summary').text())).toBe('Did you mean another Berlin?');
    const alert = page.$('[data-region="results"] a[href^="/job-alert?"]').attr('href')!;
    expect(alert).toContain('geo_location=Germany');
    const french = await europe.page(`/fr/emploi?search=${encodeURIComponent('infirmière Paris')}`);
    expect(results(french).total).toBeGreaterThan(0);
    expect(note(french)).toContain('Il y a peu d’offres dans un rayon de');
  });

  it('[SEARCH-04] [SEARCH-13] a chosen radius is kept, and so is the place in the input field', async () => {
    const chosen = await site.page('/jobs?search=teacher+Berlin&radius=50');
    expect(results(chosen).total).toBe(0);
    expect(heading(chosen)).toContain('near Berlin');
    const box = await site.page('/jobs?search=teacher&geo_location=Berlin');
    expect(results(box).total).toBe(0);
    expect(folded(box.$('main').text())).toContain('No jobs match your search');
  });

  it('[SEARCH-05] a chosen place is used; one among the words is then an ordinary word', async () => {
    const page = await site.page('/jobs?search=teacher+london&geo_location=Paris');
    expect(heading(page)).toContain('for “teacher london” near Paris');
  });

  it('[SEARCH-05] understands short names of cities and regions, and names postal codes that it does not know', async () => {
    expect(heading(await site.page('/jobs?geo_location=NYC'))).toContain('near New York');
    expect(heading(await site.page('/jobs?search=nurse+GTA&radius=50'))).toContain('near Toronto');
    expect(heading(await site.page('/jobs?geo_location=90210'))).toContain('near 90210 (');
    expect(heading(await europe.page('/de/jobs?geo_location=Ruhrgebiet'))).toContain('im Umkreis von Essen');
    const unknown = await uk.page('/jobs?geo_location=00000');
    expect(folded(unknown.$('main').text())).toContain('We don’t know the postcode “00000”');
  });

  it.each([
    ['/en/jobs?search=english+speaking+jobs', 'English', 'was read from your words'],
    ['/de/jobs?search=Jobs+auf+Englisch', 'Englisch', 'wurde aus Ihrer Eingabe übernommen'],
    ['/fr/emploi?search=offres+en+anglais', 'anglais', 'Filtre repris de votre saisie'],
  ])('%s is the language of the advertisement, as if it had been chosen', async (path, language, says) => {
    const page = await europe.page(path);
    const explicit = await europe.page(`${path.split('?')[0]}?language=en`);
    expect(results(page)).toEqual(results(explicit));
    expect(results(page).total).toBeGreaterThan(0);
    expect(ticked(page, 'language').map((text) => text.toLowerCase())).toEqual([language.toLowerCase()]);
    expect(facet(page, 'language')).toEqual(facet(explicit, 'language'));
    expect(note(page)).toContain(language);
    expect(note(page)).toContain(says);
    expect(chips(page).map((text) => text.toLowerCase())).toContain(language.toLowerCase());
  });

  it.each([
    ['/en/jobs?search=jobs+for+students', ['Part-time', 'Temporary', 'Internship']],
    ['/de/jobs?search=Ehrenamt+Hamburg', ['Ehrenamt']],
    ['/fr/emploi?search=b%C3%A9n%C3%A9volat+Lyon', ['Bénévolat']],
  ])('%s is a kind of job', async (path, labels) => {
    const page = await europe.page(path);
    expect(ticked(page, 'employment_type').sort()).toEqual([...labels].sort());
    expect(chips(page)).toEqual(expect.arrayContaining(labels));
  });

  it('[APP-06] alerts and feeds of the search contain the detected filters explicitly', async () => {
    const partTime = await valueOf(site, '/jobs', 'employment_type', 'Part-time');
    const page = await site.page('/jobs?search=manager+part+time+in+London');
    const alert = page.$('[data-region="results"] a[href^="/job-alert?"]').attr('href')!;
    const asked = new URL(alert, 'http://x').searchParams;
    expect(Object.fromEntries(asked)).toMatchObject({
      search: 'manager',
      employment_type: partTime,
      geo_location: 'London',
    });
    expect(folded((await site.page(alert)).$('main').text())).toContain('Part-time');
    const feed = page.$('link[type="application/atom+xml"]').attr('href')!;
    expect(feed).toContain(`employment_type=${partTime}`);
  });

  it('without results, the suggestions to leave out conditions include detected filters', async () => {
    const page = await europe.page('/en/jobs?search=manager+-manager+full+time');
    expect(chips(page)).toContain('Full-time');
    const links = page.$('[data-region="results"] h2 ~ ul a');
    const way = links.filter((_i, link) => folded(page.$(link).text()).endsWith('without “-manager”'));
    const found = results(await europe.page(way.attr('href')!)).total;
    expect(found).toBeGreaterThan(0);
    expect(folded(way.text())).toBe(`${found} without “-manager”`);
    expect(way.attr('href')).toMatch(/full-time|employment_type/);
  });
});
