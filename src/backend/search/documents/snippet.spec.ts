import { Random } from '../../../../demo/random.js';
import { tokenise, type Token } from '../analysis/tokens.js';
import { markedTitle, snippetOf, type Mark, firstLetter, wordsBeginningWith, type PlacedWord } from './snippet.js';

const TEXT = Array.from({ length: 100 }, (_, index) => `word${index}`).join(' ');
const markOf = (word: string): Mark => ({ start: TEXT.indexOf(word), end: TEXT.indexOf(word) + word.length });
const textOf = (marks: Mark[]) =>
  snippetOf(TEXT, marks)
    .map(({ text, marked }) => (marked ? `[${text}]` : text))
    .join('');

describe('snippetOf', () => {
  it('is the beginning of the text if nothing is marked, cut at a word boundary', () => {
    expect(textOf([])).toMatch(/^word0 word1 .* word\d+ …$/);
    expect(textOf([]).length).toBeLessThan(210);
  });

  it('is the whole of a short text', () => {
    expect(snippetOf('Short.', [])).toEqual([{ text: 'Short.', marked: false }]);
    expect(snippetOf('', [])).toEqual([]);
  });

  it('surrounds what is marked', () => {
    expect(textOf([markOf('word70')])).toMatch(/^… word\d+ .*\[word70\] .* …$/);
    expect(textOf([markOf('word99')])).toMatch(/^… .*\[word99\]$/);
  });

  it('contains most of the marks', () => {
    expect(textOf(['word3', 'word60', 'word62', 'word64'].map((word) => markOf(word)))).toContain(
      '[word60] word61 [word62] word63 [word64]',
    );
  });
});

describe('markedTitle', () => {
  const titleOf = (title: string, words: string[]) =>
    markedTitle(
      title,
      words.map((word) => ({ start: title.indexOf(word), end: title.indexOf(word) + word.length })),
    ).map(({ text, marked }) => (marked ? `[${text}]` : text));

  it('is the whole title, with adjacent words in one part', () => {
    const title = `Senior Social Worker, ${TEXT}`;
    expect(titleOf(title, ['Social', 'Worker', 'word90'])).toEqual([
      'Senior ',
      '[Social Worker]',
      expect.stringMatching(/^, word0 .* $/),
      '[word90]',
      expect.stringMatching(/ word99$/),
    ]);
    expect(titleOf('Nurse', ['Nurse'])).toEqual(['[Nurse]']);
  });
});

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
