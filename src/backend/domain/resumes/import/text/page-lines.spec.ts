import { column, type PlacedText } from '../../../../../../test/support/data/resume-files.js';
import { linesOfPages } from './extract-text.js';

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
    expect(linesOfPages([page([...column(lines)].reverse())])).toEqual(lines);
  });

  it('[APP-03] in two columns are read one column after the other', () => {
    const left = ['Contact', '030 123456', 'Skills', 'Cooking', 'Baking', 'Languages', 'English'];
    const right = ['Experience', 'Cook, 2019 – 2020', 'Hope House', 'Education', 'School, 2010 – 2012'];
    const name = { text: 'Anna Beispiel, who cooks for four hundred people every single day', x: 50, y: 820, size: 16 };
    expect(linesOfPages([page([name, ...column(left, 50, 780), ...column(right, 250, 775)])])).toEqual([
      name.text,
      ...left,
      ...right,
    ]);
  });

  it('[APP-03] above the first heading of either column come first', () => {
    const left = ['Contact', '030 123456', 'Languages', 'English', 'Skills', 'Cooking', 'Baking'];
    const right = ['Anna Schmidt', 'Social worker', 'Profile', 'Cooks for many.', 'Experience', 'Cook, 2019 – 2020'];
    const columns = page([...column(left, 50), ...column(right, 250)]);
    expect(linesOfPages([columns])).toEqual(['Anna Schmidt', 'Social worker', ...left, ...right.slice(2)]);
    const [name, ...others] = right;
    const large = { text: name!, x: 250, y: 800, size: 24 };
    expect(linesOfPages([page([large, ...column(left, 50, 760), ...column(others, 250, 760)])])).toEqual([
      ...['Anna Schmidt', 'Social worker', ...left, ...right.slice(2)],
    ]);
    // A heading above both columns ends the head.
    const wide = { text: 'Summary', x: 50, y: 800, size: 60 };
    expect(linesOfPages([page([wide, ...column(left, 50, 730), ...column(right, 250, 730)])])).toEqual([
      ...['Summary', ...left, ...right],
    ]);
  });

  it('[APP-03] continue both columns on the next page, although it has few rows and no headings', () => {
    const left = ['Contact', '030 123456', 'Languages', 'English', 'Skills', 'Cooking'];
    const right = ['Profile', 'Cooks for many.', 'Experience', 'Cook, 2019 – 2020', 'Hope House', 'Soup and bread'];
    const more = ['Cook, 2015 – 2019', 'Kitchens', 'Education', 'School, 2010 – 2012'];
    const both = (one: readonly string[], other: readonly string[]) => [...column(one, 50), ...column(other, 250)];
    const pages = [page(both(left, right)), page(both(['Baking'], more)), page(both([], ['Degree, 2010']))];
    expect(linesOfPages(pages)).toEqual([...left, 'Baking', ...right, ...more, 'Degree, 2010']);
    // A page without columns is read from top to bottom.
    const wide = ['References are available from each of my employers on request.', 'Berlin\t2024'];
    expect(linesOfPages([...pages.slice(0, 1), page(column(wide))])).toEqual([...left, ...right, ...wide]);
  });

  it('[APP-03] in columns above and below a line are read as such, although only some have headings', () => {
    const left = ['Contact', '030 123456', 'Skills', 'Cooking', 'Baking'];
    const right = ['Experience', 'Cook, 2019 – 2020', 'Hope House', 'Soup', 'Bread'];
    const across = { text: 'Hope House feeds four hundred people every single day of the year', x: 50, y: 680 };
    const more = [
      ['Grilling', 'Frying'],
      ['Cook, 2015 – 2019', 'Kitchens'],
    ] as const;
    const top = [...column(left, 50), ...column(right, 250)];
    expect(linesOfPages([page([...top, across, ...column(more[0], 50, 650), ...column(more[1], 250, 650)])])).toEqual([
      ...[...left, ...right, across.text, ...more[0], ...more[1]],
    ]);
    const dates = ['Cook', 'Baker'].flatMap((text, at) => [
      { text, x: 50, y: 650 - at * 15 },
      { text: `201${at} – 2019`, x: 250, y: 650 - at * 15 },
    ]);
    expect(linesOfPages([page([...top, across, ...dates])]).slice(-2)).toEqual([
      ...['Cook\t2010 – 2019', 'Baker\t2011 – 2019'],
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
    expect(linesOfPages([page(column(rows))])).toEqual(rows);
  });

  it('[APP-03] join adjacent letters to words', () => {
    const letters = Array.from('Koch').map((text, index) => ({ text, x: 50 + index * 5, y: 700 }));
    expect(linesOfPages([page([...letters, { text: 'Berlin', x: 75, y: 700 }])])).toEqual(['Koch Berlin']);
  });

  it('[APP-03] are empty for an empty page, and accept any page', () => {
    expect(linesOfPages([{ width: 0, words: [] }])).toEqual([]);
    const odd = [NaN, Infinity, -1e9, 0].map((x) => ({ text: 'x', x, y: x, width: x, height: x }));
    expect(() => linesOfPages([{ width: Infinity, words: odd }])).not.toThrow();
    expect(() => linesOfPages([{ width: NaN, words: odd }])).not.toThrow();
  });
});
