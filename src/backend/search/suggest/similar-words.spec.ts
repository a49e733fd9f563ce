import fc from 'fast-check';
import { sql } from 'kysely';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.js';
import { MemorySimilarWords, isAsciiLetter } from './memory.similar-words.js';
import { PostgresSimilarWords } from './similar-words.js';
import { WordDictionary, type DictionaryRow } from './word-dictionary.js';

const NOUNS =
  'nurse nurses nursing night teacher teachers teaching manager management engineer engineering social worker work working cook cooking driver drive administration administrator administrative volunteer volunteers volunteering coordinator coordination assistant assistance accountant accounting psychology psychologist pflege pflegekraft krankenpfleger sozialarbeit sozialarbeiter lehrer lehrerin infirmier infirmiere educateur educatrice benevole anna ananas banana жук жуки жена straße café œuvre'.split(
    ' ',
  );

describe('known words similar to typed ones', () => {
  let test: TestDatabase;
  const dictionary = new WordDictionary();
  const rows: DictionaryRow[] = [];
  let memory: MemorySimilarWords;
  let postgres: PostgresSimilarWords;

  beforeAll(async () => {
    test = await createTestDatabase();
    let state = 4711;
    const random = (below: number): number => (state = (state * 48_271) % 2_147_483_647) % below;
    const letters = 'aabcdeeefghiiklmnnooprrssttuvwyé';
    const words = new Set(NOUNS);
    while (words.size < 3000) {
      const base = Array.from(NOUNS[random(NOUNS.length)]!);
      for (let edits = random(4); edits > 0; edits--) {
        const at = random(base.length);
        const letter = letters[random(letters.length)]!;
        if (random(3) === 0) base.splice(at, 1);
        else if (random(2) === 0) base.splice(at, 0, letter);
        else base[at] = letter;
      }
      if (base.length >= 3 && base.length <= 30) words.add(base.join(''));
    }
    for (const word of words) {
      for (const scope of [1, 2, 3]) {
        if (random(2) === 0) rows.push({ scope, word, label: random(5) === 0 ? `${word}é` : word, n: 1 + random(4) });
      }
    }
    await sql`
      insert into search_word (scope, kind, word, label, n)
      select scope, 0, word, label, n from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as r(scope smallint, word text, label text, n integer)
    `.execute(test.database);
    dictionary.add(rows);
    memory = new MemorySimilarWords(dictionary, isAsciiLetter);
    postgres = new PostgresSimilarWords(test.database);
  }, 60_000);
  afterAll(() => test.close());

  const typed = fc
    .tuple(
      fc.constantFrom(...NOUNS),
      fc.array(fc.tuple(fc.nat(30), fc.constantFrom(...'a b d e i n o r s t u x é ж'.split(' ')), fc.nat(3)), {
        maxLength: 3,
      }),
    )
    .map(([word, edits]) => {
      const letters = Array.from(word);
      for (const [place, letter, kind] of edits) {
        const at = place % letters.length;
        if (kind === 0 && letters.length > 4) letters.splice(at, 1);
        else if (kind === 1) letters.splice(at, 0, letter);
        else if (kind === 2) letters[at] = letter;
        else if (at > 0) [letters[at - 1], letters[at]] = [letters[at]!, letters[at - 1]!];
      }
      return letters.join('');
    });
  const scopes = fc.subarray([1, 2, 3, 4]);

  it('are the same in memory and in PostgreSQL', async () => {
    const words = fc.uniqueArray(typed, { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(words, scopes, async (some, within) => {
        const expected = await postgres.find(some, within);
        const found = await memory.find(some, within);
        for (const word of some) {
          const of = (all: typeof found) => all.filter((neighbour) => neighbour.typed === word);
          expect(of(found)).toEqual(of(expected));
        }
        expect(found).toHaveLength(expected.length);
      }),
      { numRuns: 300, seed: 20_261_121 },
    );
  });

  it('are updated with the table', async () => {
    const own = new WordDictionary();
    const similarWords = new MemorySimilarWords(own, isAsciiLetter);
    own.add([
      { scope: 1, word: 'nurse', label: 'nurse', n: 3 },
      { scope: 2, word: 'nurse', label: 'Nurse', n: 4 },
    ]);
    const find = async (...within: number[]) => (await similarWords.find(['nurze'], within)).map(({ n }) => n);
    expect([await find(1), await find(1, 2), await find(3)]).toEqual([[3], [7], []]);
    own.replace(['nurse'], [{ scope: 1, word: 'nurse', label: 'nurse', n: 5 }]);
    expect([await find(1), await find(1, 2), await find(2)]).toEqual([[5], [5], []]);
  });
});
