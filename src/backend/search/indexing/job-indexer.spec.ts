import { sql, type Kysely } from 'kysely';
import { createTestIndex, SITE, type TestIndex } from '../../../../test/support/search-index/job-index.js';
import { waitFor } from '../../../../test/support/wait-for.js';
import type { Database } from '../../platform/database/schema.js';

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

describe('the words of a transaction that is rolled back', () => {
  /** Publishes a draft, and rolls this back after `lastStep`, if there is one. */
  const publish = (id: string | undefined, lastStep?: (trx: Kysely<Database>) => Promise<unknown>): Promise<void> =>
    index.database.transaction().execute(async (trx) => {
      await sql`update job set state = 'published' where id = ${id}`.execute(trx);
      await index.search.indexer.index(trx, [id!]);
      if (!lastStep) return;
      await lastStep(trx);
      throw new Error('rolled back');
    });
  const suggestions = async (prefix: string): Promise<string[]> => {
    await index.search.settle();
    const field = index.search.resolvers.Query!['keywordSuggestions']! as unknown as {
      resolve(args: object, context: object): Promise<{ text: string }[]>;
    };
    return (await field.resolve({ prefix }, { site: { name: SITE } })).map(({ text }) => text);
  };

  it('are suggested when the job is saved again', async () => {
    const [id] = await index.add([{ title: 'Xylophone builder', state: 'draft' }]);
    await expect(publish(id, () => Promise.resolve())).rejects.toThrow('rolled back');
    expect(await suggestions('xylo')).toEqual([]);
    await publish(id);
    expect(await suggestions('xylo')).toEqual(['xylophone', 'Xylophone builder']);
  });

  it('are suggested if another job has them that was saved meanwhile', async () => {
    const [id] = await index.add([{ title: 'Glockenspiel tuner', state: 'draft' }]);
    const failing = publish(id, () => index.add([{ title: 'Glockenspiel player' }]));
    await expect(failing).rejects.toThrow('rolled back');
    expect(await suggestions('glocken')).toEqual(['glockenspiel', 'Glockenspiel player']);
  });

  it('are written again, unlike those of a committed transaction before their count has doubled', async () => {
    await index.add([{ title: 'Theremin builder' }]);
    await index.add([{ title: 'Theremin player' }]);
    await index.search.settle();
    const { rows } = await sql`select n from search_word where kind = 0 and word = 'theremin'`.execute(index.database);
    expect(rows).toEqual([{ n: 1 }]);
  });
});
