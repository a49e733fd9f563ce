import fc from 'fast-check';
import { JOB_FACETS, LOCATION_TYPES } from '#contract/search/job-search.js';
import { hasPlace, withFacet, withoutPlace, withWords as otherWords } from '../../components/search/search-state';
import { activeFilterCount as countOf } from '../../components/search/search-view';
import { jobSearchView, jobSearchHref } from './list/search-view';
import {
  JOB_SEARCH,
  type JobSearchState,
  readJobSearch,
  withKnownFilters,
  withoutFilters,
  jobSearchVariables,
} from './search-state';

const withWords = (state: JobSearchState, search: string) => otherWords(JOB_SEARCH, state, search);
const activeFilterCount = (state: JobSearchState) =>
  countOf(
    jobSearchView(
      state,
      { result_count: 0, documents: [], facets: [], correction: null, relaxed: false, location: null, ways_out: [] },
      { href: (path) => path, pathFacets: [] },
    ),
  );

const site = { search: { languages: ['en'], jobsPerPage: 10, defaultRadius: 100 }, countries: ['CA'] };
const read = (query: string): JobSearchState => readJobSearch(new URLSearchParams(query), []);
const href = (state: JobSearchState): string =>
  jobSearchHref(state, { href: (path) => path, slugs: (_facet, value) => `term-${value}` });

describe('reading a search from its address', () => {
  it.each([
    ['page=0', 1],
    ['page=-1', 1],
    ['page=abc', 1],
    ['page=2.5', 1],
    ['page=1e9', 1],
    ['page=999999999', 1000],
    ['page=7', 7],
  ])('%s is page %d', (query, page) => {
    expect(read(query).page).toBe(page);
  });

  it('ignores invalid values', () => {
    const state = read(
      'radius=999&lat=43.6&country=nowhere&sorting=best&industry=abc&industry=,,&jobId=1%20or%201=1&unknown=1',
    );
    expect(state).toMatchObject({
      radius: undefined,
      lat: undefined,
      country: undefined,
      sorting: 'publish_date_desc',
      facets: {},
    });
    expect(state.jobId).toBeUndefined();
  });

  it('[SEARCH-06] reads comma-separated numbers as separate values, without duplicates', () => {
    expect(read('industry=12,15&industry=15').facets.industry).toEqual(['12', '15']);
  });

  it.each([
    ['pay=40000', { pay: ['40000'] }],
    ['pay=40000&pay=60000', { pay: ['40000'] }],
    ['pay=40000.50', {}],
    ['pay=', {}],
    ['pay=0', {}],
    ['published=7', { published: ['7'] }],
    ['published=366', {}],
    ['closing=365', { closing: ['365'] }],
    ['closing=week', {}],
    ['language=de,fr&language=DE', { language: ['de', 'fr'] }],
  ])('[SEARCH-09] %s selects valid values', (query, facets) => {
    expect(read(query).facets).toEqual(facets);
  });

  it('[SEARCH-09] ignores filters that the backend does not support', () => {
    const state = read('pay=40000&published=7&industry=12');
    expect(withKnownFilters(state, ['published', 'closing']).facets).toEqual({ published: ['7'], industry: ['12'] });
    expect(withKnownFilters(state, ['pay', 'published'])).toBe(state);
  });

  it('[SEARCH-09] requests counts for the filters that the backend supports', () => {
    const fields = (filters: string[]) =>
      [jobSearchVariables(read(''), site, filters).facets ?? []].flat().map(({ field }) => field);
    expect(fields([])).toEqual(JOB_FACETS.map(({ field }) => field));
    expect(fields(['published', 'unheard-of'])).toEqual([...JOB_FACETS.map(({ field }) => field), 'published']);
  });

  it('never fails and stays within bounds, whatever is in the address', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.tuple(
            fc.constantFrom('page', 'search', 'lat', 'lon', 'radius', 'industry', 'jobId', 'geo_location'),
            fc.string({ unit: 'binary' }),
          ),
        ),
        (pairs) => {
          const state = readJobSearch(new URLSearchParams(pairs), []);
          expect(state.page).toBeGreaterThanOrEqual(1);
          expect(state.search.length).toBeLessThanOrEqual(200);
          expect((state.lat === undefined) === (state.lon === undefined)).toBe(true);
          expect(jobSearchVariables(state, site).range).toEqual({ first: (state.page - 1) * 10, last: 10 });
        },
      ),
    );
  });
});

const adverts: fc.Arbitrary<JobSearchState['facets']> = fc.record(
  {
    pay: fc.integer({ min: 1, max: 999_999_999 }).map((amount) => [String(amount)]),
    published: fc.integer({ min: 1, max: 365 }).map((days) => [String(days)]),
    language: fc.subarray(['en', 'de', 'fr'], { minLength: 1 }),
    closing: fc.integer({ min: 1, max: 365 }).map((days) => [String(days)]),
  },
  { requiredKeys: [] },
);

const states: fc.Arbitrary<Omit<JobSearchState, 'lat' | 'lon'>> = fc.record({
  page: fc.integer({ min: 1, max: 1000 }),
  jobId: fc.option(fc.integer({ min: 1, max: 1e9 }).map(String), { nil: undefined }),
  search: fc.string({ maxLength: 60 }).map((text) => text.replace(/\s+/g, ' ').trim()),
  locale: fc.constantFrom(undefined, 'de', 'en-CA'),
  geoLocation: fc.constantFrom('', 'Toronto, ON', 'Montréal', 'M5G 2C2'),
  region: fc.constantFrom(undefined, 'Ontario', 'Île-de-France'),
  country: fc.constantFrom(undefined, 'CA', 'DE'),
  administrativeArea: fc.constantFrom(undefined, 'ON'),
  radius: fc.constantFrom(undefined, 5, 100),
  sorting: fc.constantFrom('relevancy' as const, 'publish_date_desc' as const, 'distance_asc' as const),
  facets: fc
    .uniqueArray(
      fc.tuple(fc.constantFrom(...JOB_FACETS.map((facet) => facet.name)), fc.integer({ min: 1, max: 900 }).map(String)),
      { maxLength: 6, selector: String },
    )
    .chain((pairs) =>
      adverts.map((chosen) => {
        const facets: JobSearchState['facets'] = { ...chosen };
        for (const [name, value] of pairs) (facets[name] ??= []).push(value);
        return facets;
      }),
    ),
  title: fc.constantFrom(undefined, 'nurse'),
  organizationName: fc.constantFrom(undefined, 'Food & Friends'),
  locationType: fc.constantFrom(undefined, ...LOCATION_TYPES),
});

/** Coordinates of a picked place: both or none. */
const points: fc.Arbitrary<Pick<JobSearchState, 'lat' | 'lon'>> = fc.option(
  fc.record({
    lat: fc.double({ min: -90, max: 90, noNaN: true }).map(withoutMinus),
    lon: fc.double({ min: -180, max: 180, noNaN: true }).map(withoutMinus),
  }),
  { nil: { lat: undefined, lon: undefined } },
);

/** An address does not distinguish `-0` from `0`. */
function withoutMinus(degrees: number): number {
  return degrees === 0 ? 0 : degrees;
}

describe('the address of a search', () => {
  it('[ROUTE-07] leads back to the same search', () => {
    fc.assert(
      fc.property(states, points, (rest, point) => {
        const state: JobSearchState = { ...rest, ...point };
        const address = jobSearchHref(state, { href: (path) => path, slugs: () => undefined });
        const again = readJobSearch(new URL(address, 'http://x').searchParams, []);
        const sorted = (facets: JobSearchState['facets']) =>
          Object.entries(facets)
            .filter(([, values]) => values.length)
            .sort();
        expect({ ...again, facets: sorted(again.facets) }).toEqual({ ...state, facets: sorted(state.facets) });
      }),
    );
  });

  it('[ROUTE-14] has at most two facet values in its path, and no page 1', () => {
    const state = read('industry=1&industry=2&occupation=3&page=1');
    expect(href(state)).toBe('/jobs/term-1/term-2?occupation=3');
    fc.assert(fc.property(states, (any) => href(any).split('?')[0]!.split('/').length <= 4));
  });

  it('starts at the first page when a filter changes', () => {
    const state = read('page=4&jobId=9&industry=1');
    expect(withFacet(state, 'industry', '2', true)).toMatchObject({
      page: 1,
      jobId: undefined,
      facets: { industry: ['1', '2'] },
    });
    expect(activeFilterCount(withFacet(state, 'industry', '1', false))).toBe(0);
    expect(activeFilterCount(withoutFilters(read('industry=1,2&title=nurse')))).toBe(0);
    expect(hasPlace(withoutPlace(read('geo_location=Toronto&lat=1&lon=2')))).toBe(false);
  });
});

describe('the request of a search', () => {
  it.each([
    ['', undefined],
    ['geo_location=Toronto', null],
    ['geo_location=Toronto&country=CA', null],
    ['region=Ontario', null],
    ['country=CA', 'country'],
    ['country=CA&administrative_area_level_1=Ontario', 'administrative_area_level_1'],
    ['geo_location=Canada&country=CA&location_type=country', 'country'],
    ['geo_location=Toronto&lat=43.7&lon=-79.4', 'locality'],
    ['geo_location=M5G&lat=43.7&lon=-79.4&location_type=postal_code', 'postal_code'],
    ['geo_location=Toronto&location_type=planet', null],
  ])('[SEARCH-06] %s contains the type of the picked place: %s', (query, type) => {
    expect(jobSearchVariables(read(query), site).geoLocation?.locationType).toBe(type);
  });

  it('[ROUTE-07] [SEARCH-06] uses the language in the address if the site has it', () => {
    const both = { ...site, search: { ...site.search, languages: ['en', 'fr'] } };
    const languages = (query: string) => jobSearchVariables(read(query), both).language;
    expect(languages('')).toEqual(['en', 'fr']);
    expect(languages('locale=fr-CA')).toEqual(['fr']);
    expect(languages('locale=de')).toEqual(['en', 'fr']);
    expect(languages('locale=nonsense')).toEqual(['en', 'fr']);
    expect(jobSearchVariables(read('region=Ontario'), site).geoLocation).toMatchObject({ label: 'Ontario' });
  });

  it('[SEARCH-06] has the form of the specification', () => {
    const variables = jobSearchVariables(
      read(
        'search=nurse&industry=12,15&page=3&geo_location=Toronto&title=lead&job_organization_name=Acme&sorting=publish_date_desc',
      ),
      site,
    );
    expect(variables).toMatchObject({
      language: ['en'],
      fulltext: { keys: ['nurse'] },
      range: { first: 20, last: 10 },
      sorts: [{ field: 'field_job_publishing_date', value: 'desc' }],
      geoLocation: { label: 'Toronto', radius: 100, preferCountries: ['CA'] },
      condition_group: {
        conjunction: 'AND',
        groups: [
          {
            conjunction: 'OR',
            tags: ['facet:field_job_industry'],
            conditions: [
              { name: 'field_job_industry', value: '12', operator: '=' },
              { name: 'field_job_industry', value: '15', operator: '=' },
            ],
          },
          { conjunction: 'AND', conditions: [{ name: 'title', value: '%lead%', operator: 'LIKE' }] },
          { conjunction: 'AND', conditions: [{ name: 'job_organization_name', value: 'Acme', operator: '=' }] },
        ],
      },
    });
    const [facet] = variables.facets as object[];
    expect(facet).toEqual({
      field: 'field_job_remote_options',
      limit: 100,
      operator: 'or',
      min_count: 1,
      missing: false,
    });
    expect(variables.facets).toHaveLength(6);
  });

  it('[SEARCH-03] sorts by relevance if there are words, otherwise by date, unless an order is given', () => {
    expect(read('search=nurse').sorting).toBe('relevancy');
    expect(read('').sorting).toBe('publish_date_desc');
    expect(read('search=nurse&sorting=publish_date_desc').sorting).toBe('publish_date_desc');
    expect(href(withWords(read('search=nurse'), ''))).toBe('/jobs');
    expect(href(read('search=nurse&sorting=publish_date_desc'))).toBe('/jobs?search=nurse&sorting=publish_date_desc');
  });

  it('[SEARCH-03] adds no sort for relevancy', () => {
    expect(jobSearchVariables(read('search=nurse&sorting=relevancy'), site).sorts).toEqual([]);
  });
});
