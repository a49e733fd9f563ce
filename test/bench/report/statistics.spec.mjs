import { median, quantile, ratioOf, rounded, slope, spread, standardError, undisturbed } from './statistics.mjs';

describe('statistics of measurements', () => {
  it('take the median, whatever the order', () => {
    expect(median([3, 1, 2])).toBe(2);
    expect(median([4, 1, 3, 2, null])).toBe(2.5);
    expect(median([])).toBeNull();
  });

  it('take the value that a share does not exceed', () => {
    const hundred = Array.from({ length: 100 }, (_, index) => 100 - index);
    expect(quantile(hundred, 0.99)).toBe(99);
    expect(quantile(hundred, 1)).toBe(100);
    expect(quantile([5], 0.5)).toBe(5);
  });

  it('compute the slope of a line and the spread of rounds', () => {
    expect(slope([0, 1, 2, 3].map((x) => [x, 2 * x + 5]))).toBeCloseTo(2);
    expect(slope([[1, 5]])).toBe(0);
    expect(spread([2, 3, 1])).toBe(3);
  });

  it('compute the standard error of a mean', () => {
    expect(standardError([1, 2, 3, 4])).toBeCloseTo(0.6455, 4);
  });

  it('compute no ratio if a value was not measured', () => {
    expect([ratioOf(3, 2), ratioOf(null, 2), ratioOf(3, null), ratioOf(3, 0)]).toEqual([1.5, null, null, null]);
  });

  it('ignore disturbed rounds if there are others', () => {
    const rounds = [{ foreignCpu: 5 }, { foreignCpu: 50 }];
    expect(undisturbed(rounds, 15)).toEqual([{ foreignCpu: 5 }]);
    expect(undisturbed(rounds.slice(1), 15)).toHaveLength(1);
  });

  it('show only significant digits', () => {
    expect([rounded(1234.56), rounded(0.123456), rounded(null)]).toEqual([1235, 0.123, null]);
  });
});
