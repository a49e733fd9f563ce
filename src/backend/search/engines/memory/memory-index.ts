import type { IndexChange } from './index-loader.js';
import { LiveSegment, dueForMerge } from './live-segment.js';
import { withCapacity } from './segment/typed-arrays.js';
import { buildSegment } from './segment/build-segment.js';
import { mergeSegments, type Merged } from './segment/merge-segments.js';
import type { Segment, SegmentArrays, Positions } from './segment/segment.js';
import { segmentFrom, segmentToPieces, type SegmentPieces } from './segment/segment-format.js';
import { inSlices } from '../../../platform/background-jobs/slices.js';

const ROWS_A_SEGMENT = 8192;
// 1.5 times the number of segments when all tiers are nearly full.
const MANY_SEGMENTS = 40;

/** A segment to be saved. */
export interface SavedPieces extends SegmentPieces {
  /** Called after saving: the positions are read from the file from now on and need no memory. */
  moved(positions: Positions): void;
}

/** An in-memory index of the published jobs of all sites. */
export class MemoryIndex {
  readonly tallies = new ScopeTallies();
  /** Largest codes that documents have or had. */
  readonly largest = { combo: 0, point: 0, region: 0 };
  /** Incremented with every change. */
  version = 0;
  private current: readonly LiveSegment[] = [];
  private applying: Promise<void> = Promise.resolve();
  private maintaining: Promise<void> | undefined;

  /**
   * @param segments result of `toPieces`, each head as a single array, which the index keeps using
   * @returns undefined if the segments are invalid
   */
  static fromPieces(segments: readonly { head: Uint8Array; positions: Positions }[]): MemoryIndex | undefined {
    const index = new MemoryIndex();
    for (const { head, positions } of segments) {
      const read = segmentFrom(head, positions);
      if (!read) return undefined;
      const live = new LiveSegment(read.segment);
      if (read.deleted.some((word) => word !== 0))
        for (let document = 0; document < read.segment.size; document++)
          if ((read.deleted[document >>> 5]! & (1 << (document & 31))) !== 0) live.markDeleted(document);
      index.add(live);
    }
    return index;
  }

  /** The segments to search. While a search waits, only the sets of deleted documents change, which is intended. */
  get segments(): readonly LiveSegment[] {
    return this.current;
  }

  /** Size of the arrays in memory. */
  get bytes(): number {
    return this.current.reduce((sum, { bytes }) => sum + bytes, this.tallies.bytes);
  }

  get documents(): number {
    return this.current.reduce((sum, { live }) => sum + live, 0);
  }

  /**
   * Applies a change atomically, in the order of the calls. Also suited to bulk loading, which is fastest with some thousand rows at a
   * time, newest first.
   */
  apply(change: IndexChange): Promise<void> {
    const applied = this.applying.then(() => this.applyNow(change));
    this.applying = applied.catch(() => undefined);
    return applied;
  }

  /**
   * Merges small segments that are due for merging, in slices of a millisecond. May be called at any time: calls during a run wait for it.
   *
   * @param restMs pause after each slice, which is skipped when there are so many segments that searches become slow
   */
  maintain(restMs = 0): Promise<void> {
    this.maintaining ??= this.mergeAllDue(restMs).finally(() => (this.maintaining = undefined));
    return this.maintaining;
  }

  /**
   * Returns the current state for a snapshot: it does not include changes that are applied while it is written.
   *
   * @returns the pieces of each segment, with a function to call when its positions are in a file
   */
  toPieces(): readonly SavedPieces[] {
    return this.current.map(({ segment, deleted }) => ({
      ...segmentToPieces(segment, deleted),
      moved: (positions) => (segment.arrays.positions = positions),
    }));
  }

  private async applyNow({ removed, rows }: IndexChange): Promise<void> {
    const latest = [...new Map(rows.map((row) => [row.jobId, row])).values()];
    const built: Segment[] = [];
    for (let from = 0; from < latest.length; from += ROWS_A_SEGMENT)
      built.push(await inSlices(buildSegment(latest.slice(from, from + ROWS_A_SEGMENT))));
    this.markDeleted(new Set([...removed, ...latest.map(({ jobId }) => jobId)]));
    for (const segment of built) this.add(new LiveSegment(segment));
    this.current = this.current.filter(({ live }) => live > 0);
    this.version++;
  }

  private markDeleted(jobIds: ReadonlySet<number>): void {
    for (const live of this.current) {
      const { segment } = live;
      const { jobIds: own, byJobId } = segment.arrays;
      const least = own[byJobId[0]!]!;
      const greatest = own[byJobId[segment.size - 1]!]!;
      for (const jobId of jobIds) {
        if (jobId < least || jobId > greatest) continue;
        const document = segment.documentOf(jobId);
        if (document >= 0 && live.markDeleted(document)) this.tallies.count(segment.arrays, document, -1);
      }
    }
  }

  private add(live: LiveSegment): void {
    const { arrays, size } = live.segment;
    const { largest } = this;
    for (let document = 0; document < size; document++) {
      if (!live.isLive(document)) continue;
      this.tallies.count(arrays, document, 1);
      largest.combo = Math.max(largest.combo, arrays.combos[document]!);
      largest.point = Math.max(largest.point, arrays.points[document]!);
      largest.region = Math.max(largest.region, arrays.regions[document]!);
    }
    if (live.live > 0) this.current = [...this.current, live];
  }

  private async mergeAllDue(restMs: number): Promise<void> {
    for (;;) {
      const due = dueForMerge(this.current);
      if (due.length === 0) return;
      const before = due.map(({ segment, deleted }) => ({ segment, deleted: deleted?.slice() }));
      const rest = this.current.length < MANY_SEGMENTS ? restMs : 0;
      this.replace(due, before, await inSlices(mergeSegments(before), rest));
    }
  }

  /** Replaces segments with the merged one, and deletes in it the documents that were deleted during the merge. */
  private replace(
    due: readonly LiveSegment[],
    before: readonly { deleted: Uint32Array | undefined }[],
    merged: Merged | undefined,
  ): void {
    const rest = this.current.filter((live) => !due.includes(live));
    if (!merged) {
      this.current = rest;
      return;
    }
    const live = new LiveSegment(merged.segment);
    due.forEach(({ deleted }, index) => {
      const known = before[index]!.deleted;
      deleted?.forEach((word, at) => {
        for (let bits = word & ~(known?.[at] ?? 0); bits !== 0; bits &= bits - 1)
          live.markDeleted(merged.numbers[index]![(at << 5) + 31 - Math.clz32(bits & -bits)]!);
      });
    });
    this.current = live.live > 0 ? [...rest, live] : rest;
  }
}

// Ids below this limit index an array (of 4 MB at most); larger ids use a map.
const MAX_ARRAY_ID = 1 << 20;

/** Number of documents by id. */
class CountsById {
  counts = new Uint32Array(64);
  readonly beyond = new Map<number, number>();

  add(id: number, by: number): void {
    if (id >= MAX_ARRAY_ID) {
      this.beyond.set(id, (this.beyond.get(id) ?? 0) + by);
      return;
    }
    if (id >= this.counts.length) this.counts = withCapacity(this.counts, id + 1);
    this.counts[id]! += by;
  }

  forEach(take: (id: number, count: number) => void): void {
    for (let id = 0; id < this.counts.length; id++) if (this.counts[id] !== 0) take(id, this.counts[id]!);
    for (const [id, count] of this.beyond) if (count !== 0) take(id, count);
  }
}

/** Counts for a search without conditions in a scope. */
class PartitionCounts {
  total = 0;
  readonly combos = new CountsById();
  readonly organizations = new CountsById();
}

/** Maintained counts, so that a search without conditions has nothing to count. */
class ScopeTallies {
  private readonly byScope = new Map<number, PartitionCounts>();

  get bytes(): number {
    let sum = 0;
    for (const { combos, organizations } of this.byScope.values())
      sum += combos.counts.byteLength + organizations.counts.byteLength;
    return sum;
  }

  of(scope: number): PartitionCounts | undefined {
    return this.byScope.get(scope);
  }

  /** @param by 1 for an added document, -1 for a removed one */
  count({ scopes, combos, organizations }: SegmentArrays, document: number, by: 1 | -1): void {
    const scope = scopes[document]!;
    let tally = this.byScope.get(scope);
    if (!tally) this.byScope.set(scope, (tally = new PartitionCounts()));
    tally.total += by;
    tally.combos.add(combos[document]!, by);
    tally.organizations.add(organizations[document]!, by);
  }
}
