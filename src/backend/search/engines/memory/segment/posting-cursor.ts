import { lowestBit } from './bits.js';
import { Room } from './positions.js';
import type { Segment } from './segment.js';

/** Greater than every document. */
export const NO_DOCUMENT = 0x7fffffff;

/** Goes over a term's documents and positions, with the documents numbered anew. */
export class PostingCursor {
  document = NO_DOCUMENT;
  /** Where the document's positions lie in those of the term. */
  chunkStart = 0;
  chunkEnd = 0;
  /** Of the term. */
  positions: Uint8Array = new Uint8Array();
  private readonly room = new Room();
  private left = 0;
  private at = 0;
  private bits = 0;
  private word = 0;
  private dense = false;

  /** @param numbers new ones, ascending, by document; -1: it is left out. */
  constructor(
    private readonly segment: Segment,
    private readonly numbers: Int32Array,
  ) {}

  /** At its first document. */
  open(term: number): void {
    const { arrays } = this.segment;
    this.left = arrays.frequencies[term]!;
    this.at = arrays.postings[term]!;
    this.dense = this.segment.isDense(term);
    this.word = 0;
    this.bits = this.dense ? arrays.bitmaps[this.at]! : 0;
    this.positions = this.segment.positionsOf(term, this.room);
    this.chunkEnd = 0;
    this.advance();
  }

  advance(): void {
    const { positions } = this;
    while (this.left > 0) {
      this.left--;
      const document = this.dense ? this.nextOfBitmap() : this.segment.arrays.lists[this.at++]!;
      let at = this.chunkEnd;
      this.chunkStart = at;
      for (;;) {
        const isLast = (positions[at]! & 1) !== 0;
        while (positions[at++]! > 127);
        if (isLast) break;
      }
      this.chunkEnd = at;
      this.document = this.numbers[document]!;
      if (this.document >= 0) return;
    }
    this.document = NO_DOCUMENT;
  }

  private nextOfBitmap(): number {
    const { bitmaps } = this.segment.arrays;
    while (this.bits === 0) this.bits = bitmaps[this.at + ++this.word]!;
    const document = (this.word << 5) + lowestBit(this.bits);
    this.bits &= this.bits - 1;
    return document;
  }
}
