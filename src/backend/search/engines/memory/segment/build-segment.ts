import type { IndexRow } from '../index-row.js';
import { withCapacity } from './array-capacity.js';
import type { Segment } from './segment.js';
import { createColumns, SegmentWriter, type Columns } from './segment-writer.js';
import type { Slices } from '../../../../platform/background-jobs/slices.js';
import { TermCollector } from './term-collector.js';
import { finishHash, HASH_START, hashStep } from './term-table.js';

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
