import { lowestBit, cardinality, withCapacity } from '../segment/typed-arrays.js';
import { BLOCK, type Segment, Room } from '../segment/segment.js';

const POSITION_BITS = 14;
const LAST_POSITION = (1 << POSITION_BITS) - 1;

/**
 * Finds the documents that contain a phrase. A place combines the document and the position minus the word's index in the phrase in one
 * number: the phrase occurs where all its words have the same place.
 */
export class PhrasePositions {
  private places = new Uint32Array(1024);
  private size = 0;
  /** Places that all words so far have in common. */
  private common = new Uint32Array(1024);
  private commonSize = 0;
  private word = 0;
  private collected = 0;
  private readonly room = new Room();
  private segment!: Segment;
  private candidates!: Uint32Array;

  /** @param candidates documents that contain all words of the phrase at any position */
  start(segment: Segment, candidates: Uint32Array): void {
    this.segment = segment;
    this.candidates = candidates;
    this.word = 0;
    this.size = 0;
    this.collected = 0;
  }

  /** Collects the places of a term that matches the current word. */
  collect(term: number): void {
    this.collected++;
    const reader = new PositionReader(this.segment, term, this.room);
    const { candidates, segment } = this;
    const { postings, frequencies, lists, bitmaps } = segment.arrays;
    const from = postings[term]!;
    if (!segment.isDense(term)) {
      for (let index = 0; index < frequencies[term]!; index++) {
        const document = lists[from + index]!;
        if ((candidates[document >>> 5]! & (1 << (document & 31))) !== 0) this.take(document, reader, index);
      }
      return;
    }
    let before = 0;
    for (let at = 0; at < segment.words; at++) {
      const bits = bitmaps[from + at]!;
      for (let both = bits & candidates[at]!; both !== 0; both &= both - 1) {
        const lowest = both & -both;
        this.take((at << 5) + lowestBit(both), reader, before + cardinality(bits & (lowest - 1)));
      }
      before += cardinality(bits);
    }
  }

  /** Moves to the next word, after all terms of the current one have been collected. */
  nextWord(): void {
    if (this.collected > 1) this.places.subarray(0, this.size).sort();
    if (this.word === 0) {
      [this.places, this.common] = [this.common, this.places];
      this.commonSize = this.size;
    } else this.retainCommon();
    this.word++;
    this.size = 0;
    this.collected = 0;
  }

  /** @param bits overwritten with the documents found */
  finish(bits: Uint32Array): boolean {
    bits.fill(0, 0, this.segment.words);
    for (let at = 0; at < this.commonSize; at++) {
      const document = this.common[at]! >>> POSITION_BITS;
      bits[document >>> 5]! |= 1 << (document & 31);
    }
    return this.commonSize > 0;
  }

  private take(document: number, reader: PositionReader, index: number): void {
    reader.moveTo(index);
    for (;;) {
      const position = reader.next();
      if (position < 0) return;
      if (position < this.word || position > LAST_POSITION) continue;
      if (this.size === this.places.length) this.places = withCapacity(this.places, 2 * this.size);
      this.places[this.size++] = ((document << POSITION_BITS) | (position - this.word)) >>> 0;
    }
  }

  private retainCommon(): void {
    const { places, common, size, commonSize } = this;
    let retained = 0;
    for (let at = 0, other = 0; at < size && other < commonSize;) {
      const place = places[at]!;
      const known = common[other]!;
      if (place === known) common[retained++] = place;
      if (place <= known) at++;
      if (known <= place) other++;
    }
    this.commonSize = retained;
  }
}

/** Reads the positions of a term in some of its documents, in ascending order. */
class PositionReader {
  private readonly positions: Uint8Array;
  private readonly firstSkip: number;
  private at = 0;
  private index = 0;
  private position = 0;
  private isLast = false;

  constructor(
    private readonly segment: Segment,
    term: number,
    room: Room,
  ) {
    this.positions = segment.positionsOf(term, room);
    this.firstSkip = segment.arrays.skipStarts[term]! - 1;
  }

  /** Moves to the positions in the term's document with this index, counted from 0. */
  moveTo(index: number): void {
    const { positions } = this;
    const block = Math.floor(index / BLOCK);
    if (block > Math.floor(this.index / BLOCK)) {
      this.at = this.segment.arrays.skips[this.firstSkip + block]!;
      this.index = block * BLOCK;
    }
    for (; this.index < index; this.index++) {
      for (let isLast = false; !isLast;) {
        isLast = (positions[this.at]! & 1) !== 0;
        while (positions[this.at++]! > 127);
      }
    }
    this.position = 0;
    this.isLast = false;
  }

  /** @returns the next position; -1 after the last one */
  next(): number {
    if (this.isLast) {
      this.index++;
      return -1;
    }
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.positions[this.at++]!;
      value |= (byte & 127) << shift;
      if (byte < 128) break;
    }
    this.isLast = (value & 1) !== 0;
    this.position += value >>> 1;
    return this.position;
  }
}
