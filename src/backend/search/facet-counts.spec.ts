import fc from 'fast-check';
import { sql } from 'kysely';
import {
  EVERY_FACET,
  createTestIndex,
  NOW,
  type TestIndex,
  type TestJob,
} from '../../../test/support/search-index/job-index.js';
import {
  JOB_FACETS,
  type JobFacetName,
  ADVERT_FACETS,
  type AdvertFacetName,
  CLOSING_DAYS,
  type JobIndexFacet,
  PUBLISHED_DAYS,
} from '#contract/search/job-search.js';

const WORDS = ['zorb', 'quil', 'vamp', 'trok'];
const VALUES: Record<JobFacetName, number[]> = {
  remote: [1, 2, 3],
  employment_type: [101, 102, 103],
  industry: [201, 202, 203, 204],
  occupation: [301, 302, 303, 304, 305],
  experience: [401, 402],
  company: [1, 2, 3, 4, 5, 6],
};
const ADVERT_VALUES: Record<AdvertFacetName, string[]> = {
  pay: ['1', '40000', '58500', '60000'],
  published: ['1', '2', '7'],
  language: ['en', 'fr', 'de'],
  closing: ['1', '7', '10'],
};
/** Pay with its annual value in the site's currency. */
const PAY = [
  { amount: 45_000, currency: 'CAD', unit: 'YEAR', annual: 45_000 },
  { amount: 30, currency: 'CAD', unit: 'HOUR', annual: 58_500 },
  { amount: 50_000, currency: 'EUR', unit: 'YEAR', annual: 73_350 },
  { amount: 50_000, currency: 'CAD', unit: 'HOUR', annual: 50_000 },
  { amount: 15, currency: 'CAD', unit: 'YEAR', annual: 0 },
] as const;
const PLACES = [
  { country: 'CA', lat: 43.65, lon: -79.38 },
  { country: 'CA', lat: 45.5, lon: -73.57 },
  { country: 'DE', lat: 50.93, lon: 6.95 },
];

/** Returns a random number generator that yields the same numbers in every run. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

const next = random(7);
const pick = <T>(values: readonly T[]): T => values[Math.floor(next() * values.length)]!;
const some = (values: readonly number[]): number[] => [
  ...new Set(Array.from({ length: Math.floor(next() * 3) }, () => pick(values))),
];

const DAY = 86_400_000;
/** Hours at and after whole days. */
const EDGES = [24, 25, 48, 49, 168, 169];
const JOBS = Array.from({ length: 300 }, (_, number) => ({
  title: `Job ${number}`,
  description: Array.from({ length: 2 }, () => pick(WORDS)).join(' '),
  organization: pick(VALUES.company),
  remote: next() < 0.2 ? null : pick(VALUES.remote),
  employment: some(VALUES.employment_type),
  industry: some(VALUES.industry),
  occupation: some(VALUES.occupation),
  experience: next() < 0.3 ? null : pick(VALUES.experience),
  language: next() < 0.3 ? 'fr' : 'en',
  ...(next() < 0.6 ? { pay: pick(PAY) } : {}),
  ...(next() < 0.5 ? { closes: new Date(NOW.getTime() + (1 + Math.floor(next() * 20)) * DAY) } : {}),
  published: new Date(NOW.getTime() - (next() < 0.3 ? pick(EDGES) : Math.floor(next() * 200)) * 3_600_000),
  ...(next() < 0.8 ? { place: pick(PLACES) } : {}),
})) satisfies TestJob[];

type Job = (typeof JOBS)[number];

function valuesOf(job: Job, facet: JobFacetName): number[] {
  const values = {
    remote: [job.remote],
    employment_type: job.employment,
    industry: job.industry,
    occupation: job.occupation,
    experience: [job.experience],
    company: [job.organization],
  }[facet].flatMap((value) => value ?? []);
  return values.length > 0 ? values : [0];
}

/** Whether a job has a value, with hours relative to the current one and days in UTC. */
function hasValue(job: Job, facet: AdvertFacetName, value: string): boolean {
  switch (facet) {
    case 'pay':
      return (job.pay?.annual ?? 0) >= Number(value);
    case 'published':
      return NOW.getTime() - job.published.getTime() <= Number(value) * DAY;
    case 'closing':
      return job.closes !== undefined && job.closes.getTime() - NOW.getTime() <= Number(value) * DAY;
    case 'language':
      return job.language === value;
  }
}

const OFFERED: Record<AdvertFacetName, readonly (string | number)[]> = {
  pay: [20_000, 30_000, 40_000, 50_000, 60_000, 80_000, 100_000],
  published: PUBLISHED_DAYS,
  closing: CLOSING_DAYS,
  language: ['en', 'fr'],
};

let index: TestIndex;
beforeAll(async () => {
  index = await createTestIndex();
  await index.add(JOBS);
});
afterAll(() => index.close());

describe('[SEARCH-09] facet counts', () => {
  const selection = fc.record(
    Object.fromEntries(JOB_FACETS.map(({ name }) => [name, fc.subarray(VALUES[name], { maxLength: 2 })])),
    { requiredKeys: [] },
  );
  const adverts = fc.record(
    Object.fromEntries(ADVERT_FACETS.map(({ name }) => [name, fc.subarray(ADVERT_VALUES[name], { maxLength: 2 })])),
    { requiredKeys: [] },
  );
  const search = fc.record({
    selection,
    adverts,
    words: fc.subarray(WORDS, { maxLength: 2 }),
    languages: fc.constantFrom<string[]>([], ['en'], ['fr'], ['en', 'fr']),
    place: fc.option(fc.constantFrom(...PLACES)),
    page: fc.integer({ min: 0, max: 3 }),
  });

  it('agree with counting one by one', async () => {
    await fc.assert(
      fc.asyncProperty(search, async ({ selection: chosen, adverts: chosenAdverts, words, languages, place, page }) => {
        const selected = JOB_FACETS.flatMap(({ name, field }) => {
          const values = (chosen as Partial<Record<JobFacetName, number[]>>)[name] ?? [];
          return values.length > 0 ? [{ name, field, values }] : [];
        });
        const ofAdverts = ADVERT_FACETS.flatMap(({ name, field }) => {
          const values = (chosenAdverts as Partial<Record<AdvertFacetName, string[]>>)[name] ?? [];
          return values.length > 0 ? [{ name, field, values }] : [];
        });
        const found = await index.find({
          language: languages,
          fulltext: { keys: [words.join(' ')] },
          condition_group: {
            groups: [...selected, ...ofAdverts].map(({ field, values }) => ({
              conjunction: 'OR',
              tags: [`facet:${field}`],
              conditions: [{ name: field, value: values.join() }],
            })),
          },
          geoLocation: place ? { lat: place.lat, lon: place.lon, radius: 50 } : null,
          facets: EVERY_FACET.map((facet) => ({ ...facet, missing: true })),
          sorts: [{ field: 'field_job_publishing_date', value: 'desc' }],
          range: { first: page * 7, last: 7 },
        });

        const base = JOBS.filter(
          (job) =>
            words.every((word) => job.description.includes(word)) &&
            (languages.length === 0 || languages.includes(job.language)) &&
            (!place || job.place === place),
        );
        const meets = (job: Job, except?: JobIndexFacet): boolean =>
          selected.every(
            ({ name, values }) => name === except || valuesOf(job, name).some((value) => values.includes(value)),
          ) &&
          ofAdverts.every(({ name, values }) => name === except || values.some((value) => hasValue(job, name, value)));
        const hits = base.filter((job) => meets(job));
        expect(found.total).toBe(hits.length);
        const newest = hits.sort(
          (a, b) => b.published.getTime() - a.published.getTime() || JOBS.indexOf(b) - JOBS.indexOf(a),
        );
        expect(found.titles).toEqual(newest.slice(page * 7, page * 7 + 7).map(({ title }) => title));
        for (const { name } of JOB_FACETS) {
          const counts = new Map<number, number>();
          for (const job of base.filter((each) => meets(each, name))) {
            for (const value of valuesOf(job, name)) counts.set(value, (counts.get(value) ?? 0) + 1);
          }
          const expected = [...counts]
            .sort(([a, n], [b, m]) => m - n || a - b)
            .map(([value, count]) => `${value || '!'}:${count}`);
          expect(found.facets[name]).toEqual(expected);
        }
        for (const { name } of ADVERT_FACETS) {
          const others = base.filter((each) => meets(each, name));
          const own = name === 'language' ? [] : (ofAdverts.find((each) => each.name === name)?.values ?? []);
          const known = [...new Set([...OFFERED[name], ...own].map(String))];
          const counted = known.filter(
            (value) => name !== 'language' || !languages.length || languages.includes(value),
          );
          const expected = counted
            .map((value) => ({ value, count: others.filter((job) => hasValue(job, name, value)).length }))
            .filter(({ count }) => count > 0)
            .sort((a, b) => b.count - a.count || parseInt(a.value, 36) - parseInt(b.value, 36))
            .map(({ value, count }) => `${value}:${count}`);
          expect({ name, counts: found.facets[name] }).toEqual({ name, counts: expected });
        }
      }),
      { numRuns: 60, seed: 1 },
    );
  });

  it('know two selections of one facet', async () => {
    const industry = JOB_FACETS.find(({ name }) => name === 'industry')!.field;
    const found = await index.find({
      condition_group: {
        groups: ['201,202', '202,203'].map((value) => ({
          conjunction: 'OR',
          tags: [`facet:${industry}`],
          conditions: [{ name: industry, value }],
        })),
      },
    });
    const has = (job: Job, ...values: number[]): boolean => values.some((value) => job.industry.includes(value));
    expect(found.total).toBe(JOBS.filter((job) => has(job, 201, 202) && has(job, 202, 203)).length);
  });

  it('agree with the counts that are kept, before and after they are folded', async () => {
    const kept = await index.find({ facets: EVERY_FACET });
    const counted = await index.find({
      facets: EVERY_FACET,
      fulltext: { keys: ['job'] },
      sorts: [{ field: 'field_job_publishing_date', value: 'desc' }],
    });
    expect(kept).toEqual({ ...counted, markedTitles: kept.markedTitles, snippets: kept.snippets });
    await index.search.settle();
    expect(await index.find({ facets: EVERY_FACET })).toEqual(kept);
  });

  it('end with the last job of a value, which is found without reading all counts', async () => {
    const [id] = await index.add([{ title: 'Only one', organization: 19, industry: [211] }]);
    await index.search.settle();
    const tallies = async () =>
      (await sql<{ n: number }>`select n from search_tally where kind = 5 and value = 19`.execute(index.database)).rows;
    const [before] = await tallies();
    // Such a row is deleted when it becomes 0; one that has always been 0 shows whether the fold looks for others.
    await sql`insert into search_tally (scope, kind, value, n) values (0, 0, 0, 0)`.execute(index.database);
    await index.database.transaction().execute(async (trx) => {
      await sql`delete from job where organization_id = 19`.execute(trx);
      await index.search.indexer.remove(trx, [id!]);
    });
    await index.search.settle();
    expect([before, await tallies()]).toEqual([{ n: 1 }, []]);
    const { rows } = await sql`delete from search_tally where n = 0 returning value`.execute(index.database);
    expect(rows).toEqual([{ value: 0 }]);
  });

  it('are folded again after folding has failed once', async () => {
    const before = await index.find({});
    await index.add([{ title: 'Zorb' }]);
    await sql`alter table search_tally rename to search_tally_elsewhere`.execute(index.database);
    await expect(index.search.settle()).rejects.toThrow('search_tally');
    await sql`alter table search_tally_elsewhere rename to search_tally`.execute(index.database);
    await index.search.settle();
    const { rows } = await sql`select from search_tally_delta`.execute(index.database);
    expect(rows).toHaveLength(0);
    expect((await index.find({})).total).toBe(before.total + 1);
  });
});
