import { sql, type Kysely } from 'kysely';
import { silentLogger } from '../../../../test/support/database.js';
import { createTestIndex, NOW, SITE, type TestIndex } from '../../../../test/support/search-index/job-index.js';
import { waitFor } from '../../../../test/support/wait-for.js';
import type { Database } from '../../platform/database/schema.js';
import { Stemmer } from '../analysis/stemmer.js';
import { removeUnusedWords, type WordRemovalOptions } from './dictionary.js';
import { JobIndexer } from './job-indexer.js';

let index: TestIndex;

beforeAll(async () => {
  index = await createTestIndex();
  await index.add([{ title: 'Cook' }]);
});
afterAll(() => index.close());

/** Suggested texts that begin with the prefix. */
const suggestions = async (prefix: string): Promise<string[]> => {
  await index.search.settle();
  const field = index.search.resolvers.Query!['keywordSuggestions']! as unknown as {
    resolve(args: object, context: object): Promise<{ text: string }[]>;
  };
  return (await field.resolve({ prefix }, { site: { name: SITE } })).map(({ text }) => text);
};

/** Publishes a draft, and rolls this back after `lastStep`, if there is one. */
const publish = (id: string | undefined, lastStep?: (trx: Kysely<Database>) => Promise<unknown>): Promise<void> =>
  index.database.transaction().execute(async (trx) => {
    await sql`update job set state = 'published' where id = ${id}`.execute(trx);
    await index.search.indexer.index(trx, [id!]);
    if (!lastStep) return;
    await lastStep(trx);
    throw new Error('rolled back');
  });

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

describe('words that nobody has merged when their transaction ends', () => {
  const isKnown = async (word: string): Promise<boolean> => {
    const { rows } = await sql`select from search_word where word = ${word}`.execute(index.database);
    return rows.length > 0;
  };
  const merging = sql`select pg_advisory_xact_lock(4217011)`;

  it('are suggested though the transaction took longer than the delay of the merge', async () => {
    const [id, other] = await index.add([
      { title: 'Bassoonist', state: 'draft' },
      { title: 'Oboist', state: 'draft' },
    ]);
    await index.database.transaction().execute(async (trx) => {
      await sql`update job set state = 'published' where id = ${id}`.execute(trx);
      await index.search.indexer.index(trx, [id!]);
      await publish(other);
      await waitFor('the changes of the other transaction are merged', () => isKnown('oboist'));
    });
    await waitFor('the words are suggested', () => isKnown('bassoonist'));
  });

  it('are suggested though another process was merging at that time', async () => {
    await index.database.transaction().execute(async (trx) => {
      await merging.execute(trx);
      await index.add([{ title: 'Violist' }]);
      await index.search.settle();
      expect(await isKnown('violist')).toBe(false);
    });
    await waitFor('the words are suggested', () => isKnown('violist'));
  });

  it('are suggested by the next process, if the process is killed before', async () => {
    // The first one rebuilds the index.
    await index.search.catchUp();
    await sql`
      insert into search_word_delta (scope, kind, word, label, n) values (1, 0, 'organist', 'organist', 1)
    `.execute(index.database);
    await index.search.catchUp();
    await waitFor('the words are suggested', () => isKnown('organist'));
  });
});

describe('words of removed jobs', () => {
  const WEEK_MS = 7 * 86_400_000;
  let now = NOW;
  let indexer: JobIndexer;
  let removal: Omit<WordRemovalOptions, 'logger'>;

  beforeAll(() => {
    const clock = () => now;
    const tagger = { version: '', tag: () => ({ named: [], whole: [] }) };
    indexer = new JobIndexer(index.database, new Stemmer('derivation'), tagger, clock, silentLogger);
    removal = {
      database: index.database,
      markWords: (trx, ids, marker) => indexer.markWords(trx, ids, marker),
      clock,
    };
  });
  afterAll(() => indexer.close());

  /** @returns number of rounds */
  const removeAll = async (): Promise<number> => {
    let rounds = 1;
    while (await removeUnusedWords(removal)) rounds += 1;
    return rounds;
  };
  const save = (id: string): Promise<void> => index.database.transaction().execute((trx) => indexer.index(trx, [id]));
  const archive = async (id: string): Promise<void> => {
    await sql`update job set state = 'archived' where id = ${id}`.execute(index.database);
    await save(id);
    await indexer.settle();
  };
  const countOf = async (word: string): Promise<number | undefined> => {
    const { rows } = await sql<{ n: number }>`
      select n from search_word where kind = 0 and word = ${word}
    `.execute(index.database);
    return rows[0]?.n;
  };

  it('are deleted in the next week; other words stay, and nobody has to read them again', async () => {
    const [harp, sitar] = await index.add([
      { title: 'Harpist for Aloysia Weber' },
      { title: 'Sitar player', description: 'With a sarangi' },
    ]);
    for (const id of [harp!, sitar!]) await save(id);
    await archive(harp!);
    expect(await suggestions('aloysia')).toEqual(['aloysia']);
    const count = await countOf('sarangi');

    now = new Date(NOW.getTime() + WEEK_MS);
    await sql`delete from data_change`.execute(index.database);
    expect(await removeAll()).toBeGreaterThan(1);
    expect(await suggestions('aloysia')).toEqual([]);
    expect(await suggestions('harpist')).toEqual([]);
    expect(await suggestions('sitar')).toEqual(['sitar', 'Sitar player']);
    expect(await countOf('sarangi')).toBe(count);
    const { rows } = await sql<{ words: string[] }>`select words from data_change where kind = 'words'`.execute(
      index.database,
    );
    const logged = rows.flatMap(({ words }) => words);
    expect(logged).toContain('aloysia');
    expect(logged).not.toContain('sarangi');
    // Once a week.
    expect(await removeAll()).toBe(1);
  });

  it('are suggested again if a process that has written them before publishes a job with them', async () => {
    const [tuba, another] = await index.add([{ title: 'Tubist' }, { title: 'Tubist', state: 'draft' }]);
    await save(tuba!);
    await archive(tuba!);
    now = new Date(now.getTime() + WEEK_MS);
    await removeAll();
    expect(await suggestions('tubist')).toEqual([]);
    await sql`update job set state = 'published' where id = ${another}`.execute(index.database);
    await save(another!);
    await indexer.settle();
    expect(await suggestions('tubist')).toEqual(['Tubist']);
    // Written after the removal of the same week, they belong to the next one.
    await archive(another!);
    now = new Date(now.getTime() + WEEK_MS);
    await removeAll();
    expect(await suggestions('tubist')).toEqual([]);
  });

  it('are kept in the first hour of a week, in which other processes may not have begun it', async () => {
    const [lute] = await index.add([{ title: 'Lutenist' }]);
    await save(lute!);
    await archive(lute!);
    now = new Date((Math.floor(now.getTime() / WEEK_MS) + 1) * WEEK_MS + 60_000);
    expect(await removeAll()).toBe(1);
    expect(await suggestions('lutenist')).toEqual(['Lutenist']);
    now = new Date(now.getTime() + 3_600_000);
    await removeAll();
    expect(await suggestions('lutenist')).toEqual([]);
  });

  it('are deleted by one process at a time, which another one continues', async () => {
    now = new Date(now.getTime() + WEEK_MS);
    await index.add(
      Array.from({ length: 150 }, (_none, at) => ({ title: `Piper ${'abcdefghij'[at % 10]!.repeat(4)}` })),
    );
    expect(await removeUnusedWords(removal)).toBe(true);
    await index.database.transaction().execute(async (trx) => {
      await sql`select from search_index_format where name = 'words' for update`.execute(trx);
      expect(await removeUnusedWords(removal)).toBe(false);
    });
    const { rows } = await sql<{ format: string }>`
      select format from search_index_format where name = 'words'
    `.execute(index.database);
    await removeAll();
    expect(rows[0]!.format).toMatch(/ [1-9]\d*$/);
    expect(await suggestions('piper')).toContain('piper');
  });
});
