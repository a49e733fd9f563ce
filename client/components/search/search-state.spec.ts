import { ORGANIZATION_FACETS } from '#contract/search/organization-search.js';
import { RESUME_FACETS } from '#contract/search/resume-search.js';
import { searchHref } from './search-address';
import { readSearch } from './search-state';

describe('the address of any search', () => {
  it.each([
    ['London', 'London', 'CA'],
    ['London', ' London ', 'CA'],
    ['', '', 'CA'],
    ['Paris', 'London', undefined],
    ['', 'London', undefined],
    ['Paris', '', undefined],
    ['Paris', undefined, 'CA'],
  ])('near “%s” ignores the country, area and coordinates of another picked place, “%s”', (typed, picked, country) => {
    const query = new URLSearchParams(
      'country=CA&administrative_area_level_1=ON&lat=43&lon=-81&location_type=locality',
    );
    query.set('geo_location', typed);
    if (picked !== undefined) query.set('picked_location', picked);
    const kind = { facets: [], sortings: ['newest'], sortingWithoutWords: 'newest' };
    const { administrativeArea, lat, lon, locationType, ...state } = readSearch(kind, query, []);
    expect([state.geoLocation, state.country]).toEqual([typed, country]);
    const rest = country ? ['ON', 43, -81, 'locality'] : [undefined, undefined, undefined, undefined];
    expect([administrativeArea, lat, lon, locationType]).toEqual(rest);
  });

  it.each([
    ['organizations', ORGANIZATION_FACETS, 'Ontario', undefined],
    ['people, who have a facet called region', RESUME_FACETS, undefined, ['12']],
  ])('[ROUTE-07] for %s leads back to it', (_what, facets, region, values) => {
    const kind = { path: '/', cleanFacets: 0, facets, sortings: ['changed_desc'], sortingWithoutWords: 'changed_desc' };
    const read = (address: string) => readSearch(kind, new URL(address, 'http://x').searchParams, []);
    const place = 'country=CA&lat=43.7&lon=-79.4&location_type=locality';
    const state = read(`/?locale=fr&${place}&region=${region ?? '12'}`);
    expect(state).toMatchObject({ locale: 'fr', lat: 43.7, lon: -79.4, locationType: 'locality', region });
    expect((state.facets as Record<string, unknown>).region).toEqual(values);
    expect(read(searchHref(kind, state, { href: (path) => path, slugs: () => undefined }))).toEqual(state);
  });
});
