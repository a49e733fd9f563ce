import { folded, PRODUCTS, SiteUnderTest } from '../../support/data/site.js';

interface Place {
  label: string;
  country: string;
  administrativeArea: string;
  locationType: string;
}

describe.each(PRODUCTS)('places of searches, %s', (_name, url) => {
  const europe = new SiteUnderTest(url, 'europe');
  const site = new SiteUnderTest(url);
  const search = async (of: SiteUnderTest, path: string, place: string) => {
    const page = await of.page(`${path}?geo_location=${encodeURIComponent(place)}`);
    return {
      heading: folded(page.$('main h1').first().text()),
      title: page.$('title').text(),
      chip: folded(page.$('[data-region="results"] ul').first().text()),
      all: folded(page.$('main').text()),
      others: page.texts('details[data-keep="places"] li'),
      isOpen: page.$('details[data-keep="places"]').attr('open') !== undefined,
    };
  };

  it.each([
    ['/de/jobs', 'Wien', 'im Umkreis von Wien', 'Wien, Österreich'],
    ['/de/jobs', 'München', 'im Umkreis von München', 'München, Bayern, Deutschland'],
    ['/de/jobs', 'Deutschland', 'Deutschland', 'Deutschland'],
    ['/fr/emploi', 'Bruxelles', 'Bruxelles', 'Bruxelles, Belgique'],
    ['/fr/emploi', 'Munich', 'Munich', 'Munich, Bavière, Allemagne'],
    ['/en/jobs', 'Köln', 'Cologne', 'Cologne, North Rhine-Westphalia, Germany'],
    ['/de/arbeitgeber-suchen', 'Genf', 'Genf', 'Genf, Schweiz'],
  ])('[SEARCH-05] %s near %s is in the words of the page’s language', async (path, typed, heading, label) => {
    const page = await search(europe, path, typed);
    expect(page.heading).toContain(heading);
    expect(page.title).toContain(heading.replace('im Umkreis von ', ''));
    expect(page.all).toContain(label);
  });

  it('[SEARCH-05] a new alert shows the place in the language of its page', async () => {
    const page = await europe.page('/de/job-alert?geo_location=Br%C3%BCssel&radius=25');
    expect(folded(page.$('main').text())).toContain('Brüssel, Belgien (25 km)');
  });

  it('[SEARCH-05] suggests places in the language of the page', async () => {
    const response = await europe
      .post('/graphql')
      .set('content-type', 'application/json')
      .send({ operationName: 'PlaceSuggestions', variables: { text: 'Münch' }, query: '', locale: 'de' });
    const { data } = response.body as { data: { placeSuggestions: { label: string }[] } };
    expect(data.placeSuggestions[0]!.label).toBe('München, Bayern, Deutschland');
  });

  it('[SEARCH-05] names the town of a postal code, and offers those in other countries', async () => {
    const page = await search(site, '/jobs', '10001');
    expect(page.heading).toContain('near 10001 (New York)');
    expect(page.others).toEqual(['10001, Berlin, Germany', '10001, Troyes, Grand Est, France']);
    expect(page.isOpen).toBe(true);
    const german = await search(europe, '/de/jobs', '10115');
    expect(german.heading).toContain('im Umkreis von 10115 (Berlin)');
  });

  it('[SEARCH-04] another place of the same name is searched as if it was picked from the suggestions', async () => {
    const response = await europe
      .post('/graphql')
      .set('content-type', 'application/json')
      .send({ operationName: 'PlaceSuggestions', variables: { text: 'Salzburg' }, query: '', locale: 'de' });
    const { placeSuggestions } = (response.body as { data: { placeSuggestions: Place[] } }).data;
    const land = placeSuggestions.find(({ locationType }) => locationType === 'administrative_area_level_1')!;
    const page = await europe.page('/de/jobs?geo_location=Salzburg&region=S&radius=50');
    const link = page.$('details[data-keep="places"] a').filter((_index, each) => page.$(each).text() === land.label);
    const path = link.attr('href')!;
    expect(Object.fromEntries(new URL(path, 'http://europe.test').searchParams)).toEqual({
      geo_location: land.label,
      country: land.country,
      administrative_area_level_1: land.administrativeArea,
      location_type: 'administrative_area_level_1',
      radius: '50',
    });
    const found = await europe.page(path);
    expect(found.$('main h1').first().text()).toMatch(/ in /);
    expect(found.$('select[name="radius"]').length).toBe(0);
  });

  it('[SEARCH-05] says that a postal code is unknown', async () => {
    const page = await search(site, '/jobs', '00000');
    expect(page.all).toContain('We don’t know the postal code “00000”');
  });

  it('[SEARCH-05] says where a place is if its name alone means another one', async () => {
    expect((await search(site, '/jobs', 'London, ON')).heading).toContain('near London, ON');
    expect((await search(site, '/jobs', 'London')).heading).toMatch(/near London(?!, ON)/);
    const canada = new SiteUnderTest(url, 'charity-ca');
    expect((await search(canada, '/jobs', 'London, ON')).heading).toMatch(/near London(?!, ON)/);
  });
});
