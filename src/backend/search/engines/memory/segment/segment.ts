import { closeSync, openSync, readSync } from 'node:fs';
import { FIRST_COMPLETE } from '../../../codes/codes.js';
import { wordsFor, addDocuments, isDense, type DocumentSets } from './typed-arrays.js';

/** A reusable read buffer. */
export class Room {
  private bytes = new Uint8Array(4096);

  of(length: number): Uint8Array {
    if (length > this.bytes.length) this.bytes = new Uint8Array(Math.max(length, 2 * this.bytes.length));
    return this.bytes;
  }
}

export class PositionsInMemory implements Positions {
  constructor(private readonly array: Uint8Array) {}

  get length(): number {
    return this.array.length;
  }

  get bytes(): number {
    return this.array.byteLength;
  }

  read(from: number, to: number): Uint8Array {
    return this.array.subarray(from, to);
  }
}

const abandoned = new FinalizationRegistry<number>(closeSync);

/** An immutable file. It stays readable after another file has replaced it, and is closed when the object is garbage-collected. */
export class LastingFile {
  readonly descriptor: number;

  /** @throws if the file does not exist */
  constructor(path: string) {
    this.descriptor = openSync(path, 'r');
    abandoned.register(this, this.descriptor);
  }
}

/** Positions in a file: two thirds of an index, which few searches need. The operating system caches them as far as memory allows. */
export class PositionsInFile implements Positions {
  readonly bytes = 0;

  /** @param start offset of the positions in the file */
  constructor(
    private readonly file: LastingFile,
    private readonly start: number,
    readonly length: number,
  ) {}

  read(from: number, to: number, room: Room): Uint8Array {
    const bytes = room.of(to - from);
    for (let done = 0; done < to - from;) {
      const read = readSync(this.file.descriptor, bytes, done, to - from - done, this.start + from + done);
      if (read === 0) throw new Error('The saved search index is shorter than expected');
      done += read;
    }
    return bytes.subarray(0, to - from);
  }
}

/**
 * The arrays of a segment. Documents are numbered newest first; terms are numbered in byte order.
 *
 * - `frequencies`, `postings`, `lists`, `bitmaps`: each term's documents.
 * - `positions`: the positions of a term in each of its documents: delta-encoded, shifted left by one with the lowest bit marking the last
 *   position of a document, as variable-length integers of seven bits per byte, whose highest bit means that more bytes follow.
 * - `skips`: start of every BLOCK-th document except the first within a term's positions.
 */
export interface SegmentArrays extends DocumentSets {
  jobIds: Uint32Array;
  published: Uint32Array;
  combos: Uint32Array;
  organizations: Uint32Array;
  points: Uint32Array;
  regions: Uint32Array;
  scopes: Uint16Array;
  /** Annual pay in the job's own currency; 0 if not stated. */
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

/** Returns the number of skips of a term with the given number of documents. */
export function skipsOf(frequency: number): number {
  return (frequency - 1) >>> 6;
}

/** An immutable set of at most MAX_DOCUMENTS jobs with their words. Only the storage of its positions may change. */
export class Segment {
  readonly size: number;
  /** Size of a set of its documents, in words. */
  readonly words: number;
  readonly terms: number;
  /** Number of complete documents; incomplete ones come last. */
  readonly complete: number;
  private readonly ownBytes: number;
  private readonly table: Uint32Array;
  /** Start of each point's documents in `byPoint`; undefined if there are few documents compared with the number of points. */
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

  /** Size in memory. */
  get bytes(): number {
    return this.ownBytes + this.arrays.positions.bytes;
  }

  /** Returns the positions of a term in the encoding of `positions`. `room` is the buffer for them; see `Positions.read`. */
  positionsOf(term: number, room: Room): Uint8Array {
    const { positions, positionStarts } = this.arrays;
    return positions.read(positionStarts[term]!, positionStarts[term + 1]!, room);
  }

  /**
   * Returns the number of a term; -1 if no document has it.
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

  /** Returns the first term that is not less than the bytes and, with `beyond`, does not begin with them. */
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

  /** Returns the document of a job, even if it is deleted; -1 if the segment does not contain the job. */
  documentOf(jobId: number): number {
    const { byJobId, jobIds } = this.arrays;
    const at = firstFrom(jobIds, byJobId, jobId);
    return at < this.size && jobIds[byJobId[at]!] === jobId ? byJobId[at]! : -1;
  }

  /** Cost of finding the documents of a point, as the number of documents whose points could be read instead. */
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

  /** @param asPrefix whether to compare only the first bytes of the term, up to the length of `bytes` */
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

/** Returns the first index in `order`, sorted by value, whose value is not less than the given one. */
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

export const HASH_START = 0x811c9dc5;

/** One step of the FNV-1a hash. */
export function hashStep(hash: number, byte: number): number {
  return Math.imul(hash ^ byte, 0x01000193);
}

/** Mixes the hash, so that its lower bits depend on all bits. */
export function finishHash(hash: number): number {
  return (hash ^ (hash >>> 15)) >>> 0;
}

export function hashOf(bytes: Uint8Array, from: number, to: number): number {
  let hash = HASH_START;
  for (let at = from; at < to; at++) hash = hashStep(hash, bytes[at]!);
  return finishHash(hash);
}

/**
 * Builds a hash table of terms: a lookup usually costs one cache miss, where a binary search costs a dozen. It uses open addressing;
 * entries are term numbers plus one, and 0 is a free slot.
 */
function tableOfTerms(termBytes: Uint8Array, termStarts: Uint32Array, terms: number): Uint32Array {
  const table = new Uint32Array(2 ** Math.ceil(Math.log2(terms * 1.4 + 1)));
  const mask = table.length - 1;
  for (let term = 0; term < terms; term++) {
    let slot = hashOf(termBytes, termStarts[term]!, termStarts[term + 1]!) & mask;
    while (table[slot] !== 0) slot = (slot + 1) & mask;
    table[slot] = term + 1;
  }
  return table;
}

/** The positions of all terms of a segment. They are only read for phrase queries and when segments are merged. */
export interface Positions {
  readonly length: number;
  /** Size in memory. */
  readonly bytes: number;
  /**
   * @param room buffer for the result, which is valid until the buffer is used again
   * @throws if the file cannot be read
   */
  read(from: number, to: number, room: Room): Uint8Array;
}
