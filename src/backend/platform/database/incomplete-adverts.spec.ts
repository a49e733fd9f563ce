import { sql } from 'kysely';
import { createTestIndex, type TestIndex } from '../../../../test/support/search-index/job-index.js';
import { incompleteAdverts } from './migrations/0028-incomplete-adverts.js';

describe('the migration of incomplete adverts', () => {
  let index: TestIndex;
  beforeAll(async () => {
    index = await createTestIndex();
  });
  afterAll(() => index.close());

  it('gives the same index as indexing all jobs again', async () => {
    const { database } = index;
    await index.add([
      { title: 'Cook' },
      { title: 'Baker', withoutApplication: true },
      { title: 'Nurse', organization: 2 },
    ]);
    await index.search.settle();
    const rows = async (): Promise<unknown> => {
      const { rows: jobs } =
        await sql`select rank::text, facets::text from search_job order by rank & 4294967295`.execute(database);
      const { rows: counts } = await sql`
        select scope, kind, value, sum(n)::integer as n from search_tally where kind >= 5 group by 1, 2, 3 order by 1, 2, 3
      `.execute(database);
      return { jobs, counts };
    };
    // Puts the database into the state before the migration.
    await sql`update organization set source_key = '(unnamed)' where id = 2`.execute(database);
    await sql`
      update search_job s set rank = (floor(extract(epoch from published_at) - 946684800)::bigint << 32) | id
      from job where id = s.rank & 4294967295
    `.execute(database);
    await sql`alter table import_feed drop column allow_incomplete`.execute(database);
    const before = await rows();
    await incompleteAdverts.up(database);
    const migrated = await rows();
    expect(migrated).not.toEqual(before);
    await index.search.rebuild();
    expect(await rows()).toEqual(migrated);
  });
});
