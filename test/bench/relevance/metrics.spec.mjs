import { figuresOf, hasAnswer, meanFigures, ndcgAt10, precisionAt3, recallAt50 } from './metrics.mjs';

describe('figures of a judged query', () => {
  it('discount a document by its position', () => {
    // Documents with grades 3 and 1, found in the order 1, 0, 3: (1/1 + 0 + 7/2) ÷ (7/1 + 1/log2(3)).
    expect(ndcgAt10([1, 0, 3], [0, 3, 1, 0])).toBeCloseTo(4.5 / 7.63093, 4);
    expect(ndcgAt10([3, 1], [1, 3])).toBe(1);
    expect(ndcgAt10([], [3])).toBe(0);
    expect(ndcgAt10([0], [0])).toBe(0);
  });

  it('consider only the first ten results', () => {
    const nothing = Array.from({ length: 10 }, () => 0);
    expect(ndcgAt10([...nothing, 3], [3])).toBe(0);
    // The ideal result also contains only ten of the twelve.
    const twelve = Array.from({ length: 12 }, () => 2);
    expect(ndcgAt10(twelve.slice(0, 10), twelve)).toBe(1);
  });

  it('count the good ones among the first three', () => {
    expect(precisionAt3([3, 1, 2, 3], [3, 3, 2, 1])).toBeCloseTo(2 / 3);
    expect(precisionAt3([2], [2, 1])).toBe(1);
    expect(precisionAt3([1, 1, 1, 2], [2, 1, 1, 1])).toBe(0);
  });

  it('count the good ones among the first fifty', () => {
    expect(recallAt50([2, 0, 3], [3, 2, 2, 2, 1])).toBe(0.5);
    const sixty = Array.from({ length: 60 }, () => 3);
    expect(recallAt50(sixty.slice(0, 25), sixty)).toBe(0.5);
    expect(recallAt50(sixty, sixty)).toBe(1);
  });

  it('recognize queries without results and without good documents', () => {
    expect(figuresOf([], [3])).toEqual({ ndcg: 0, precision: 0, recall: 0, zero: 1 });
    expect(figuresOf([0], [3]).zero).toBe(0);
    expect(hasAnswer([1, 1])).toBe(false);
    expect(hasAnswer([1, 2])).toBe(true);
  });

  it('are averaged', () => {
    const [one, other] = [figuresOf([3], [3]), figuresOf([], [3])];
    expect(meanFigures([one, other])).toEqual({ queries: 2, ndcg: 0.5, precision: 0.5, recall: 0.5, zero: 0.5 });
    expect(meanFigures([])).toBeUndefined();
  });
});
