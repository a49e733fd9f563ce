import { hasBit, lowestBit } from './typed-arrays.js';
import { type Segment, Room } from './segment.js';
import { createColumns, SegmentWriter, type Columns } from './segment-writer.js';
import type { Slices } from '../../../../platform/background-jobs/slices.js';

export interface MergeInput {
  segment: Segment;
  /** Documents that are omitted from the merged segment. */
  deleted: Uint32Array | undefined;
}

export interface Merged {
  segment: Segment;
  /** For each input, the new number by document; -1 if the document was omitted. */
  numbers: readonly Int32Array[];
}

const YIELD_EVERY = 2048;

/**
 * Merges several segments into one without sorting, because the documents of each input keep their order.
 *
 * @returns undefined if all documents are deleted
 */
export function* mergeSegments(inputs: readonly MergeInput[]): Slices<Merged | undefined> {
  const { numbers, size } = yield* renumber(inputs);
  if (size === 0) return undefined;
  const columns = yield* mergeColumns(inputs, numbers, size);
  const sum = (pick: (segment: Segment) => number): number =>
    inputs.reduce((total, { segment }) => total + pick(segment), 0);
  const largest = inputs.reduce((most, { segment }) => Math.max(most, segment.terms), 0);
  const writer = new SegmentWriter(columns, {
    terms: largest,
    termBytes: largest * 8,
    listed: sum(({ arrays }) => arrays.lists.length),
    bitmapWords: sum(({ arrays }) => arrays.bitmaps.length),
    positionBytes: sum(({ arrays }) => arrays.positions.length),
  });
  yield* mergeTerms(
    inputs.map(({ segment }, index) => new TermCursor(segment, numbers[index]!)),
    writer,
  );
  return { segment: yield* writer.finish(), numbers };
}

/** Assigns new numbers to the live documents, newest first. */
function* renumber(inputs: readonly MergeInput[]): Slices<{ numbers: Int32Array[]; size: number }> {
  const numbers = inputs.map(({ segment }) => new Int32Array(segment.size).fill(-1));
  const heads = inputs.map((input) => nextLive(input, 0));
  let size = 0;
  for (;;) {
    let newest = -1;
    inputs.forEach(({ segment }, index) => {
      if (heads[index]! >= segment.size) return;
      if (newest < 0 || isNewer(segment, heads[index]!, inputs[newest]!.segment, heads[newest]!)) newest = index;
    });
    if (newest < 0) return { numbers, size };
    numbers[newest]![heads[newest]!] = size++;
    heads[newest] = nextLive(inputs[newest]!, heads[newest]! + 1);
    if (size % 256 === 0) yield;
  }
}

function nextLive({ segment, deleted }: MergeInput, from: number): number {
  let document = from;
  if (deleted) while (document < segment.size && hasBit(deleted, document)) document++;
  return document;
}

function isNewer(a: Segment, documentOfA: number, b: Segment, documentOfB: number): boolean {
  const difference = a.arrays.published[documentOfA]! - b.arrays.published[documentOfB]!;
  return difference > 0 || (difference === 0 && a.arrays.jobIds[documentOfA]! > b.arrays.jobIds[documentOfB]!);
}

function* mergeColumns(inputs: readonly MergeInput[], numbers: readonly Int32Array[], size: number): Slices<Columns> {
  const columns = createColumns(size);
  for (const [index, { segment }] of inputs.entries()) {
    const own = numbers[index]!;
    for (const name of Object.keys(columns) as (keyof Columns)[]) {
      const from = segment.arrays[name];
      const to = columns[name];
      for (let document = 0; document < own.length; document++) {
        if (own[document]! >= 0) to[own[document]!] = from[document]!;
      }
      yield;
    }
  }
  return columns;
}

function* mergeTerms(inputs: readonly TermCursor[], writer: SegmentWriter): Slices<void> {
  let open = inputs.filter((input) => !input.isAtEnd);
  let written = 0;
  const holders: TermCursor[] = [];
  while (open.length > 0) {
    let least = open[0]!;
    holders.length = 0;
    for (const input of open) {
      const order = input === least ? 0 : input.compare(least);
      if (order < 0) {
        least = input;
        holders.length = 0;
      }
      if (order <= 0) holders.push(input);
    }
    written += 16 + mergeDocuments(holders, writer);
    const { termBytes, termStarts } = least.segment.arrays;
    writer.endTerm(termBytes, termStarts[least.term]!, termStarts[least.term + 1]!);
    for (const input of holders) input.advance();
    if (holders.some((input) => input.isAtEnd)) open = open.filter((input) => !input.isAtEnd);
    if (written > YIELD_EVERY) {
      written = 0;
      yield;
    }
  }
}

/** @returns number of documents */
function mergeDocuments(holders: readonly TermCursor[], writer: SegmentWriter): number {
  let count = 0;
  for (const { postings, term } of holders) postings.open(term);
  for (;;) {
    let first: PostingCursor | undefined;
    let least = NO_DOCUMENT;
    let second = NO_DOCUMENT;
    for (const { postings } of holders) {
      if (postings.document < least) {
        second = least;
        least = postings.document;
        first = postings;
      } else if (postings.document < second) second = postings.document;
    }
    if (!first) return count;
    // Often all documents of one segment are newer than those of the other; they are then copied in a row.
    for (; first.document < second; first.advance(), count++)
      writer.add(first.document, first.positions, first.chunkStart, first.chunkEnd);
  }
}

/** Iterates over the terms of a segment. */
class TermCursor {
  term = 0;
  readonly postings: PostingCursor;
  /** The first bytes of the term as one number, which decides most comparisons. */
  private key = 0;

  constructor(
    readonly segment: Segment,
    numbers: Int32Array,
  ) {
    this.postings = new PostingCursor(segment, numbers);
    this.readKey();
  }

  get isAtEnd(): boolean {
    return this.term === this.segment.terms;
  }

  advance(): void {
    this.term++;
    this.readKey();
  }

  compare(other: TermCursor): number {
    if (this.key !== other.key) return this.key - other.key;
    const { termBytes: a, termStarts: startsOfA } = this.segment.arrays;
    const { termBytes: b, termStarts: startsOfB } = other.segment.arrays;
    const startOfA = startsOfA[this.term]!;
    const startOfB = startsOfB[other.term]!;
    const lengthOfA = startsOfA[this.term + 1]! - startOfA;
    const lengthOfB = startsOfB[other.term + 1]! - startOfB;
    const shorter = Math.min(lengthOfA, lengthOfB);
    for (let at = 0; at < shorter; at++) {
      const difference = a[startOfA + at]! - b[startOfB + at]!;
      if (difference !== 0) return difference;
    }
    return lengthOfA - lengthOfB;
  }

  private readKey(): void {
    if (this.isAtEnd) return;
    const { termBytes, termStarts } = this.segment.arrays;
    const start = termStarts[this.term]!;
    const end = termStarts[this.term + 1]!;
    this.key = 0;
    for (let at = start; at < start + 6; at++) this.key = this.key * 256 + (at < end ? termBytes[at]! : 0);
  }
}

/** Greater than every document. */
const NO_DOCUMENT = 0x7fffffff;

/** Iterates over a term's documents, with their new numbers, and positions. */
class PostingCursor {
  document = NO_DOCUMENT;
  /** Start of the document's positions in those of the term. */
  chunkStart = 0;
  chunkEnd = 0;
  /** Positions of the term. */
  positions: Uint8Array = new Uint8Array();
  private readonly room = new Room();
  private left = 0;
  private at = 0;
  private bits = 0;
  private word = 0;
  private dense = false;

  /** @param numbers new numbers by document, ascending; -1 if the document is omitted */
  constructor(
    private readonly segment: Segment,
    private readonly numbers: Int32Array,
  ) {}

  /** Moves to the first document of the term. */
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
