// Reduces a sparse matrix of terms and their contexts to vectors of few dimensions.
import { EigenvalueDecomposition, Matrix, QrDecomposition } from 'ml-matrix';

/** Beyond the wanted dimensions: what makes a random projection precise. */
const OVERSAMPLING = 16;
const POWER_ITERATIONS = 2;
/** Of singular values: with 0.5 and below, many small differences count beside the few large ones. */
const SINGULAR_VALUE_EXPONENT = 0.5;
/** With more dimensions for fewer terms, each would keep a direction of its own, and nothing would be alike. */
const TERMS_OF_A_DIMENSION = 8;
/** Directions with less in them would only be noise. */
const MIN_SINGULAR_VALUE = 1e-6;

/**
 * The left singular vectors of a sparse square matrix, scaled, by the method of Halko, Martinsson and Tropp (2011). The same seed gives
 * the same vectors.
 *
 * @param sparse compressed rows: the values of row r are `values[starts[r]]` up to `values[starts[r + 1] - 1]`, in these `columns`
 * @returns one vector after the other
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
 * Takes out of all vectors what they have in common, which says nothing (Mu and Viswanath 2018): otherwise any two texts would be alike. The vectors
 * have length 1 afterwards, or are zeros.
 *
 * @param weights how much each vector counts for the mean
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
    // Nothing is known of a term without a vector.
    if (vectors.subarray(start, start + dimensions).every((value) => value === 0)) continue;
    for (let k = 0; k < dimensions; k++) vectors[start + k] -= mean[k] / sum;
    normalize(vectors, start, dimensions);
  }
}

/** Gives a vector within a larger array the length 1, if it is not zero. */
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

/** Normally distributed numbers that depend on the seed alone (mulberry32, Box-Muller). */
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
