import { detailsOf, rowsOf, tablesOf, weakOf, worstOf } from './relevance-report.mjs';

const titles = new Map([['1', 'Nurse Manager']]);

function answer(system, query, ndcg, found = []) {
  const asked = {
    text: 'nurse',
    site: 'default',
    language: 'en',
    kind: 'title',
    need: 'nurse',
    split: 'tune',
    weak: false,
  };
  return {
    system,
    query: { ...asked, ...query },
    found,
    figures: { ndcg, precision: ndcg, recall: ndcg, zero: found.length === 0 ? 1 : 0 },
  };
}

/** Answers of three systems to one query of the tuning part and one that is held out. */
function answersOfARun() {
  const found = [{ id: '1', grade: 2 }];
  return [
    answer('baseline', {}, 0.4),
    answer('baseline', { text: 'secret', split: 'held-out' }, 0.2),
    answer('+ synonyms', { weak: true }, 0.6, found),
    answer('+ synonyms', { text: 'secret', split: 'held-out' }, 0.1),
    answer('ts_rank', {}, 0.3, found),
    answer('ts_rank', { text: 'secret', split: 'held-out' }, 0.3, found),
    answer('MiniSearch', {}, 0.5, found),
    answer('MiniSearch', { text: 'secret', split: 'held-out' }, 0.3, found),
  ];
}

describe('the report of judged queries', () => {
  it('compares the last step with the better yardstick and with the first step', () => {
    const [toYardstick, toBaseline] = rowsOf(answersOfARun(), ['tune']);
    expect(toYardstick).toMatchObject({ what: 'tune, en: nDCG@10', value: 0.6, yardstick: 0.5, least: 1.25 });
    expect(toYardstick.ratio).toBeCloseTo(1.2);
    expect(toBaseline).toMatchObject({ yardstick: 0.4, least: 1.15, note: 'yardstick: baseline' });
    expect(toBaseline.ratio).toBeCloseTo(1.5);
  });

  it('judges titles, and the share of queries without results', () => {
    const rows = rowsOf(answersOfARun(), ['tune']);
    expect(rows.find(({ what }) => what.includes('precision@3'))).toMatchObject({ value: 0.6, least: 0.95 });
    expect(rows.find(({ what }) => what.includes('without a result'))).toMatchObject({ value: 0, ratio: 0, most: 0.5 });
  });

  it('has a row for each class and a column for each system', () => {
    const tables = tablesOf(answersOfARun(), ['tune']);
    expect(tables).toContain('tune, en: nDCG@10');
    expect(tables).toMatch(/\| class +\| queries +\| baseline +\| \+ synonyms +\| ts_rank +\| MiniSearch +\|/);
    expect(tables).toMatch(/\| title +\| 1 +\| 0\.400 +\| 0\.600 +\| 0\.300 +\| 0\.500 +\|/);
  });

  it('shows queries of the tuning part only', () => {
    const worst = worstOf(answersOfARun(), titles, 10);
    expect(worst).toContain('"nurse" (default, en, title, need nurse)\n    2  Nurse Manager');
    expect(weakOf(answersOfARun(), titles)).toContain('"nurse"');
    for (const text of [worst, JSON.stringify(detailsOf(answersOfARun()))]) expect(text).not.toContain('secret');
  });
});
