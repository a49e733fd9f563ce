import { column, type PlacedText } from '../../../../../../test/support/data/resume-files.js';
import { pageLines } from './extract-text.js';

/** Words as a PDF contains them: each letter about half as wide as it is high. */
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
  it('[APP-03] are read from top to bottom, whatever the order in the file', () => {
    const lines = ['Anna Beispiel', 'Experience', 'Cook\t2019 – 2020'];
    expect(pageLines(page([...column(lines)].reverse()))).toEqual(lines);
  });

  it('[APP-03] in two columns are read one column after the other', () => {
    const left = ['Contact', '030 123456', 'Skills', 'Cooking', 'Baking', 'Languages', 'English'];
    const right = ['Experience', 'Cook, 2019 – 2020', 'Hope House', 'Education', 'School, 2010 – 2012'];
    const name = { text: 'Anna Beispiel, who cooks for four hundred people every single day', x: 50, y: 820, size: 16 };
    expect(pageLines(page([name, ...column(left, 50, 780), ...column(right, 250, 775)]))).toEqual([
      name.text,
      ...left,
      ...right,
    ]);
  });

  it('[APP-03] above the first heading of either column come first, on the first page', () => {
    const left = ['Contact', '030 123456', 'Languages', 'English', 'Skills', 'Cooking', 'Baking'];
    const right = ['Anna Schmidt', 'Social worker', 'Profile', 'Cooks for many.', 'Experience', 'Cook, 2019 – 2020'];
    const columns = page([...column(left, 50), ...column(right, 250)]);
    expect(pageLines(columns)).toEqual(['Anna Schmidt', 'Social worker', ...left, ...right.slice(2)]);
    expect(pageLines(columns, false)).toEqual([...left, ...right]);
    const [name, ...others] = right;
    const large = { text: name!, x: 250, y: 800, size: 24 };
    expect(pageLines(page([large, ...column(left, 50, 760), ...column(others, 250, 760)]))).toEqual([
      ...['Anna Schmidt', 'Social worker', ...left, ...right.slice(2)],
    ]);
    // A heading above both columns ends the head.
    const wide = { text: 'Summary', x: 50, y: 800, size: 60 };
    expect(pageLines(page([wide, ...column(left, 50, 730), ...column(right, 250, 730)]))).toEqual([
      ...['Summary', ...left, ...right],
    ]);
  });

  it('[APP-03] in a table are read row by row', () => {
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

  it('[APP-03] join adjacent letters to words', () => {
    const letters = Array.from('Koch').map((text, index) => ({ text, x: 50 + index * 5, y: 700 }));
    expect(pageLines(page([...letters, { text: 'Berlin', x: 75, y: 700 }]))).toEqual(['Koch Berlin']);
  });

  it('[APP-03] are empty for an empty page, and accept any page', () => {
    expect(pageLines({ width: 0, words: [] })).toEqual([]);
    const odd = [NaN, Infinity, -1e9, 0].map((x) => ({ text: 'x', x, y: x, width: x, height: x }));
    expect(() => pageLines({ width: Infinity, words: odd })).not.toThrow();
    expect(() => pageLines({ width: NaN, words: odd })).not.toThrow();
  });
});
