import type { Segment } from '../segment/segment.js';
import { ListCursor, type Cursor } from './hit-cursors.js';
import type { HitGroup } from './hit-order.js';

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
