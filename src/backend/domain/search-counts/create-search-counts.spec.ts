import { RawNode, sql } from 'kysely';
import { deriveKey } from '#contract/backend/signed-tokens.js';
import { signCounts } from '#contract/backend/web-counts.js';
import { SEARCH_COUNTS, type SearchTally } from '#contract/search/search-counts.js';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.js';
import { deleteDue } from '../../../../test/support/retention.js';
import { searchCountRetention, mondayOf, SearchCounts } from './create-search-counts.js';

const SECRET = 'a-secret-of-this-test-alone-0123456789';
const OLDER_SECRET = 'an-older-secret-of-this-test-0123456789';
const DAY_MS = 86_400_000;

let test: TestDatabase;
let counts: SearchCounts;
beforeAll(async () => {
  test = await createTestDatabase();
  counts = new SearchCounts(test.database, [SECRET, OLDER_SECRET]);
}, 60_000);
afterEach(() => sql`delete from search_count`.execute(test.database));
afterAll(() => test.close());

const now = (): Date => new Date();
const place = () => ({ site: 'default', now: now() });

function sign(searches: readonly unknown[], secret = SECRET, purpose: string = SEARCH_COUNTS.keyPurpose) {
  return signCounts(deriveKey(secret, purpose), { searches });
}

const tally = (words: string, searches: number, empty = 0, language = 'en'): SearchTally => ({
  words,
  language,
  searches,
  empty,
});

async function tell(...searches: SearchTally[]): Promise<number | undefined> {
  return counts.count(await sign(searches), place());
}

const rows = async () =>
  (
    await sql<{ words: string | null; searches: number; empty: number }>`
      select words, searches, empty from search_count order by searches
    `.execute(test.database)
  ).rows;

describe('counts of searches', () => {
  it('are readable once words were searched for often enough in a week; until then only a keyed hash is stored', async () => {
    await tell(tally('nurse', 4), tally('jane doe', 1, 1));
    expect(await rows()).toEqual([
      { words: null, searches: 1, empty: 1 },
      { words: null, searches: 4, empty: 0 },
    ]);
    const stored = await sql<{ all: string }>`select search_count::text as all from search_count`.execute(
      test.database,
    );
    for (const { all } of stored.rows) expect(all).not.toMatch(/nurse|jane/);
    await tell(tally('nurse', 1), tally('cook', 7, 7));
    const list = await counts.list('default', { weeks: 1, now: now() });
    expect(list).toEqual({
      searches: 13,
      empty: 8,
      frequent: [
        { words: 'cook', searches: 7, empty: 7 },
        { words: 'nurse', searches: 5, empty: 0 },
      ],
      withoutResults: [{ words: 'cook', searches: 7, empty: 7 }],
    });
  });

  it('belong to one site, and optionally to pages of one language', async () => {
    await tell(tally('nurse', 6), tally('nurse', 5, 0, 'fr'));
    await counts.count(await sign([tally('nurse', 9)]), { ...place(), site: 'uk' });
    expect((await counts.list('default', { weeks: 1, now: now() })).frequent).toEqual([
      { words: 'nurse', searches: 11, empty: 0 },
    ]);
    expect((await counts.list('default', { weeks: 1, language: 'fr', now: now() })).searches).toBe(5);
  });

  it('are added up over concurrent processes, and counted once however often they are sent', async () => {
    const assertion = await sign([tally('driver', 3)]);
    await Promise.all([counts.count(assertion, place()), counts.count(assertion, place())]);
    await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        at % 2 ? tell(tally('driver', 1), tally('cook', 1)) : tell(tally('cook', 1), tally('driver', 1)),
      ),
    );
    expect((await counts.list('default', { weeks: 1, now: now() })).frequent).toEqual([
      { words: 'driver', searches: 23, empty: 0 },
      { words: 'cook', searches: 20, empty: 0 },
    ]);
  });

  it('of rare words are kept until two weeks after the Monday of their week', async () => {
    await tell(tally('jane doe', 1));
    const end = new Date(`${mondayOf(now())}T00:00:00Z`).getTime() + 14 * DAY_MS;
    await deleteDue(test.database, new Date(end - 1), searchCountRetention);
    expect((await rows()).length).toBe(1);
    await deleteDue(test.database, new Date(end), searchCountRetention);
    expect(await rows()).toEqual([]);
  });

  it('of different spellings in two weeks make one line', async () => {
    await tell(tally('infirmiere', 6));
    await sql`update search_count set week = week - 7`.execute(test.database);
    await tell(tally('infirmière', 5));
    expect((await counts.list('default', { weeks: 4, now: now() })).frequent).toEqual([
      { words: 'infirmière', searches: 11, empty: 0 },
    ]);
  });

  it('of words that differ in accents are combined, also after a change of the secret', async () => {
    await tell(tally('infirmiere', 3, 1), tally('infirmière', 3));
    const rotated = new SearchCounts(test.database, ['a-new-secret-of-this-test-0123456789', SECRET]);
    await rotated.count(await sign([tally('infirmière', 5)]), place());
    expect((await rows()).length).toBe(2);
    expect((await counts.list('default', { weeks: 1, now: now() })).frequent).toEqual([
      { words: 'infirmière', searches: 11, empty: 1 },
    ]);
  });

  it('are limited: with too many different words, only known ones are counted', async () => {
    const bounded = new SearchCounts(test.database, [SECRET], 3);
    const count = async (...searches: SearchTally[]) => bounded.count(await sign(searches), place());
    expect(await count(...['a', 'b', 'c'].map((words) => tally(words, 1)))).toBe(3);
    expect(await count(tally('d', 9), tally('a', 4))).toBe(1);
    expect(await bounded.count(await sign([tally('d', 9)]), { ...place(), site: 'uk' })).toBe(1);
    expect((await counts.list('default', { weeks: 1, now: now() })).frequent).toEqual([
      { words: 'a', searches: 5, empty: 0 },
    ]);
  });

  it('read the number of different words once a minute, but each time when few more may be stored', async () => {
    let reads = 0;
    const database = test.database.withPlugin({
      transformQuery({ node }) {
        if (RawNode.is(node) && node.sqlFragments.join().includes('- count(*)')) reads += 1;
        return node;
      },
      transformResult: ({ result }) => Promise.resolve(result),
    });
    const bounded = new SearchCounts(database, [SECRET], 20);
    const count = async (...words: string[]) => bounded.count(await sign(words.map((each) => tally(each, 1))), place());
    const phrases = Array.from({ length: 20 }, (_none, at) => `phrase ${at}`);
    await count(...phrases.slice(0, 9));
    await count(...phrases.slice(9, 18));
    expect(reads).toBe(1);
    const elsewhere = new SearchCounts(test.database, [SECRET], 20);
    await elsewhere.count(await sign(phrases.slice(18, 20).map((each) => tally(each, 1))), place());
    expect(await count('y')).toBe(0);
    expect(await count('z')).toBe(0);
    expect(await count('phrase 0')).toBe(1);
    expect(reads).toBe(2);
    await sql`delete from search_count where searches = 1`.execute(test.database);
    const later = performance.now() + 60_000;
    Object.defineProperty(performance, 'now', { value: () => later, configurable: true });
    try {
      expect(await count('z')).toBe(1);
    } finally {
      Reflect.deleteProperty(performance, 'now');
    }
    expect(reads).toBe(3);
  });

  it('are accepted from the web tier only, and only for words that may be counted', async () => {
    const strangers = [
      'none',
      await sign([tally('nurse', 9)], 'the-secret-of-somebody-else-0123456789'),
      await sign([tally('nurse', 9)], SECRET, 'causeboard job views'),
    ];
    for (const assertion of strangers) expect(await counts.count(assertion, place())).toBeUndefined();
    const late = { ...place(), now: new Date(Date.now() + 600_000) };
    expect(await counts.count(await sign([tally('nurse', 9)]), late)).toBeUndefined();
    const wrong = [
      tally('jane@charity.test', 9),
      tally('Nurse', 9),
      tally('nurse', -9),
      tally('nurse', 1.5),
      tally('nurse', 9, 0, 'x'),
      { words: 5, language: 'en', searches: 9, empty: 0 },
    ];
    expect(await counts.count(await sign(wrong), place())).toBe(0);
    expect(await counts.count(await sign([tally('nurse', 9)], OLDER_SECRET), place())).toBe(1);
  });

  it('of rare words are deleted after two weeks, all after half a year', async () => {
    const weeksAgo = (weeks: number): Date => new Date(Date.now() - weeks * 7 * DAY_MS);
    for (const weeks of [26, 4, 2, 1, 0]) {
      await tell(tally(`often ${weeks}`, 9), tally(`rare ${weeks}`, 1));
      await sql`update search_count set week = ${mondayOf(weeksAgo(weeks))}::date where week = ${mondayOf(now())}::date`.execute(
        test.database,
      );
    }
    expect((await rows()).length).toBe(10);
    await deleteDue(test.database, now(), searchCountRetention);
    expect((await rows()).map(({ words }) => words).sort()).toEqual(
      ['often 0', 'often 1', 'often 2', 'often 4', null, null].sort(),
    );
    const listed = async (weeks: number) =>
      (await counts.list('default', { weeks, now: now() })).frequent.map(({ words }) => words);
    expect(await listed(1)).toEqual(['often 0']);
    expect(await listed(4)).toEqual(['often 0', 'often 1', 'often 2']);
    expect(await listed(26)).toEqual(['often 0', 'often 1', 'often 2', 'often 4']);
  });
});

it.each([
  ['2026-11-23T00:00:00Z', '2026-11-23'],
  ['2026-11-29T23:59:59Z', '2026-11-23'],
  ['2026-11-30T00:00:00Z', '2026-11-30'],
])('%s is in the week of %s', (instant, monday) => {
  expect(mondayOf(new Date(instant))).toBe(monday);
});
