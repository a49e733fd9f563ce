import type { AdvertFacetName } from '#contract/search/advert-facets.js';
import { type CountedLimit, meetsLimit } from '../../../adverts/advert-limits.js';
import type { Segment } from '../segment/segment.js';

/** Maximum number of cached columns per segment, enough for the pages of two sites. */
const MAX_COLUMNS = 6;

/** Whether each value of a facet includes all stricter values, so that the number of values that hold describes a document. */
export function isNested(facet: AdvertFacetName): boolean {
  return facet !== 'language';
}

/** Returns the cache key for the levels of the counted values. */
export function levelsKey(counts: readonly CountedLimit[]): string {
  return counts.map(({ limit }) => limit.key).join();
}

/**
 * Caches the number of counted values of a facet that each document of a segment has. For few documents, counting by this number is faster
 * than by the set of each value.
 */
export class AdvertLevels {
  /** Columns by `levelsKey`, oldest first. */
  private readonly columns = new Map<string, Uint8Array>();

  constructor(private readonly segment: Segment) {}

  /** Size in memory. */
  get bytes(): number {
    return this.columns.size * this.segment.size;
  }

  /**
   * Adds to each count the number of the documents that have the value.
   *
   * @param counts of one nested facet, by value ascending
   * @param key see `levelsKey`
   */
  count(counts: readonly CountedLimit[], key: string, documents: Uint16Array, size: number): void {
    if (counts.length === 0) return;
    const levels = this.columns.get(key) ?? this.make(counts, key);
    const histogram = new Uint32Array(counts.length + 1);
    for (let at = 0; at < size; at++) histogram[levels[documents[at]!]!]!++;
    // Pay that reaches an amount reaches all lower ones; a job of the last day is also one of the last week.
    const strictestFirst = counts[0]!.limit.facet === 'pay' ? counts.toReversed() : counts;
    let met = 0;
    strictestFirst.forEach((counted, index) => {
      met += histogram[counts.length - index]!;
      counted.count += met;
    });
  }

  private make(counts: readonly CountedLimit[], key: string): Uint8Array {
    const { arrays, size } = this.segment;
    const levels = new Uint8Array(size);
    for (const { limit } of counts)
      for (let document = 0; document < size; document++) if (meetsLimit(arrays, document, limit)) levels[document]!++;
    this.columns.set(key, levels);
    if (this.columns.size > MAX_COLUMNS) this.columns.delete(this.columns.keys().next().value!);
    return levels;
  }
}
