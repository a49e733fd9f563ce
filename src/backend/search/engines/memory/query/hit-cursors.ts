import { hasBit, lowestBit, cardinality } from '../segment/bits.js';
import type { Segment } from '../segment/segment.js';

/** Iterates over the hits of a segment, newest or oldest first. */
export interface Cursor {
  segment: Segment;
  /** The current document; -1 after the last one. */
  document: number;
  /** @param count number of documents to advance by; 1 for the next document */
  advance(count: number): void;
  /** Returns the document that `advance` would move to. */
  ahead(count: number): number;
}

/** Iterates over a set of documents. */
export class SetCursor implements Cursor {
  document = -1;
  private word: number;
  private rest = 0;

  /**
   * @param from index in the array at which the set begins
   * @param deleted documents to skip
   */
  constructor(
    readonly segment: Segment,
    private readonly bits: Uint32Array,
    private readonly oldest: boolean,
    private readonly from = 0,
    private readonly deleted?: Uint32Array,
  ) {
    this.word = oldest ? segment.words : -1;
    this.advance(1);
  }

  advance(count: number): void {
    const { segment, oldest } = this;
    const step = oldest ? -1 : 1;
    let left = count;
    for (let here = cardinality(this.rest); here < left; here = cardinality(this.rest)) {
      left -= here;
      this.word += step;
      if (this.word < 0 || this.word >= segment.words) {
        this.rest = 0;
        this.document = -1;
        return;
      }
      this.rest = this.bits[this.from + this.word]! & ~(this.deleted ? this.deleted[this.word]! : 0);
    }
    for (; left > 0; left--) {
      const bit = oldest ? 31 - Math.clz32(this.rest) : lowestBit(this.rest);
      this.rest &= ~(1 << bit);
      this.document = (this.word << 5) + bit;
    }
  }

  ahead(count: number): number {
    const { word, rest, document } = this;
    this.advance(count);
    const found = this.document;
    Object.assign(this, { word, rest, document });
    return found;
  }
}

/** Iterates over a list of documents, newest first. */
export class ListCursor implements Cursor {
  document = -1;

  constructor(
    readonly segment: Segment,
    private readonly documents: ArrayLike<number>,
    private start: number,
    private end: number,
    private readonly oldest = false,
    private readonly deleted?: Uint32Array,
  ) {
    this.advance(1);
  }

  advance(count: number): void {
    for (let left = count; left > 0; left--) this.next();
  }

  ahead(count: number): number {
    const { start, end, document } = this;
    this.advance(count);
    const found = this.document;
    this.start = start;
    this.end = end;
    this.document = document;
    return found;
  }

  private next(): void {
    while (this.start < this.end) {
      const document = this.documents[this.oldest ? --this.end : this.start++]!;
      if (this.deleted && hasBit(this.deleted, document)) continue;
      this.document = document;
      return;
    }
    this.document = -1;
  }
}
