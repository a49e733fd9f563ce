/** Dimension of all vectors, whichever model produced them. */
export const DIMENSIONS = 64;

const MAX_VALUE = 127;

/** A direction in the vector space: `DIMENSIONS` numbers from -127 to 127. */
export type MeaningVector = Int8Array;

/** @returns the direction of a vector with one byte per dimension; undefined if the vector is zero or not finite */
export function quantize(vector: ArrayLike<number>): MeaningVector | undefined {
  let largest = 0;
  for (let k = 0; k < DIMENSIONS; k++) {
    const value = Math.abs(vector[k] ?? 0);
    if (!Number.isFinite(value)) return undefined;
    largest = Math.max(largest, value);
  }
  if (largest === 0) return undefined;
  const quantized = new Int8Array(DIMENSIONS);
  // The largest component uses the whole range; `cosine` normalizes the lengths.
  for (let k = 0; k < DIMENSIONS; k++) quantized[k] = Math.round(((vector[k] ?? 0) / largest) * MAX_VALUE);
  return quantized;
}

/** Returns the dot product of two vectors that are parts of larger arrays. */
export function dot(a: Int8Array, aStart: number, b: Int8Array, bStart: number): number {
  let sum = 0;
  for (let k = 0; k < DIMENSIONS; k++) sum += a[aStart + k]! * b[bStart + k]!;
  return sum;
}

/** Returns the length of a vector that is part of a larger array. */
export function lengthOf(vectors: Int8Array, start = 0): number {
  return Math.sqrt(dot(vectors, start, vectors, start));
}

/** Returns the cosine similarity: 1 for the same direction, 0 for orthogonal vectors, -1 for opposite ones. */
export function cosine(a: MeaningVector, b: MeaningVector): number {
  return dot(a, 0, b, 0) / (lengthOf(a) * lengthOf(b));
}

/** @returns the mean direction of several vectors; undefined if there are none, or they cancel each other out */
export function meanOf(vectors: readonly MeaningVector[]): MeaningVector | undefined {
  const sum = new Float64Array(DIMENSIONS);
  for (const vector of vectors) {
    const length = lengthOf(vector);
    for (let k = 0; k < DIMENSIONS; k++) sum[k]! += vector[k]! / length;
  }
  return quantize(sum);
}
