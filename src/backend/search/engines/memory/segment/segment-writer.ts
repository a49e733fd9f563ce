import { MAX_DOCUMENTS, wordsFor, trimmed, withCapacity, isDense } from './typed-arrays.js';
import { BLOCK, Segment, skipsOf, type SegmentArrays, PositionsInMemory } from './segment.js';
import type { Slices } from '../../../../platform/background-jobs/slices.js';

export type Columns = Pick<
  SegmentArrays,
  | 'jobIds'
  | 'published'
  | 'combos'
  | 'organizations'
  | 'points'
  | 'regions'
  | 'scopes'
  | 'pays'
  | 'currencies'
  | 'closings'
>;

export function createColumns(size: number): Columns {
  return {
    jobIds: new Uint32Array(size),
    published: new Uint32Array(size),
    combos: new Uint32Array(size),
    organizations: new Uint32Array(size),
    points: new Uint32Array(size),
    regions: new Uint32Array(size),
    scopes: new Uint16Array(size),
    pays: new Uint32Array(size),
    currencies: new Uint16Array(size),
    closings: new Uint16Array(size),
  };
}

/** Expected sizes, approximately. */
export interface Expected {
  terms: number;
  termBytes: number;
  listed: number;
  bitmapWords: number;
  positionBytes: number;
}

// Documents of the term being written. All writers share them, because no writer yields within a term.
let documents = new Uint16Array(256);
const blockStarts = new Uint32Array(MAX_DOCUMENTS / BLOCK);

/** Builds a segment, term by term in byte order. */
export class SegmentWriter {
  private readonly words: number;
  private terms = 0;
  private termStarts: Uint32Array;
  private termBytes: Uint8Array;
  private frequencies: Uint32Array;
  private postings: Uint32Array;
  private lists: Uint16Array;
  private listEnd = 0;
  private bitmaps: Uint32Array;
  private bitmapEnd = 0;
  private positionStarts: Uint32Array;
  private positions: Uint8Array;
  private positionEnd = 0;
  private skipStarts: Uint32Array;
  private skips: Uint32Array;
  private frequency = 0;

  constructor(
    private readonly columns: Columns,
    expected: Expected,
  ) {
    this.words = wordsFor(columns.jobIds.length);
    this.termStarts = new Uint32Array(expected.terms + 1);
    this.termBytes = new Uint8Array(expected.termBytes);
    this.frequencies = new Uint32Array(expected.terms);
    this.postings = new Uint32Array(expected.terms);
    this.lists = new Uint16Array(expected.listed);
    this.bitmaps = new Uint32Array(expected.bitmapWords);
    this.positionStarts = new Uint32Array(expected.terms + 1);
    this.positions = new Uint8Array(expected.positionBytes);
    this.skipStarts = new Uint32Array(expected.terms + 1);
    this.skips = new Uint32Array(expected.listed >>> 6);
  }

  /** Adds the next document of the term, in ascending order, and copies its positions from another array. */
  add(document: number, source: Uint8Array, from: number, to: number): void {
    if (this.frequency === documents.length) documents = withCapacity(documents, MAX_DOCUMENTS);
    const target = this.positionEnd;
    if (target + to - from > this.positions.length) this.positions = withCapacity(this.positions, target + to - from);
    if ((this.frequency & (BLOCK - 1)) === 0)
      blockStarts[this.frequency >>> 6] = target - this.positionStarts[this.terms]!;
    documents[this.frequency++] = document;
    const { positions } = this;
    for (let at = from, end = target; at < to; at++) positions[end++] = source[at]!;
    this.positionEnd = target + to - from;
  }

  /** Writes the term whose documents have been added, unless there are none. */
  endTerm(source: Uint8Array, from: number, to: number): void {
    const { frequency, terms } = this;
    if (frequency === 0) return;
    this.makeRoom(to - from, frequency);
    this.frequencies[terms] = frequency;
    this.writeDocuments(frequency);
    const skips = skipsOf(frequency);
    const skipEnd = this.skipStarts[terms]!;
    for (let skip = 0; skip < skips; skip++) this.skips[skipEnd + skip] = blockStarts[skip + 1]!;
    const byteEnd = this.termStarts[terms]!;
    for (let at = from; at < to; at++) this.termBytes[byteEnd + at - from] = source[at]!;
    this.terms = terms + 1;
    this.skipStarts[this.terms] = skipEnd + skips;
    this.termStarts[this.terms] = byteEnd + to - from;
    this.positionStarts[this.terms] = this.positionEnd;
    this.frequency = 0;
  }

  *finish(): Slices<Segment> {
    const { terms } = this;
    const byJobId = orderBy(this.columns.jobIds);
    yield;
    const byPoint = orderBy(this.columns.points);
    yield;
    const lists = trimmed(this.lists, this.listEnd);
    yield;
    const bitmaps = trimmed(this.bitmaps, this.bitmapEnd);
    yield;
    const positions = trimmed(this.positions, this.positionEnd);
    yield;
    return new Segment({
      ...this.columns,
      byJobId,
      byPoint,
      lists,
      bitmaps,
      positions: new PositionsInMemory(positions),
      termStarts: trimmed(this.termStarts, terms + 1),
      termBytes: trimmed(this.termBytes, this.termStarts[terms]!),
      frequencies: trimmed(this.frequencies, terms),
      postings: trimmed(this.postings, terms),
      positionStarts: trimmed(this.positionStarts, terms + 1),
      skipStarts: trimmed(this.skipStarts, terms + 1),
      skips: trimmed(this.skips, this.skipStarts[terms]!),
    });
  }

  private writeDocuments(frequency: number): void {
    if (isDense(frequency, this.words)) {
      const from = this.bitmapEnd;
      this.postings[this.terms] = from;
      for (let at = 0; at < frequency; at++) {
        const document = documents[at]!;
        this.bitmaps[from + (document >>> 5)]! |= 1 << (document & 31);
      }
      this.bitmapEnd += this.words;
    } else {
      this.postings[this.terms] = this.listEnd;
      for (let at = 0; at < frequency; at++) this.lists[this.listEnd + at] = documents[at]!;
      this.listEnd += frequency;
    }
  }

  private makeRoom(bytes: number, frequency: number): void {
    const { terms } = this;
    if (terms === this.frequencies.length) {
      this.frequencies = withCapacity(this.frequencies, terms + 64);
      const room = this.frequencies.length;
      this.postings = withCapacity(this.postings, room);
      this.termStarts = withCapacity(this.termStarts, room + 1);
      this.positionStarts = withCapacity(this.positionStarts, room + 1);
      this.skipStarts = withCapacity(this.skipStarts, room + 1);
    }
    this.termBytes = withCapacity(this.termBytes, this.termStarts[terms]! + bytes);
    this.skips = withCapacity(this.skips, this.skipStarts[terms]! + skipsOf(frequency));
    if (isDense(frequency, this.words)) this.bitmaps = withCapacity(this.bitmaps, this.bitmapEnd + this.words);
    else this.lists = withCapacity(this.lists, this.listEnd + frequency);
  }
}

/** Returns the documents sorted by value, then by number. */
function orderBy(values: Uint32Array): Uint16Array {
  // Value and document in one number: typed arrays sort numbers many times faster without a comparator.
  const keys = new Float64Array(values.length);
  for (let document = 0; document < keys.length; document++)
    keys[document] = values[document]! * MAX_DOCUMENTS + document;
  keys.sort();
  const order = new Uint16Array(keys.length);
  for (let at = 0; at < keys.length; at++) order[at] = keys[at]! % MAX_DOCUMENTS;
  return order;
}
