import { DIMENSIONS, quantize, type MeaningVector } from '../model/vectors.js';

const SEED = 1_000_003;

/** Reduces vectors to the dimension of stored ones, by a random projection that depends only on their size. */
export class Projection {
  private readonly matrix: Float32Array | undefined;

  /** @param size dimension of the input vectors */
  constructor(private readonly size: number) {
    this.matrix = size > DIMENSIONS ? signs(size * DIMENSIONS) : undefined;
  }

  /** @returns undefined if the projected vector is zero or not finite */
  apply(vector: Float64Array): MeaningVector | undefined {
    if (!this.matrix) return quantize(vector);
    const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
    const projected = new Float64Array(DIMENSIONS);
    for (let k = 0; k < DIMENSIONS; k++) {
      let sum = 0;
      for (let i = 0; i < this.size; i++) sum += vector[i]! * this.matrix[k * this.size + i]!;
      projected[k] = sum / (length || 1);
    }
    return quantize(projected);
  }
}

/** Random signs 1 and -1: such a projection preserves distances as well as one with normally distributed numbers (Achlioptas 2003). */
function signs(count: number): Float32Array {
  let state = SEED;
  return Float32Array.from({ length: count }, () => {
    // xorshift32
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state & 0x10000 ? 1 : -1;
  });
}
