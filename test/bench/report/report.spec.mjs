import { tableOf, verdict } from './report.mjs';

describe('the verdict on a figure', () => {
  it('judges the ratio if there is one, otherwise the value', () => {
    expect(verdict({ value: 500, ratio: 0.9, least: 1 })).toBe('under: 90 % of it');
    expect(verdict({ value: 500, ratio: 1, least: 1 })).toBe('holds');
    expect(verdict({ value: 301, most: 300 })).toBe('over: 100 % of it');
    expect(verdict({ value: 0.1, most: 0 })).toBe('over: by 0.1');
  });

  it('is empty without a budget, and says if the figure was not measured', () => {
    expect(verdict({ value: 3 })).toBe('');
    expect(verdict({ value: null, most: 3 })).toBe('not measured');
    expect(verdict({ value: 3, ratio: null, most: 3 })).toBe('not measured');
    expect(verdict({ value: 500, ratio: undefined, least: 1 })).toBe('not compared');
  });

  it('is shown in a table, one line per row', () => {
    const lines = tableOf([{ part: 'page', what: 'pages/s', value: 1234.5, yardstick: 617, ratio: 2, least: 1 }]).split(
      '\n',
    );
    expect(lines).toHaveLength(3);
    expect(lines[2]).toMatch(/^\| page +\| pages\/s \| 1235 +\| 617 +\| 2 +\| ≥ 1 +\| holds/);
    expect(new Set(lines.map((line) => line.length)).size).toBe(1);
  });
});
