import fc from 'fast-check';
import {
  ALL_ORGANIZATION_FACETS,
  createTestDirectory,
  type TestDirectory,
} from '../../../../test/support/search-index/organization-index.js';
import { ORGANIZATION_FACETS, type OrganizationFacetName } from '#contract/search/organization-search.js';

const WORDS = ['zorb', 'quil', 'vamp', 'trok'];
const VALUES: Record<OrganizationFacetName, number[]> = {
  occupation: [301, 302, 303, 304, 305],
  industry: [201, 202, 203],
  field_of_study: [801, 802, 803],
};
const PLACES = [
  { countryCode: 'CA', administrativeArea: 'ON', lat: 43.65, lon: -79.38 },
  { countryCode: 'CA', administrativeArea: 'QC', lat: 45.5, lon: -73.57 },
  { countryCode: 'DE', administrativeArea: 'Nordrhein-Westfalen', lat: 50.93, lon: 6.95 },
];

/** Returns a random number generator that yields the same numbers in every run. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

const next = random(11);
const pick = <T>(values: readonly T[]): T => values[Math.floor(next() * values.length)]!;
const some = (values: readonly number[]): number[] => [
  ...new Set(Array.from({ length: Math.floor(next() * 3) }, () => pick(values))),
];

const ORGANIZATIONS = Array.from({ length: 250 }, (_, number) => ({
  name: `Society ${String((number * 7919) % 1000).padStart(3, '0')}`,
  mission: Array.from({ length: 2 }, () => pick(WORDS)).join(' '),
  industryTid: next() < 0.2 ? undefined : pick(VALUES.industry),
  occupationTids: some(VALUES.occupation),
  fieldOfStudyTids: some(VALUES.field_of_study),
  language: next() < 0.3 ? 'fr' : 'en',
  featured: next() < 0.15,
  address: next() < 0.8 ? pick(PLACES) : undefined,
}));

type Organization = (typeof ORGANIZATIONS)[number];

function valuesOf(organization: Organization, facet: OrganizationFacetName): number[] {
  const values = {
    occupation: organization.occupationTids,
    industry: organization.industryTid === undefined ? [] : [organization.industryTid],
    field_of_study: organization.fieldOfStudyTids,
  }[facet];
  return values.length > 0 ? values : [0];
}

let directory: TestDirectory;
beforeAll(async () => {
  directory = await createTestDirectory();
  await directory.add(ORGANIZATIONS);
  await directory.add([{ name: 'Of another site', mission: WORDS.join(' ') }], 'elsewhere');
});
afterAll(() => directory.close());

describe('[SEARCH-07] [SEARCH-09] counts of organizations', () => {
  const search = fc.record({
    selection: fc.record(
      Object.fromEntries(
        ORGANIZATION_FACETS.map(({ name }) => [name, fc.subarray([...VALUES[name], 999], { maxLength: 2 })]),
      ),
      { requiredKeys: [] },
    ),
    words: fc.subarray(WORDS, { maxLength: 2 }),
    languages: fc.constantFrom<string[]>([], ['en'], ['fr'], ['en', 'fr']),
    place: fc.option(fc.constantFrom(...PLACES)),
    whole: fc.boolean(),
    onlyFeatured: fc.boolean(),
    featuredFirst: fc.boolean(),
    page: fc.integer({ min: 0, max: 3 }),
  });

  it('agree with counting one by one', async () => {
    await fc.assert(
      fc.asyncProperty(search, async (asked) => {
        const { selection, words, languages, place, whole, onlyFeatured, featuredFirst, page } = asked;
        const selected = ORGANIZATION_FACETS.flatMap(({ name, field }) => {
          const values = (selection as Partial<Record<OrganizationFacetName, number[]>>)[name] ?? [];
          return values.length > 0 ? [{ name, field, values }] : [];
        });
        const found = await directory.find({
          language: languages,
          fulltext: { keys: [words.join(' ')] },
          condition_group: {
            conditions: onlyFeatured ? [{ name: 'featured', value: '1' }] : [],
            groups: selected.map(({ field, values }) => ({
              conjunction: 'OR',
              tags: [`facet:${field}`],
              conditions: [{ name: field, value: values.join() }],
            })),
          },
          geoLocation: !place
            ? null
            : whole
              ? {
                  country: place.countryCode,
                  administrativeArea: place.administrativeArea,
                  locationType: 'administrative_area_level_1',
                }
              : { lat: place.lat, lon: place.lon, radius: 50 },
          facets: ALL_ORGANIZATION_FACETS.map((facet) => ({ ...facet, missing: true })),
          sorts: [...(featuredFirst ? [{ field: 'featured', value: 'desc' }] : []), { field: 'name', value: 'asc' }],
          range: { first: page * 7, last: 7 },
        });

        const base = ORGANIZATIONS.filter(
          (each) =>
            words.every((word) => each.mission.includes(word)) &&
            (languages.length === 0 || languages.includes(each.language)) &&
            (!place || each.address === place) &&
            (!onlyFeatured || each.featured),
        );
        const meets = (each: Organization, except?: OrganizationFacetName): boolean =>
          selected.every(
            ({ name, values }) => name === except || valuesOf(each, name).some((value) => values.includes(value)),
          );
        const hits = base.filter((each) => meets(each));
        expect(found.total).toBe(hits.length);
        const sorted = hits.sort(
          (a, b) => (featuredFirst ? Number(b.featured) - Number(a.featured) : 0) || (a.name < b.name ? -1 : 1),
        );
        expect(found.names).toEqual(sorted.slice(page * 7, page * 7 + 7).map(({ name }) => name));
        for (const { name } of ORGANIZATION_FACETS) {
          const counts = new Map<number, number>();
          for (const each of base.filter((organization) => meets(organization, name))) {
            for (const value of valuesOf(each, name)) counts.set(value, (counts.get(value) ?? 0) + 1);
          }
          const expected = [...counts]
            .sort(([a, n], [b, m]) => m - n || a - b)
            .map(([value, count]) => `${value || '!'}:${count}`);
          expect(found.facets[name]).toEqual(expected);
        }
      }),
      { numRuns: 80, seed: 1 },
    );
  });
});
