import fc from 'fast-check';
import {
  ALL_RESUME_FACETS,
  createTestResumes,
  NOW,
  type TestResumes,
} from '../../../../test/support/search-index/resume-index.js';
import { RESUME_FACETS, type ResumeFacetName } from '#contract/search/resume-search.js';

const WORDS = ['zorb', 'quil', 'vamp', 'trok'];
const VALUES: Record<Exclude<ResumeFacetName, 'region'>, number[]> = {
  career_status: [901, 902, 903],
  language: [1001, 1002, 1003],
  skill: Array.from({ length: 12 }, (_, index) => 1101 + index),
  occupation: [301, 302, 303, 304],
  field_of_study: [801, 802, 803],
  employment_type: [101, 102],
};
const PLACES = [
  { countryCode: 'CA', administrativeArea: 'ON', lat: 43.65, lon: -79.38 },
  { countryCode: 'CA', administrativeArea: 'Québec', lat: 45.5, lon: -73.57 },
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

const next = random(17);
const pick = <T>(values: readonly T[]): T => values[Math.floor(next() * values.length)]!;
const some = (values: readonly number[], most: number): number[] => [
  ...new Set(Array.from({ length: Math.floor(next() * (most + 1)) }, () => pick(values))),
];

const RESUMES = Array.from({ length: 250 }, (_, number) => ({
  title: `Person ${String((number * 7919) % 1000).padStart(3, '0')}`,
  about: Array.from({ length: 2 }, () => pick(WORDS)).join(' '),
  language: next() < 0.3 ? 'fr' : 'en',
  careerStatusTid: next() < 0.2 ? undefined : pick(VALUES.career_status),
  languages: some(VALUES.language, 3).map((tid) => ({ tid })),
  // More values than in any other facet, because people have many skills.
  skillTids: some(VALUES.skill, 11),
  desiredOccupationTids: some(VALUES.occupation, 2),
  employmentTypeTids: some(VALUES.employment_type, 2),
  education: some(VALUES.field_of_study, 3).map((fieldTid, id) => ({
    id: String(id),
    institution: 'A school',
    fieldTid,
  })),
  desiredLocation: next() < 0.8 ? pick(PLACES) : undefined,
  visible: next() < 0.9,
  changed: new Date(NOW.getTime() - number * 60_000),
}));

type Resume = (typeof RESUMES)[number];

function valuesOf(resume: Resume, facet: Exclude<ResumeFacetName, 'region'>): number[] {
  const values = {
    career_status: resume.careerStatusTid === undefined ? [] : [resume.careerStatusTid],
    language: resume.languages.map(({ tid }) => tid),
    skill: resume.skillTids,
    occupation: resume.desiredOccupationTids,
    field_of_study: resume.education.map(({ fieldTid }) => fieldTid),
    employment_type: resume.employmentTypeTids,
  }[facet];
  return values.length > 0 ? values : [0];
}

let resumes: TestResumes;
beforeAll(async () => {
  resumes = await createTestResumes();
  await resumes.add(RESUMES);
  await resumes.add([{ title: 'Of another site', about: WORDS.join(' ') }], 'elsewhere');
});
afterAll(() => resumes.close());

describe('[SEARCH-08] [SEARCH-09] counts of resumes', () => {
  const FACETS = RESUME_FACETS.filter((facet) => facet.name !== 'region');
  const search = fc.record({
    selection: fc.record(
      Object.fromEntries(FACETS.map(({ name }) => [name, fc.subarray([...VALUES[name], 999], { maxLength: 3 })])),
      { requiredKeys: [] },
    ),
    words: fc.subarray(WORDS, { maxLength: 2 }),
    languages: fc.constantFrom<string[]>([], ['en'], ['fr'], ['en', 'fr']),
    place: fc.option(fc.constantFrom(...PLACES)),
    whole: fc.boolean(),
    page: fc.integer({ min: 0, max: 3 }),
  });

  it('agree with counting one by one', async () => {
    await fc.assert(
      fc.asyncProperty(search, async ({ selection, words, languages, place, whole, page }) => {
        const selected = FACETS.flatMap(({ name, field }) => {
          const values = (selection as Partial<Record<ResumeFacetName, number[]>>)[name] ?? [];
          return values.length > 0 ? [{ name, field, values }] : [];
        });
        const found = await resumes.find({
          language: languages,
          fulltext: { keys: [words.join(' ')] },
          condition_group: {
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
          facets: ALL_RESUME_FACETS.map((facet) => ({ ...facet, missing: true })),
          sorts: [{ field: 'changed', value: 'desc' }],
          range: { first: page * 7, last: 7 },
        });

        const base = RESUMES.filter(
          (each) =>
            each.visible &&
            words.every((word) => each.about.includes(word)) &&
            (languages.length === 0 || languages.includes(each.language)) &&
            (!place || each.desiredLocation === place),
        );
        const meets = (each: Resume, except?: ResumeFacetName): boolean =>
          selected.every(
            ({ name, values }) => name === except || valuesOf(each, name).some((value) => values.includes(value)),
          );
        const hits = base.filter((each) => meets(each));
        expect(found.total).toBe(hits.length);
        expect(found.titles).toEqual(hits.slice(page * 7, page * 7 + 7).map(({ title }) => title));
        for (const { name } of FACETS) {
          const counts = new Map<number, number>();
          for (const each of base.filter((resume) => meets(resume, name))) {
            for (const value of valuesOf(each, name)) counts.set(value, (counts.get(value) ?? 0) + 1);
          }
          const expected = [...counts]
            .sort(([a, n], [b, m]) => m - n || a - b)
            .map(([value, count]) => `${value || '!'}:${count}`);
          expect(found.facets[name]).toEqual(expected);
        }
        const byRegion = PLACES.map((each) => hits.filter(({ desiredLocation }) => desiredLocation === each).length);
        const regions = found.facets['region']!.filter((value) => !value.startsWith('!'));
        expect(regions.map((value) => Number(value.split(':')[1])).sort((a, b) => b - a)).toEqual(
          byRegion.filter((count) => count > 0).sort((a, b) => b - a),
        );
      }),
      { numRuns: 80, seed: 1 },
    );
  });
});
