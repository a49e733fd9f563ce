import { markedTitle, snippetOf, type Mark } from './snippet.js';

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

  it('is empty if nothing matches', () => {
    expect(titleOf('Nurse', [])).toEqual([]);
  });
});
