import type { Segment } from '../segment/segment.js';
import { type Cursor, ListCursor } from './hit-cursors.js';

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
      const cursors = group.cursors();
      merge(cursors, oldest, leap(cursors, oldest, skip), limit, ids);
      skip = 0;
    }
  }
  return ids;
}

/**
 * Passes over most of the hits before a page without comparing each. Of several cursors, one has the best hit `step` hits ahead: those it
 * passes on its way are among the first `step` times as many as there are cursors.
 *
 * @returns how many there are still to be passed.
 */
function leap(cursors: readonly Cursor[], oldest: boolean, skip: number): number {
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
