import { column, type PlacedText } from '../../../../../../test/support/data/resume-files.js';
import { pageLines } from './page-lines.js';

/** Words as a PDF gives them: about half as wide as they are high, a letter. */
function page(texts: readonly PlacedText[]) {
  const words = texts.map(({ text, x, y, size = 10 }) => ({
    text,
    x,
    y,
    width: text.length * size * 0.5,
    height: size,
  }));
  return { width: 595, words };
}

describe('the lines of a page', () => {
  it('[APP-03] stand from top to bottom, whatever the order in the file', () => {
    const lines = ['Anna Beispiel', 'Experience', 'Cook\t2019 – 2020'];
    expect(pageLines(page([...column(lines)].reverse()))).toEqual(lines);
  });

  it('[APP-03] of two columns are read one after the other', () => {
    const left = ['Contact', '030 123456', 'Skills', 'Cooking', 'Baking', 'Languages', 'English'];
    const right = ['Experience', 'Cook, 2019 – 2020', 'Hope House', 'Education', 'School, 2010 – 2012'];
    const name = { text: 'Anna Beispiel, who cooks for four hundred people every single day', x: 50, y: 820, size: 16 };
    expect(pageLines(page([name, ...column(left, 50, 780), ...column(right, 250, 775)]))).toEqual([
      name.text,
      ...left,
      ...right,
    ]);
  });

  it('[APP-03] of a table are read row by row', () => {
    const rows = [
      'Berufserfahrung',
      '03/2019 – heute\tKöchin',
      '2015 – 2019\tBäckerin',
      'Sprachen',
      'Deutsch\tMuttersprache',
      'Englisch\tC1',
    ];
    expect(pageLines(page(column(rows)))).toEqual(rows);
  });

  it('[APP-03] put letters that stand side by side into words', () => {
    const letters = Array.from('Koch').map((text, index) => ({ text, x: 50 + index * 5, y: 700 }));
    expect(pageLines(page([...letters, { text: 'Berlin', x: 75, y: 700 }]))).toEqual(['Koch Berlin']);
  });

  it('[APP-03] are none of an empty page, and none makes it fail', () => {
    expect(pageLines({ width: 0, words: [] })).toEqual([]);
    const odd = [NaN, Infinity, -1e9, 0].map((x) => ({ text: 'x', x, y: x, width: x, height: x }));
    expect(() => pageLines({ width: Infinity, words: odd })).not.toThrow();
    expect(() => pageLines({ width: NaN, words: odd })).not.toThrow();
  });
});
