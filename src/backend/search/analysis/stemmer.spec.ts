import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { createTestDatabase } from '../../../../test/support/database.js';
import { KnownForms, Stemmer } from './stemmer.js';

const words = (from: number, count: number) => Array.from({ length: count }, (_, index) => `word${from + index}`);

function prepare(known: KnownForms, forms: readonly string[]): void {
  known.reserve(forms.length);
  for (const form of forms) if (!known.has(form)) known.set(form, { stem: form, stop: false });
}

test.each([10, 40_000, 200_000])(
  'keeps all of %i forms that are requested together, whatever it contained before',
  (count) => {
    const known = new KnownForms();
    prepare(known, words(0, 55_000));
    const forms = words(50_000, count);
    prepare(known, forms);
    expect(forms.filter((form) => known.get(form)?.stem !== form)).toEqual([]);
  },
);

test('evicts forms that have not been used recently', () => {
  const known = new KnownForms();
  prepare(known, ['first', 'asked']);
  for (let from = 0; from < 200_000; from += 1000) prepare(known, ['asked', ...words(from, 1000)]);
  expect(known.get('first')).toBeUndefined();
  expect(known.get('asked')).toBeDefined();
});

const WORD_LISTS = { en: 'english', de: 'german', fr: 'french' };

test('has the same stop words as PostgreSQL', async () => {
  const opened = await createTestDatabase();
  try {
    const expected: Record<string, string[]> = {};
    for (const [language, name] of Object.entries(WORD_LISTS)) {
      const { rows } = await sql<{ list: string }>`
        select pg_read_file(setting || ${`/tsearch_data/${name}.stop`}::text) as list from pg_config where name = 'SHAREDIR'
      `.execute(opened.database);
      expected[language] = rows[0]!.list.trim().split(/\s+/);
    }
    expect(JSON.parse(readFileSync(new URL('stop-words.json', import.meta.url), 'utf8'))).toEqual(expected);
    for (const stemmer of [new Stemmer('inflection'), new Stemmer('derivation')]) {
      await stemmer.prepare(opened.database, 'de', ['für', 'fürsorge']);
      expect(stemmer.read('de', 'für', 'für').stop).toBe(true);
      expect(stemmer.read('de', 'fürsorge', 'fürsorge').stop).toBe(false);
    }
  } finally {
    await opened.close();
  }
});
