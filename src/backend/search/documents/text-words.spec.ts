import { Random } from '../../../../demo/random.js';
import { tokenise, type Token } from '../analysis/tokens.js';
import { firstLetter, wordsBeginningWith, type PlacedWord } from './text-words.js';

const PIECES = [
  'IT',
  'it',
  "charity's",
  '’s',
  'C++',
  'C#',
  'part-time',
  'Öffentlichkeit',
  'été',
  'straße',
  '&',
  ' ',
  ' ',
  ' ',
  '\n',
  '7',
  'é',
  '\u0301',
  'œuvre',
  'x'.repeat(70),
  '😀',
  'a',
  'S',
  '-',
  "'",
];

/** Returns the words as tokens, to compare them with those of the whole text. */
function tokensOf(words: readonly PlacedWord[], language: string): Token[] {
  return words.flatMap(({ start, end, written }) =>
    tokenise(written, language).map((token) => ({ ...token, start, end })),
  );
}

test.each(['en', 'de', 'fr'])('finds the same words as tokenizing the whole text (%s)', (language) => {
  for (let seed = 1; seed <= 300; seed++) {
    const random = new Random(seed);
    const text = Array.from({ length: 20 }, () => random.pick(PIECES)).join('');
    const all = tokenise(text, language);
    const letters = new Set(all.filter(() => random.chance(0.3)).map(({ word }) => firstLetter(word)));
    const found = tokensOf(wordsBeginningWith(letters, text, language), language);
    expect({ seed, text, found }).toEqual({
      seed,
      text,
      found: all.filter(({ word }) => letters.has(firstLetter(word))),
    });
  }
});

test('recognizes all letters', () => {
  const wrong: number[] = [];
  for (let code = 0; code < 0x1f000; code++) {
    const text = `${String.fromCodePoint(code)}x`;
    const expected = tokenise(text, 'fr');
    const letters = new Set(expected.map(({ word }) => firstLetter(word)));
    const found = tokensOf(wordsBeginningWith(letters, text, 'fr'), 'fr');
    const others = wordsBeginningWith(new Set(['?'.charCodeAt(0)]), text, 'fr');
    if (JSON.stringify(found) !== JSON.stringify(expected) || others.length > 0) wrong.push(code);
  }
  expect(wrong).toEqual([]);
});
