// Reduces a sparse matrix of terms and their contexts to vectors of few dimensions.
import { EigenvalueDecomposition, Matrix, QrDecomposition } from 'ml-matrix';

/** Number of additional dimensions that make the random projection precise. */
const OVERSAMPLING = 16;
const POWER_ITERATIONS = 2;
/** Exponent of singular values: with 0.5 or less, many small differences count as well as the few large ones. */
const SINGULAR_VALUE_EXPONENT = 0.5;
/** Minimum number of terms per dimension: with fewer, each term would keep its own direction, and none would be similar. */
const TERMS_OF_A_DIMENSION = 8;
/** Directions with smaller singular values are only noise. */
const MIN_SINGULAR_VALUE = 1e-6;

/**
 * Computes the scaled left singular vectors of a sparse square matrix with the method of Halko, Martinsson and Tropp (2011). The same
 * seed yields the same vectors.
 *
 * @param sparse compressed sparse rows: the values of row r are `values[starts[r]]` up to `values[starts[r + 1] - 1]`, in these `columns`
 * @returns the concatenated vectors
 */
export function reduceDimensions(sparse, size, dimensions, seed) {
  const width = Math.min(dimensions + OVERSAMPLING, size);
  let basis = multiply(sparse, gaussian(size, width, seed));
  for (let iteration = 0; iteration < POWER_ITERATIONS; iteration++)
    basis = multiply(sparse, orthogonal(multiplyTransposed(sparse, orthogonal(basis))));
  basis = orthogonal(basis);
  const projected = multiplyTransposed(sparse, basis);
  const { realEigenvalues, eigenvectorMatrix } = new EigenvalueDecomposition(projected.transpose().mmul(projected), {
    assumeSymmetric: true,
  });
  const strongestFirst = realEigenvalues
    .map((_, index) => index)
    .sort((a, b) => realEigenvalues[b] - realEigenvalues[a]);
  const used = Math.min(dimensions, Math.ceil(size / TERMS_OF_A_DIMENSION));
  const vectors = new Float32Array(size * dimensions);
  const singular = basis.mmul(eigenvectorMatrix);
  for (const [column, from] of strongestFirst.slice(0, used).entries()) {
    const value = Math.sqrt(Math.max(realEigenvalues[from], 0));
    if (value < MIN_SINGULAR_VALUE) continue;
    const scale = value ** SINGULAR_VALUE_EXPONENT;
    for (let row = 0; row < size; row++) vectors[row * dimensions + column] = singular.get(row, from) * scale;
  }
  return vectors;
}

/**
 * Subtracts the common mean from all vectors (Mu and Viswanath 2018), because otherwise any two texts would be similar. Afterwards the
 * vectors have length 1, or are zeros.
 *
 * @param weights weight of each vector in the mean
 */
export function withoutCommonDirection(vectors, dimensions, weights) {
  const mean = new Float64Array(dimensions);
  let sum = 0;
  for (let row = 0; row < weights.length; row++) {
    sum += weights[row];
    for (let k = 0; k < dimensions; k++) mean[k] += weights[row] * vectors[row * dimensions + k];
  }
  for (let row = 0; row < weights.length; row++) {
    const start = row * dimensions;
    // Terms of which nothing is known keep their zero vector.
    if (vectors.subarray(start, start + dimensions).every((value) => value === 0)) continue;
    for (let k = 0; k < dimensions; k++) vectors[start + k] -= mean[k] / sum;
    normalize(vectors, start, dimensions);
  }
}

/** Scales a vector within a larger array to length 1, unless it is zero. */
export function normalize(vectors, start, length) {
  let sum = 0;
  for (let k = start; k < start + length; k++) sum += vectors[k] ** 2;
  if (sum === 0) return;
  const scale = 1 / Math.sqrt(sum);
  for (let k = start; k < start + length; k++) vectors[k] *= scale;
}

function orthogonal(matrix) {
  return new QrDecomposition(matrix).orthogonalMatrix;
}

function multiply({ starts, columns, values }, dense) {
  const result = Matrix.zeros(dense.rows, dense.columns);
  for (let row = 0; row + 1 < starts.length; row++) {
    const target = result.data[row];
    for (let at = starts[row]; at < starts[row + 1]; at++) addScaled(target, dense.data[columns[at]], values[at]);
  }
  return result;
}

function multiplyTransposed({ starts, columns, values }, dense) {
  const result = Matrix.zeros(dense.rows, dense.columns);
  for (let row = 0; row + 1 < starts.length; row++) {
    const source = dense.data[row];
    for (let at = starts[row]; at < starts[row + 1]; at++) addScaled(result.data[columns[at]], source, values[at]);
  }
  return result;
}

function addScaled(target, source, scale) {
  if (scale === 0) return;
  for (let k = 0; k < target.length; k++) target[k] += scale * source[k];
}

/** Returns normally distributed numbers that depend only on the seed (mulberry32, Box–Muller). */
function gaussian(rows, columns, seed) {
  let state = seed >>> 0;
  const random = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const next = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  return new Matrix(Array.from({ length: rows }, () => Float64Array.from({ length: columns }, next)));
}
