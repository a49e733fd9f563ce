// Statistics of measurements. Lists may be in any order and contain nulls, which are ignored; without any value the result is null.

const known = (values) => values.filter((value) => value !== null && value !== undefined).sort((a, b) => a - b);

export function median(values) {
  const sorted = known(values);
  if (sorted.length === 0) return null;
  const middle = sorted.length / 2;
  return sorted.length % 2 ? sorted[Math.floor(middle)] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** @param share for example 0.99: the result is the smallest value that 99 % do not exceed */
export function quantile(values, share) {
  const sorted = known(values);
  return sorted.length === 0 ? null : sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)];
}

/** Spread of rounds: the largest divided by the smallest. */
export function spread(values) {
  const sorted = known(values);
  return sorted.length === 0 ? null : sorted.at(-1) / sorted[0];
}

/** @returns null if either was not measured */
export function ratioOf(value, yardstick) {
  return value === null || value === undefined || !yardstick ? null : value / yardstick;
}

/** Standard error of the mean of independent values. */
export function standardError(values) {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1);
  return Math.sqrt(variance / values.length);
}

/** Slope of the regression line (least squares). @param points [x, y] */
export function slope(points) {
  if (points.length < 2) return 0;
  const mean = (index) => points.reduce((sum, point) => sum + point[index], 0) / points.length;
  const [x, y] = [mean(0), mean(1)];
  const width = points.reduce((sum, point) => sum + (point[0] - x) ** 2, 0);
  return width === 0 ? 0 : points.reduce((sum, point) => sum + (point[0] - x) * (point[1] - y), 0) / width;
}

/** @returns runs that were not disturbed by other load on the machine, or all of them if each one was */
export function undisturbed(runs, limit) {
  const clean = runs.filter(({ foreignCpu }) => foreignCpu === undefined || foreignCpu <= limit);
  return clean.length > 0 ? clean : runs;
}

/** Rounds to three significant digits, without adding any. */
export function rounded(value) {
  return value === null || value === undefined ? null : Number(value.toPrecision(value >= 1000 ? 4 : 3));
}
