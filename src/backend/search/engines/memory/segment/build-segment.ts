import type { IndexRow } from '../index-loader.js';
import type { Slices } from '../../../../platform/background-jobs/slices.js';
import { withCapacity } from './typed-arrays.js';
import { type Segment, finishHash, HASH_START, hashStep } from './segment.js';
import { createColumns, SegmentWriter, type Columns } from './segment-writer.js';

const YIELD_EVERY = 2048;

/** @param rows at least one and at most MAX_DOCUMENTS, of different jobs, in any order. */
export function* buildSegment(rows: readonly IndexRow[]): Slices<Segment> {
  const sorted = [...rows].sort((a, b) => b.published - a.published || b.jobId - a.jobId);
  const columns = toColumns(sorted);
  const occurrences = new Occurrences(sorted.reduce((sum, { words }) => sum + lexemesIn(words), 0));
  for (const [document, { words }] of sorted.entries()) {
    occurrences.add(document, words);
    yield;
  }
  const { terms, documents, chunkEnds, chunks } = occurrences;
  const order = yield* terms.sorted();
  const { starts, byTerm } = yield* occurrences.groupedByTerm();
  const writer = new SegmentWriter(columns, {
    terms: terms.size,
    termBytes: terms.starts[terms.size]!,
    listed: occurrences.size,
    bitmapWords: 0,
    positionBytes: chunkEnds[occurrences.size]!,
  });
  let written = 0;
  for (const term of order) {
    const end = starts[term + 1]!;
    for (let at = starts[term]!; at < end; at++) {
      const occurrence = byTerm[at]!;
      writer.add(documents[occurrence]!, chunks, chunkEnds[occurrence]!, chunkEnds[occurrence + 1]!);
    }
    writer.endTerm(terms.bytes, terms.starts[term]!, terms.starts[term + 1]!);
    written += end - starts[term]! + 16;
    if (written > YIELD_EVERY) {
      written = 0;
      yield;
    }
  }
  return yield* writer.finish();
}

function toColumns(rows: readonly IndexRow[]): Columns {
  const columns = createColumns(rows.length);
  rows.forEach((row, document) => {
    columns.jobIds[document] = row.jobId;
    columns.published[document] = row.published;
    columns.combos[document] = row.combo;
    columns.organizations[document] = row.organization;
    columns.points[document] = row.point;
    columns.regions[document] = row.region;
    columns.scopes[document] = row.scope;
    columns.pays[document] = row.pay;
    columns.currencies[document] = row.currency;
    columns.closings[document] = row.closing;
  });
  return columns;
}

/** Occurrences of terms in documents, with their positions. */
class Occurrences {
  readonly terms = new TermCollector();
  readonly documents: Uint16Array;
  /** Positions in the encoding of a segment; those of occurrence `o` are from `chunkEnds[o]` up to `chunkEnds[o + 1]`. */
  chunks: Uint8Array;
  readonly chunkEnds: Uint32Array;
  size = 0;
  private readonly termOf: Uint32Array;

  constructor(count: number) {
    this.documents = new Uint16Array(count);
    this.termOf = new Uint32Array(count);
    this.chunkEnds = new Uint32Array(count + 1);
    this.chunks = new Uint8Array(count * 3);
  }

  add(document: number, vector: Uint8Array): void {
    const reader = new LexemeReader(vector);
    while (reader.next()) {
      const at = this.size++;
      this.termOf[at] = this.terms.count(vector, reader.start, reader.end, reader.hash);
      this.documents[at] = document;
      this.chunkEnds[at + 1] = this.writePositions(reader, this.chunkEnds[at]!);
    }
  }

  /** Groups occurrences by term: those of term `t` are in `byTerm` from `starts[t]` up to `starts[t + 1]`. */
  *groupedByTerm(): Slices<{ starts: Uint32Array; byTerm: Uint32Array }> {
    const { terms, size } = this;
    const starts = new Uint32Array(terms.size + 1);
    for (let term = 0; term < terms.size; term++) starts[term + 1] = starts[term]! + terms.frequencies[term]!;
    const ends = starts.slice();
    const byTerm = new Uint32Array(size);
    for (let occurrence = 0; occurrence < size; occurrence++) {
      byTerm[ends[this.termOf[occurrence]!]!++] = occurrence;
      if ((occurrence & (16 * YIELD_EVERY - 1)) === 0) yield;
    }
    return { starts, byTerm };
  }

  private writePositions(reader: LexemeReader, from: number): number {
    const { positions } = reader;
    this.chunks = withCapacity(this.chunks, from + 3 * positions + 1);
    let at = from;
    let last = 0;
    // A document without positions is encoded as a single step of 0, which does not occur otherwise.
    if (positions === 0) this.chunks[at++] = 1;
    for (let index = 0; index < positions; index++) {
      const position = reader.position(index);
      let rest = ((position - last) << 1) | (index === positions - 1 ? 1 : 0);
      last = position;
      for (; rest > 127; rest >>>= 7) this.chunks[at++] = (rest & 127) | 128;
      this.chunks[at++] = rest;
    }
    return at;
  }
}

/** Iterates over the lexemes of `tsvectorsend`: each is zero-terminated, followed by the number of positions and these, big-endian. */
class LexemeReader {
  /** Start and end of the lexeme in the vector. */
  start = 0;
  end = 0;
  /** See `hashOf`. */
  hash = 0;
  /** Number of positions of the lexeme. */
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

  /** @returns the position, counted from 1, without the weight in the upper bits */
  position(index: number): number {
    const at = this.end + 3 + 2 * index;
    return ((this.vector[at]! << 8) | this.vector[at + 1]!) & 0x3fff;
  }
}

function lexemesIn(vector: Uint8Array): number {
  return ((vector[0]! << 24) | (vector[1]! << 16) | (vector[2]! << 8) | vector[3]!) >>> 0;
}

const FIRST_ROOM = 256;
const KEY_BYTES = 6;

/** Assigns numbers to terms in order of their first occurrence. */
class TermCollector {
  size = 0;
  /** Term `t` consists of `bytes` from `starts[t]` up to `starts[t + 1]`. */
  starts = new Uint32Array(FIRST_ROOM + 1);
  bytes = new Uint8Array(FIRST_ROOM * 8);
  frequencies = new Uint32Array(FIRST_ROOM);
  private hashes = new Uint32Array(FIRST_ROOM);
  /** Hash table with open addressing; entries are term numbers plus one. */
  private table = new Uint32Array(FIRST_ROOM * 2);

  /**
   * Returns the number of a term and increments its document frequency.
   *
   * @param hash see `hashOf`.
   */
  count(source: Uint8Array, from: number, to: number, hash: number): number {
    const mask = this.table.length - 1;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const term = this.table[slot]! - 1;
      if (term < 0) return this.add(source, from, to, hash, slot);
      if (this.hashes[term] === hash && this.equals(term, source, from, to)) {
        this.frequencies[term]!++;
        return term;
      }
    }
  }

  /** Returns all terms in byte order. */
  *sorted(): Slices<Uint32Array> {
    // The first bytes as one number, which decides most comparisons.
    const keys = new Float64Array(this.size);
    for (let term = 0; term < this.size; term++) keys[term] = this.key(term);
    let from = Uint32Array.from({ length: this.size }, (_, term) => term);
    let to = new Uint32Array(this.size);
    for (let width = 1; width < this.size; width *= 2) {
      for (let start = 0; start < this.size; start += 2 * width) {
        this.mergeRuns(
          keys,
          from,
          to,
          start,
          Math.min(start + width, this.size),
          Math.min(start + 2 * width, this.size),
        );
        if ((start & 1023) === 0) yield;
      }
      [from, to] = [to, from];
    }
    return from;
  }

  private mergeRuns(
    keys: Float64Array,
    from: Uint32Array,
    to: Uint32Array,
    start: number,
    middle: number,
    end: number,
  ): void {
    let left = start;
    let right = middle;
    for (let at = start; at < end; at++) {
      const takeLeft = right === end || (left < middle && this.isBefore(keys, from[left]!, from[right]!));
      to[at] = takeLeft ? from[left++]! : from[right++]!;
    }
  }

  private isBefore(keys: Float64Array, a: number, b: number): boolean {
    if (keys[a] !== keys[b]) return keys[a]! < keys[b]!;
    const { starts, bytes } = this;
    let left = starts[a]! + KEY_BYTES;
    let right = starts[b]! + KEY_BYTES;
    for (; left < starts[a + 1]! && right < starts[b + 1]!; left++, right++) {
      if (bytes[left] !== bytes[right]) return bytes[left]! < bytes[right]!;
    }
    return starts[b + 1]! - right > starts[a + 1]! - left;
  }

  private key(term: number): number {
    const end = this.starts[term + 1]!;
    let key = 0;
    for (let at = this.starts[term]!, last = at + KEY_BYTES; at < last; at++)
      key = key * 256 + (at < end ? this.bytes[at]! : 0);
    return key;
  }

  private equals(term: number, source: Uint8Array, from: number, to: number): boolean {
    const start = this.starts[term]!;
    if (this.starts[term + 1]! - start !== to - from) return false;
    for (let at = from; at < to; at++) if (this.bytes[start + at - from] !== source[at]) return false;
    return true;
  }

  private add(source: Uint8Array, from: number, to: number, hash: number, slot: number): number {
    const term = this.size++;
    if (term === this.frequencies.length) {
      this.frequencies = withCapacity(this.frequencies, 2 * term);
      this.hashes = withCapacity(this.hashes, 2 * term);
      this.starts = withCapacity(this.starts, 2 * term + 1);
    }
    const start = this.starts[term]!;
    this.bytes = withCapacity(this.bytes, start + to - from);
    for (let at = from; at < to; at++) this.bytes[start + at - from] = source[at]!;
    this.starts[term + 1] = start + to - from;
    this.hashes[term] = hash;
    this.frequencies[term] = 1;
    this.table[slot] = term + 1;
    if (2 * this.size > this.table.length) this.enlargeTable();
    return term;
  }

  private enlargeTable(): void {
    this.table = new Uint32Array(this.table.length * 4);
    const mask = this.table.length - 1;
    for (let term = 0; term < this.size; term++) {
      let slot = this.hashes[term]! & mask;
      while (this.table[slot] !== 0) slot = (slot + 1) & mask;
      this.table[slot] = term + 1;
    }
  }
}
