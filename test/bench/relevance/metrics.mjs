// The metrics of docs/relevance.md for one query, and their means.

const GOOD = 2;
const DEPTH = { ndcg: 10, precision: 3, recall: 50 };

/**
 * Normalised discounted cumulative gain of the first ten results, with gains 2^grade − 1.
 *
 * @param {number[]} grades of the results, in order
 * @param {number[]} ideal grades of all documents of the site, in any order
 * @returns {number} 0 to 1
 */
export function ndcgAt10(grades, ideal) {
  const best = gain(ideal.toSorted((one, other) => other - one));
  return best === 0 ? 0 : gain(grades) / best;
}

function gain(grades) {
  return grades.slice(0, DEPTH.ndcg).reduce((sum, grade, index) => sum + (2 ** grade - 1) / Math.log2(index + 2), 0);
}

/** @returns the share of good documents among the first three results, or among the first n if there are only n good ones */
export function precisionAt3(grades, ideal) {
  return shareOfGood(grades, ideal, DEPTH.precision);
}

/** @returns the share of all good documents (at most fifty) that are among the first fifty results */
export function recallAt50(grades, ideal) {
  return shareOfGood(grades, ideal, DEPTH.recall);
}

function shareOfGood(grades, ideal, depth) {
  const possible = Math.min(depth, ideal.filter(isGood).length);
  return possible === 0 ? 0 : grades.slice(0, depth).filter(isGood).length / possible;
}

/** @returns whether any of these documents is a good answer */
export function hasAnswer(ideal) {
  return ideal.some(isGood);
}

function isGood(grade) {
  return grade >= GOOD;
}

/** @returns the metrics of one query; `zero`: whether there are no results */
export function figuresOf(grades, ideal) {
  return {
    ndcg: ndcgAt10(grades, ideal),
    precision: precisionAt3(grades, ideal),
    recall: recallAt50(grades, ideal),
    zero: grades.length === 0 ? 1 : 0,
  };
}

/** @returns the mean of each metric and the number of queries; undefined if there are none */
export function meanFigures(figures) {
  if (figures.length === 0) return undefined;
  const mean = (name) => figures.reduce((sum, each) => sum + each[name], 0) / figures.length;
  return {
    queries: figures.length,
    ndcg: mean('ndcg'),
    precision: mean('precision'),
    recall: mean('recall'),
    zero: mean('zero'),
  };
}
