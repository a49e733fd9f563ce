import { sql } from 'kysely';
import { createTestIndex, type TestIndex } from '../../../../test/support/search-index/job-index.js';
import { waitFor } from '../../../../test/support/wait-for.js';

let index: TestIndex;

beforeAll(async () => {
  index = await createTestIndex();
  await index.add([{ title: 'Cook' }]);
});
afterAll(() => index.close());

describe('a change to a job during a rebuild of the index', () => {
  const isIndexLocked = async (): Promise<boolean> => {
    const { rows } = await sql`
      select from pg_locks join pg_database on pg_database.oid = pg_locks.database
      where datname = current_database() and relation = 'search_job'::regclass and mode = 'AccessExclusiveLock' and granted
    `.execute(index.database);
    return rows.length > 0;
  };

  it('does not abort the rebuild, and replaces the job that was indexed before', async () => {
    const [id] = await index.add([{ title: 'Beekeeper' }]);
    const { rebuild } = await index.database.transaction().execute(async (trx) => {
      await sql`update job set title = 'Gardener' where id = ${id}`.execute(trx);
      let isRebuilt = false;
      const rebuilding = index.search.rebuild().finally(() => {
        isRebuilt = true;
      });
      const settled = Promise.allSettled([rebuilding]);
      await waitFor('the rebuild locks the index', async () => isRebuilt || (await isIndexLocked()));
      await index.search.indexer.index(trx, [id!]);
      // In an object, because the rebuild may only end after this transaction.
      return { rebuild: settled };
    });
    expect(await rebuild).toMatchObject([{ status: 'fulfilled' }]);
    expect(await index.titles('gardener')).toEqual(['Gardener']);
    expect(await index.titles('beekeeper')).toEqual([]);
    expect((await index.find()).total).toBe(2);
  });
});
