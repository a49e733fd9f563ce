import { FIRST_COMPLETE } from '../../../codes/codes.js';
import type { Positions, Room } from './positions.js';
import { wordsFor } from './bits.js';
import { addDocuments, isDense, type DocumentSets } from './document-sets.js';
import { hashOf, tableOfTerms } from './term-table.js';

/**
 * What a segment consists of. Documents are numbered newest first; terms are numbered in the order of their bytes.
 *
 * - `frequencies`, `postings`, `lists`, `bitmaps`: each term's documents.
 * - `positions`: for each of a term's documents, in turn, where the term stands: steps from one position to the next, shifted by one,
 *   the lowest bit marking the last; seven bits a byte, the highest marking that more follow.
 * - `skips`: where in a term's positions every BLOCK-th document but the first begins.
 */
export interface SegmentArrays extends DocumentSets {
  jobIds: Uint32Array;
  published: Uint32Array;
  combos: Uint32Array;
  organizations: Uint32Array;
  points: Uint32Array;
  regions: Uint32Array;
  scopes: Uint16Array;
  /** A year, in the job's own currency; 0: not stated. */
  pays: Uint32Array;
  /** See `currencyCode`. */
  currencies: Uint16Array;
  /** See `closingDay`. */
  closings: Uint16Array;
  /** Documents by job id, ascending. */
  byJobId: Uint16Array;
  /** Documents by point, ascending. */
  byPoint: Uint16Array;
  termStarts: Uint32Array;
  termBytes: Uint8Array;
  positionStarts: Uint32Array;
  positions: Positions;
  skipStarts: Uint32Array;
  skips: Uint32Array;
}

export const BLOCK = 64;
const MAX_POINTS_PER_DOCUMENT = 4;

/** How many skips a term of so many documents has. */
export function skipsOf(frequency: number): number {
  return (frequency - 1) >>> 6;
}

/** Some jobs, at most MAX_DOCUMENTS, and their words. Never changes, but for where its positions lie. */
export class Segment {
  readonly size: number;
  /** Of a set of its documents. */
  readonly words: number;
  readonly terms: number;
  /** How many of its documents are complete: incomplete ones are the last. */
  readonly complete: number;
  private readonly ownBytes: number;
  private readonly table: Uint32Array;
  /** By point: where its documents begin in `byPoint`. undefined: there are few documents beside the points. */
  private readonly pointStarts: Uint16Array | undefined;

  constructor(readonly arrays: SegmentArrays) {
    this.size = arrays.jobIds.length;
    this.words = wordsFor(this.size);
    this.terms = arrays.frequencies.length;
    const incomplete = arrays.published.findIndex((published) => published < FIRST_COMPLETE);
    this.complete = incomplete < 0 ? this.size : incomplete;
    this.table = tableOfTerms(arrays.termBytes, arrays.termStarts, this.terms);
    this.pointStarts = startsOf(arrays);
    const others = { ...arrays, positions: new Uint8Array() };
    this.ownBytes = Object.values<Uint8Array | Uint16Array | Uint32Array>(others).reduce(
      (sum, { byteLength }) => sum + byteLength,
      this.table.byteLength + (this.pointStarts?.byteLength ?? 0),
    );
  }

  /** In memory. */
  get bytes(): number {
    return this.ownBytes + this.arrays.positions.bytes;
  }

  /** The positions of a term, as `positions` has them. `room`: see there. */
  positionsOf(term: number, room: Room): Uint8Array {
    const { positions, positionStarts } = this.arrays;
    return positions.read(positionStarts[term]!, positionStarts[term + 1]!, room);
  }

  /**
   * The number of a term; -1: no document has it.
   *
   * @param hash see `hashOf`.
   */
  termOf(bytes: Uint8Array, hash = hashOf(bytes, 0, bytes.length)): number {
    const { table } = this;
    const mask = table.length - 1;
    for (let slot = hash & mask; table[slot] !== 0; slot = (slot + 1) & mask) {
      const term = table[slot]! - 1;
      if (this.isTerm(term, bytes)) return term;
    }
    return -1;
  }

  /** The first term that is not less than the bytes; `beyond`: and does not begin with them. */
  firstTerm(bytes: Uint8Array, beyond: boolean): number {
    let low = 0;
    let high = this.terms;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const order = this.compare(middle, bytes, beyond);
      if (order < 0 || (beyond && order === 0)) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  isDense(term: number): boolean {
    return isDense(this.arrays.frequencies[term]!, this.words);
  }

  /** The document of a job; -1: not here. Whether it is alive is another question. */
  documentOf(jobId: number): number {
    const { byJobId, jobIds } = this.arrays;
    const at = firstFrom(jobIds, byJobId, jobId);
    return at < this.size && jobIds[byJobId[at]!] === jobId ? byJobId[at]! : -1;
  }

  /** What it costs to find the documents of a point: as much as to read the points of so many documents. */
  get pointCost(): number {
    return this.pointStarts ? 8 : 64;
  }

  /** Adds the documents of a point to a set. */
  addDocumentsAt(point: number, bits: Uint32Array): void {
    const { byPoint, points } = this.arrays;
    const { pointStarts, size } = this;
    if (pointStarts && point >= pointStarts.length) return;
    const start = pointStarts ? pointStarts[point]! : firstFrom(points, byPoint, point);
    for (let at = start; at < size && points[byPoint[at]!] === point; at++) {
      const document = byPoint[at]!;
      bits[document >>> 5]! |= 1 << (document & 31);
    }
  }

  /** Adds a term's documents to a set. */
  addDocuments(term: number, bits: Uint32Array): void {
    addDocuments(this.arrays, term, this.words, bits);
  }

  private isTerm(term: number, bytes: Uint8Array): boolean {
    const { termStarts, termBytes } = this.arrays;
    const start = termStarts[term]!;
    if (termStarts[term + 1]! - start !== bytes.length) return false;
    for (let at = 0; at < bytes.length; at++) if (termBytes[start + at] !== bytes[at]) return false;
    return true;
  }

  /** @param asPrefix look no further than the length of `bytes`. */
  private compare(term: number, bytes: Uint8Array, asPrefix: boolean): number {
    const { termStarts, termBytes } = this.arrays;
    const start = termStarts[term]!;
    const length = termStarts[term + 1]! - start;
    const shorter = Math.min(length, bytes.length);
    for (let at = 0; at < shorter; at++) {
      const difference = termBytes[start + at]! - bytes[at]!;
      if (difference !== 0) return difference;
    }
    return asPrefix && length >= bytes.length ? 0 : length - bytes.length;
  }
}

function startsOf({ points, byPoint }: SegmentArrays): Uint16Array | undefined {
  const size = points.length;
  const largest = points[byPoint[size - 1]!]!;
  if (largest > MAX_POINTS_PER_DOCUMENT * size) return undefined;
  const starts = new Uint16Array(largest + 1);
  for (let at = size - 1; at >= 0; at--) starts[points[byPoint[at]!]!] = at;
  return starts;
}

/** The first place in an order by value where the value is not less. */
function firstFrom(values: Uint32Array, order: Uint16Array, value: number): number {
  let low = 0;
  let high = order.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (values[order[middle]!]! < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
