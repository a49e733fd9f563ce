import { finishHash, HASH_START, hashStep } from './term-table.js';

/** Goes over the lexemes of a tsvector as `tsvectorsend` gives it: each ends with a zero, then number and places in big-endian. */
export class LexemeReader {
  /** Where the lexeme lies in the vector. */
  start = 0;
  end = 0;
  /** See `hashOf`. */
  hash = 0;
  /** How many positions it has, and where they lie. */
  positions = 0;
  private at = 4;
  private left: number;

  constructor(private readonly vector: Uint8Array) {
    this.left = lexemesIn(vector);
  }

  next(): boolean {
    if (this.left === 0) return false;
    this.left--;
    const { vector } = this;
    this.start = this.at;
    let end = this.at;
    let hash = HASH_START;
    for (let byte = vector[end]; byte !== undefined && byte !== 0; byte = vector[++end]) hash = hashStep(hash, byte);
    this.hash = finishHash(hash);
    this.end = end;
    if (end + 3 > vector.length) throw new Error('A text vector ends within a lexeme');
    this.positions = (vector[this.end + 1]! << 8) | vector[this.end + 2]!;
    this.at = this.end + 3 + 2 * this.positions;
    if (this.at > vector.length) throw new Error('A text vector ends within positions');
    return true;
  }

  /** @returns from 1; the weight, which is in the upper bits, is left out. */
  position(index: number): number {
    const at = this.end + 3 + 2 * index;
    return ((this.vector[at]! << 8) | this.vector[at + 1]!) & 0x3fff;
  }
}

export function lexemesIn(vector: Uint8Array): number {
  return ((vector[0]! << 24) | (vector[1]! << 16) | (vector[2]! << 8) | vector[3]!) >>> 0;
}
