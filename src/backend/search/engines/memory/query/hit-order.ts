import type { Segment } from '../segment/segment.js';
import { hasBit, lowestBit, cardinality } from '../segment/typed-arrays.js';

/** A group of hits of a result, such as those with the same score, across the searched segments. */
export interface HitGroup {
  count: number;
  cursors(): Cursor[];
}

/** Returns the job ids of a page: the groups in their order, each sorted by rank. */
export function pageOf(groups: readonly HitGroup[], oldest: boolean, offset: number, limit: number): string[] {
  const ids: string[] = [];
  let skip = offset;
  for (const group of groups) {
    if (ids.length === limit) break;
    if (skip >= group.count) skip -= group.count;
    else {
      const cursors = group.cursors();
      merge(cursors, oldest, skipAhead(cursors, oldest, skip), limit, ids);
      skip = 0;
    }
  }
  return ids;
}

/**
 * Skips most of the hits before a page without comparing each one. The cursor whose hit `step` positions ahead ranks best can advance by
 * `step`: the hits that it skips are among the best `step` × number of cursors.
 *
 * @returns number of hits that remain to be skipped
 */
function skipAhead(cursors: readonly Cursor[], oldest: boolean, skip: number): number {
  const open = cursors.filter(({ document }) => document >= 0);
  let left = open.length === 0 ? 0 : skip;
  for (;;) {
    const step = Math.floor(left / (2 * open.length));
    if (!(step >= 2)) return left;
    const heads = open.map((cursor) => cursor.ahead(step - 1));
    while (left >= step * open.length) {
      let best = -1;
      for (let index = 0; index < open.length; index++) {
        if (heads[index]! < 0) continue;
        if (best < 0 || isBefore(open[index]!, heads[index]!, open[best]!, heads[best]!, oldest)) best = index;
      }
      if (best < 0) return left;
      open[best]!.advance(step);
      heads[best] = open[best]!.document < 0 ? -1 : open[best]!.ahead(step - 1);
      left -= step;
    }
  }
}

function merge(cursors: readonly Cursor[], oldest: boolean, skip: number, limit: number, ids: string[]): void {
  let open = cursors.filter(({ document }) => document >= 0);
  for (let skipped = 0; open.length > 0 && ids.length < limit; skipped++) {
    let best = open[0]!;
    for (const cursor of open)
      if (cursor !== best && isBefore(cursor, cursor.document, best, best.document, oldest)) best = cursor;
    if (skipped >= skip) ids.push(String(best.segment.arrays.jobIds[best.document]));
    best.advance(1);
    if (best.document < 0) open = open.filter((cursor) => cursor !== best);
  }
}

function isBefore(a: Cursor, documentOfA: number, b: Cursor, documentOfB: number, oldest: boolean): boolean {
  const { published: publishedA, jobIds: jobIdsA } = a.segment.arrays;
  const { published: publishedB, jobIds: jobIdsB } = b.segment.arrays;
  const difference = publishedA[documentOfA]! - publishedB[documentOfB]!;
  const isNewer = difference > 0 || (difference === 0 && jobIdsA[documentOfA]! > jobIdsB[documentOfB]!);
  return isNewer !== oldest;
}

/** Hits with the same score. Keeps only as many as the page can need. */
class ScoredGroup implements HitGroup {
  count = 0;
  private readonly documents: number[] = [];
  private readonly segments: Segment[] = [];
  /** Index of each segment's first document in `documents`. */
  private readonly starts: number[] = [];
  private segment: Segment | undefined;
  private room = 0;

  /** @param wanted number of hits up to the end of the page */
  constructor(private readonly wanted: number) {}

  /** Must be called segment by segment, newest document first. */
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

/** Hits with a score above 0. */
export class ScoredHits {
  count = 0;
  private readonly byScore = new Map<number, ScoredGroup>();
  private last: ScoredGroup | undefined;
  private lastScore = -1;

  /** @param wanted number of hits up to the end of the page */
  constructor(private readonly wanted: number) {}

  /** Must be called segment by segment, newest document first. */
  add(segment: Segment, document: number, score: number): void {
    this.count++;
    if (score !== this.lastScore || !this.last) {
      this.last = this.byScore.get(score) ?? new ScoredGroup(this.wanted);
      this.byScore.set(score, this.last);
      this.lastScore = score;
    }
    this.last.add(segment, document);
  }

  /** Returns the groups, highest score first. */
  groups(): HitGroup[] {
    return [...this.byScore].sort(([a], [b]) => b - a).map(([, group]) => group);
  }
}

/** Iterates over the hits of a segment, newest or oldest first. */
export interface Cursor {
  segment: Segment;
  /** The current document; -1 after the last one. */
  document: number;
  /** @param count number of documents to advance by; 1 for the next document */
  advance(count: number): void;
  /** Returns the document that `advance` would move to. */
  ahead(count: number): number;
}

/** Iterates over a set of documents. */
export class SetCursor implements Cursor {
  document = -1;
  private word: number;
  private rest = 0;

  /**
   * @param from index in the array at which the set begins
   * @param deleted documents to skip
   */
  constructor(
    readonly segment: Segment,
    private readonly bits: Uint32Array,
    private readonly oldest: boolean,
    private readonly from = 0,
    private readonly deleted?: Uint32Array,
  ) {
    this.word = oldest ? segment.words : -1;
    this.advance(1);
  }

  advance(count: number): void {
    const { segment, oldest } = this;
    const step = oldest ? -1 : 1;
    let left = count;
    for (let here = cardinality(this.rest); here < left; here = cardinality(this.rest)) {
      left -= here;
      this.word += step;
      if (this.word < 0 || this.word >= segment.words) {
        this.rest = 0;
        this.document = -1;
        return;
      }
      this.rest = this.bits[this.from + this.word]! & ~(this.deleted ? this.deleted[this.word]! : 0);
    }
    for (; left > 0; left--) {
      const bit = oldest ? 31 - Math.clz32(this.rest) : lowestBit(this.rest);
      this.rest &= ~(1 << bit);
      this.document = (this.word << 5) + bit;
    }
  }

  ahead(count: number): number {
    const { word, rest, document } = this;
    this.advance(count);
    const found = this.document;
    Object.assign(this, { word, rest, document });
    return found;
  }
}

/** Iterates over a list of documents, newest first. */
export class ListCursor implements Cursor {
  document = -1;

  constructor(
    readonly segment: Segment,
    private readonly documents: ArrayLike<number>,
    private start: number,
    private end: number,
    private readonly oldest = false,
    private readonly deleted?: Uint32Array,
  ) {
    this.advance(1);
  }

  advance(count: number): void {
    for (let left = count; left > 0; left--) this.next();
  }

  ahead(count: number): number {
    const { start, end, document } = this;
    this.advance(count);
    const found = this.document;
    this.start = start;
    this.end = end;
    this.document = document;
    return found;
  }

  private next(): void {
    while (this.start < this.end) {
      const document = this.documents[this.oldest ? --this.end : this.start++]!;
      if (this.deleted && hasBit(this.deleted, document)) continue;
      this.document = document;
      return;
    }
    this.document = -1;
  }
}
