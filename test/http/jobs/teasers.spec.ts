import { type FetchedPage, PRODUCTS, SiteUnderTest } from '../../support/data/site.js';

/** Slides under a heading of the home page. */
function slides(page: FetchedPage, heading: string): { paths: string[]; pictures: string[] } {
  const list = page.$(`ul[aria-label="${heading}"]`);
  const links = list.find('h3 a');
  const images = list.find('img[width="1000"]');
  return {
    paths: links.map((_index, link) => page.$(link).attr('href')!).get(),
    pictures: images.map((_index, image) => page.$(image).attr('height')!).get(),
  };
}

describe.each(PRODUCTS)('promoted content, %s', (_name, url) => {
  const site = new SiteUnderTest(url);
  const canada = new SiteUnderTest(url, 'charity-ca');
  const uk = new SiteUnderTest(url, 'uk');

  it('[SEARCH-11] the home page shows up to six featured jobs, jobs with a video and top jobs, as configured for the site', async () => {
    const expected: [SiteUnderTest, string, number][] = [
      [site, 'Featured jobs', 6],
      [site, 'Top jobs', 0],
      [canada, 'Top jobs', 6],
      [canada, 'Featured jobs', 0],
      [uk, 'See the work: jobs with a video', 6],
      [uk, 'Featured jobs', 3],
    ];
    for (const [each, heading, count] of expected) {
      const { paths } = slides(await each.page('/'), heading);
      expect({ heading, count: paths.length }).toEqual({ heading, count });
      for (const path of paths) expect((await each.page(path)).status).toBe(200);
    }
  });

  it('[SEARCH-11] the width of their pictures is twice the height', async () => {
    const { pictures } = slides(await site.page('/'), 'Featured jobs');
    expect(pictures.length).toBeGreaterThan(0);
    expect(new Set(pictures)).toEqual(new Set(['500']));
  });

  it('[SEARCH-11] a job with a video shows it on request, and loads nothing from its service before', async () => {
    const [path] = slides(await uk.page('/'), 'See the work: jobs with a video').paths;
    const page = await uk.page(path!);
    expect(page.$('main iframe')).toHaveLength(0);
    expect(page.$('main [data-embed]').attr('data-embed')).toMatch(
      /^https:\/\/(www\.youtube-nocookie|player\.vimeo)\.com\//,
    );
    expect(page.$('main [data-embed]').text()).toMatch(/YouTube|Vimeo/);
  });

  it('[SEARCH-11] organizations that offer training are shown in rows of five', async () => {
    const page = await canada.page('/');
    const list = page.$('ul[aria-label="Organizations that train people"]');
    expect(list.attr('data-beside')).toBe('5');
    expect(list.children('li').length).toBeGreaterThan(5);
    expect(list.children('li').length).toBeLessThanOrEqual(20);
    expect((await site.page('/')).$('ul[aria-label="Organizations that train people"]')).toHaveLength(0);
  });

  it('[SEARCH-11] a site without advertisements has no places for them', async () => {
    expect((await site.page('/jobs')).$('[data-ad-place]')).toHaveLength(0);
  });

  it('[SITE-10] [SEARCH-05] suggested places start around the map’s centre, and are limited to the country of a site that has one', async () => {
    type Answer = { placeSuggestions: { label: string; country: string }[] };
    const near = { lat: 45.42, lon: -75.7, radius: 500 };
    const ask = async (text: string, variables: object) =>
      (await canada.graphql<Answer>('PlaceSuggestions', { text, ...variables })).placeSuggestions;
    // Request parameters cannot extend the search area.
    for (const wider of [
      {},
      { countries: ['CA'] },
      { countries: ['US', 'CA'] },
      { countries: ['GB'] },
      { countries: [] },
    ]) {
      const found = await ask('V', wider);
      expect(found.length).toBeGreaterThan(3);
      for (const { country } of found) expect(country).toBe('CA');
    }
    const abroad = await site.graphql<Answer>('PlaceSuggestions', { text: 'London', countries: ['CA'] });
    for (const { country } of abroad.placeSuggestions) expect(country).toBe('CA');
    const anywhere = await site.graphql<Answer>('PlaceSuggestions', { text: 'V' });
    expect(new Set(anywhere.placeSuggestions.map(({ country }) => country)).size).toBeGreaterThan(1);
    const position = async (variables: object) =>
      (await ask('Sherb', { countries: ['CA'], ...variables })).map(({ label }) => label);
    expect((await position({ near }))[0]).toBe('Sherbrooke, Quebec, Canada');
    // Near Edmonton the first suggestion is Sherwood Park, and near Ottawa Sherbrooke; neither hides the larger places.
    const west = { lat: 53.55, lon: -113.49, radius: 500 };
    const first = async (circle: object) => (await ask('Sher', { countries: ['CA'], near: circle }))[0]!.label;
    expect(await first(near)).toContain('Sherbrooke');
    expect(await first(west)).toContain('Sherwood Park');
    expect((await ask('Van', { countries: ['CA'], near }))[0]!.label).toContain('Vancouver');
  });
});
