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
class ScoredGroup implements HitGroup {
  count = 0;
  private readonly documents: number[] = [];
  private readonly segments: Segment[] = [];
  /** Where each segment's documents begin. */
  private readonly starts: number[] = [];
  private segment: Segment | undefined;
  private room = 0;

  /** @param wanted up to the end of the page. */
  constructor(private readonly wanted: number) {}

  /** Segment by segment, newest first. */
  add(segment: Segment, document: number): void {
    this.count++;
    if (segment !== this.segment) {
      this.segment = segment;
      this.segments.push(segment);
      this.starts.push(this.documents.length);
      this.room = this.wanted;
    }
    if (this.room === 0) return;
    this.room--;
    this.documents.push(document);
  }

  cursors(): Cursor[] {
    return this.segments.map(
      (segment, index) =>
        new ListCursor(segment, this.documents, this.starts[index]!, this.starts[index + 1] ?? this.documents.length),
    );
  }
}

/** Hits that score something. */
export class ScoredHits {
  count = 0;
  private readonly byScore = new Map<number, ScoredGroup>();
  private last: ScoredGroup | undefined;
  private lastScore = -1;

  /** @param wanted up to the end of the page. */
  constructor(private readonly wanted: number) {}

  /** Segment by segment, newest first. */
  add(segment: Segment, document: number, score: number): void {
    this.count++;
    if (score !== this.lastScore || !this.last) {
      this.last = this.byScore.get(score) ?? new ScoredGroup(this.wanted);
      this.byScore.set(score, this.last);
      this.lastScore = score;
    }
    this.last.add(segment, document);
  }

  /** Best first. */
  groups(): HitGroup[] {
    return [...this.byScore].sort(([a], [b]) => b - a).map(([, group]) => group);
  }
}
