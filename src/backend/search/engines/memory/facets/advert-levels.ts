import type { AdvertFacetName } from '#contract/search/advert-facets.js';
import { type CountedLimit, meetsLimit } from '../../../adverts/advert-limits.js';
import type { Segment } from '../segment/segment.js';

/** So many columns are retained for each segment: those of two sites' pages. */
const MAX_COLUMNS = 6;

/** Facets of which one value holds whenever a stricter one does, so that a document is described by how many of them hold. */
export function isNested(facet: AdvertFacetName): boolean {
  return facet !== 'language';
}

/** By what the levels of some counts are retained. */
export function levelsKey(counts: readonly CountedLimit[]): string {
  return counts.map(({ limit }) => limit.key).join();
}

/**
 * How many of the counted values of a facet each document of a segment has. Few documents are counted faster by this one number than by the
 * set of each value.
 */
export class AdvertLevels {
  /** By the limits that they are about, oldest first. */
  private readonly columns = new Map<string, Uint8Array>();

  constructor(private readonly segment: Segment) {}

  /** In memory. */
  get bytes(): number {
    return this.columns.size * this.segment.size;
  }

  /**
   * Adds to each count how many of the documents have the value.
   *
   * @param counts of one nested facet, by value ascending
   * @param key see `levelsKey`
   */
  count(counts: readonly CountedLimit[], key: string, documents: Uint16Array, size: number): void {
    if (counts.length === 0) return;
    const levels = this.columns.get(key) ?? this.make(counts, key);
    const histogram = new Uint32Array(counts.length + 1);
    for (let at = 0; at < size; at++) histogram[levels[documents[at]!]!]!++;
    // Pay that reaches an amount reaches all lower ones; what is of the last day is of the last week.
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
