import { sql } from 'kysely';
import { createTestIndex, SITE, type TestIndex } from '../../../../test/support/search-index/job-index.js';
import type { QuerySearchApiSearchArgs } from '#contract/generated/resolvers.js';
import type { SearchToSave } from '../../platform/database/tables/alert-tables.js';

describe('saved searches', () => {
  let test: TestIndex;

  beforeAll(async () => {
    test = await createTestIndex();
  }, 60_000);
  afterAll(() => test.close());

  it('[APP-06] find the same jobs as the search', async () => {
    const places = [
      { country: 'CA', area: 'ON', locality: 'Toronto', lat: 43.65, lon: -79.38 },
      { country: 'CA', area: 'QC', locality: 'Montreal', lat: 45.51, lon: -73.55 },
      undefined,
    ];
    const ids = await test.add(
      ['Cook', 'Head cook', 'Nurse', 'Pflegekraft', 'Bénévole', 'Part-time driver'].flatMap((title, at) =>
        places.map((place, other) => ({
          title,
          place,
          language: at === 3 ? 'de' : at === 4 ? 'fr' : 'en',
          description: `<p>${['kitchen nurse', 'night shifts', 'drive and cook'][other]!}</p>`,
          industry: [201 + (at % 3)],
          employment: [101 + other],
          remote: other === 2 ? 1 : 3,
          organization: 1 + at,
        })),
      ),
    );
    const among = await test.search.savedSearches.job.among(ids.map(Number));
    const facet = (field: string, ...values: string[]) => ({
      conjunction: 'OR' as const,
      tags: [`facet:${field}`],
      conditions: values.map((value) => ({ name: field, value })),
    });
    const searches: SearchToSave[] = [];
    for (const fulltext of [
      null,
      { keys: ['cook'] },
      { keys: ['"night shifts" -driver'] },
      { keys: ['nurs*', 'kitchen'] },
    ])
      for (const geoLocation of [
        null,
        { label: 'Toronto', radius: 50 },
        { country: 'CA', administrativeArea: 'QC', locationType: 'administrative_area_level_1' as const },
      ])
        for (const condition_group of [
          null,
          { groups: [facet('field_job_industry', '201', '203')] },
          { groups: [facet('field_job_employment_type', '102'), facet('field_job_organization', '1', '2')] },
          { groups: [{ conditions: [{ name: 'title', value: '%ook%', operator: 'LIKE' }] }] },
          { groups: [{ conditions: [{ name: 'job_organization_name', value: 'organization 3' }] }] },
        ])
          for (const language of [[], ['en', 'fr']])
            searches.push({ fulltext, geoLocation, condition_group, language });
    let hits = 0;
    for (const search of searches) {
      const savedSearches = await test.search.savedSearches.job.save(search, SITE);
      const args: Partial<QuerySearchApiSearchArgs> = { ...search, range: { first: 0, last: 100 } };
      // Alerts do not include jobs that match only some of the words.
      const { titles: shown, relaxed } = await test.find(args);
      const titles = relaxed ? [] : shown;
      const found = await among(JSON.parse(JSON.stringify(savedSearches)) as typeof savedSearches, SITE);
      hits += found.length;
      const { rows } = await sql<{ title: string }>`
        select title from job where id = any(${[...found]}::bigint[])
      `.execute(test.database);
      expect([search, rows.map(({ title }) => title).sort()]).toEqual([search, [...titles].sort()]);
    }
    expect(hits).toBeGreaterThan(100);
  });
});
