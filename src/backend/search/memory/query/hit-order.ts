import { hasBit, lowestBit } from '../segment/bits.js';
import type { Segment } from '../segment/segment.js';

/** Goes over hits of a segment, newest or oldest first. */
export interface Cursor {
  segment: Segment;
  /** -1: there is none any more. */
  document: number;
  advance(): void;
}

/** A part of a result, with its hits in the segments that were searched. */
export interface HitGroup {
  count: number;
  cursors(): Cursor[];
}

/** Ids of the jobs of a page: one group after the other, each by rank. */
export function pageOf(groups: readonly HitGroup[], oldest: boolean, offset: number, limit: number): string[] {
  const ids: string[] = [];
  let skip = offset;
  for (const group of groups) {
    if (ids.length === limit) break;
    if (skip >= group.count) skip -= group.count;
    else {
      merge(group.cursors(), oldest, skip, limit, ids);
      skip = 0;
    }
  }
  return ids;
}

function merge(cursors: readonly Cursor[], oldest: boolean, skip: number, limit: number, ids: string[]): void {
  let open = cursors.filter(({ document }) => document >= 0);
  for (let skipped = 0; open.length > 0 && ids.length < limit; skipped++) {
    let best = open[0]!;
    for (const cursor of open) if (cursor !== best && isNewer(cursor, best) !== oldest) best = cursor;
    if (skipped >= skip) ids.push(String(best.segment.arrays.jobIds[best.document]));
    best.advance();
    if (best.document < 0) open = open.filter((cursor) => cursor !== best);
  }
}

function isNewer(a: Cursor, b: Cursor): boolean {
  const difference = a.segment.arrays.published[a.document]! - b.segment.arrays.published[b.document]!;
  return (
    difference > 0 || (difference === 0 && a.segment.arrays.jobIds[a.document]! > b.segment.arrays.jobIds[b.document]!)
  );
}

/** Over a set of documents. */
export class SetCursor implements Cursor {
  document = -1;
  private word: number;
  private rest = 0;

  /**
   * @param from where the set begins in its array.
   * @param dead documents that are left out.
   */
  constructor(
    readonly segment: Segment,
    private readonly bits: Uint32Array,
    private readonly oldest: boolean,
    private readonly from = 0,
    private readonly dead?: Uint32Array,
  ) {
    this.word = oldest ? segment.words : -1;
    this.advance();
  }

  advance(): void {
    const { segment, oldest } = this;
    const step = oldest ? -1 : 1;
    while (this.rest === 0) {
      this.word += step;
      if (this.word < 0 || this.word >= segment.words) {
        this.document = -1;
        return;
      }
      this.rest = this.bits[this.from + this.word]! & ~(this.dead ? this.dead[this.word]! : 0);
    }
    const bit = oldest ? 31 - Math.clz32(this.rest) : lowestBit(this.rest);
    this.rest &= ~(1 << bit);
    this.document = (this.word << 5) + bit;
  }
}

/** Over documents that stand in a row, newest first. */
export class ListCursor implements Cursor {
  document = -1;

  constructor(
    readonly segment: Segment,
    private readonly documents: ArrayLike<number>,
    private start: number,
    private end: number,
    private readonly oldest = false,
    private readonly dead?: Uint32Array,
  ) {
    this.advance();
  }

  advance(): void {
    while (this.start < this.end) {
      const document = this.documents[this.oldest ? --this.end : this.start++]!;
      if (this.dead && hasBit(this.dead, document)) continue;
      this.document = document;
      return;
    }
    this.document = -1;
  }
}

/** Hits that score the same. Keeps no more than a page can need. */
export class ScoredGroup implements HitGroup {
  count = 0;
  private readonly documents: number[] = [];
  private readonly parts: { segment: Segment; start: number; end: number }[] = [];

  constructor(private readonly wanted: number) {}

  /** Segment by segment, newest first. */
  add(segment: Segment, document: number): void {
    this.count++;
    let part = this.parts.at(-1);
    if (part?.segment !== segment) {
      part = { segment, start: this.documents.length, end: this.documents.length };
      this.parts.push(part);
    }
    if (part.end - part.start === this.wanted) return;
    this.documents.push(document);
    part.end++;
  }

  cursors(): Cursor[] {
    return this.parts.map(({ segment, start, end }) => new ListCursor(segment, this.documents, start, end));
  }
}
