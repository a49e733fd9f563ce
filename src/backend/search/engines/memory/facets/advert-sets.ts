import type { AdvertFacetName } from '#contract/search/job-search.js';
import { FIRST_COMPLETE, scopePrefix } from '../../../codes/codes.js';
import { type AdvertLimit, type CountedLimit, meetsLimit } from '../../../adverts/advert-limits.js';
import { compileLexeme } from '../query/word-matcher.js';
import { intersect, intersectionCardinality } from '../segment/typed-arrays.js';
import type { Segment } from '../segment/segment.js';

/** Maximum number of cached sets per segment: a site's page needs 14, plus one for each language. */
const MAX_SETS = 48;
/** Maximum number of cached columns per segment, enough for the pages of two sites. */
const MAX_COLUMNS = 6;

/**
 * Sets of the documents of a segment that have a value of an advert facet. Each set is built from the columns when it is first requested,
 * which takes a fraction of a millisecond, and is cached.
 */
export class AdvertSets {
  /** Sets by the key of their limit, oldest first. Trailing words that are 0 are omitted. */
  private readonly sets = new Map<string, Uint32Array>();
  readonly levels: AdvertLevels;
  private size = 0;

  constructor(private readonly segment: Segment) {
    this.levels = new AdvertLevels(segment);
  }

  /** Size in memory. */
  get bytes(): number {
    return this.size + this.levels.bytes;
  }

  /** Retains in the set the documents that have the value. */
  intersect(limit: AdvertLimit, bits: Uint32Array): void {
    const own = this.of(limit);
    intersect(bits, own, 0, own.length);
    bits.fill(0, own.length, this.segment.words);
  }

  /** Adds the documents that have the value to a set. */
  add(limit: AdvertLimit, bits: Uint32Array): void {
    const own = this.of(limit);
    for (let word = 0; word < own.length; word++) bits[word]! |= own[word]!;
  }

  /** Adds to each count the number of documents of a set that have the value. */
  count(counts: readonly CountedLimit[], bits: Uint32Array): void {
    for (const counted of counts) {
      const own = this.of(counted.limit);
      counted.count += intersectionCardinality(own, 0, bits, own.length);
    }
  }

  private of(limit: AdvertLimit): Uint32Array {
    const known = this.sets.get(limit.key);
    if (known) return known;
    const made = withoutEnd(this.make(limit));
    this.sets.set(limit.key, made);
    this.size += made.byteLength;
    for (const [key, { byteLength }] of this.sets) {
      if (this.sets.size <= MAX_SETS) break;
      this.sets.delete(key);
      this.size -= byteLength;
    }
    return made;
  }

  private make(limit: AdvertLimit): Uint32Array {
    const { segment } = this;
    const bits = new Uint32Array(segment.words);
    if (limit.facet === 'published') {
      // Complete jobs come first, then incomplete ones, each newest first.
      const { published } = segment.arrays;
      addRange(bits, 0, firstBefore(published, 0, segment.complete, Math.max(limit.since, FIRST_COMPLETE)));
      addRange(bits, segment.complete, firstBefore(published, segment.complete, segment.size, limit.sinceIncomplete));
    } else if (limit.facet === 'language') {
      for (const scope of limit.scopes) {
        const { bytes, hash } = compileLexeme(scopePrefix(scope, 'everything'), false);
        const term = segment.termOf(bytes, hash);
        if (term >= 0) segment.addDocuments(term, bits);
      }
    } else {
      for (let document = 0; document < segment.size; document++)
        if (meetsLimit(segment.arrays, document, limit)) bits[document >>> 5]! |= 1 << (document & 31);
    }
    return bits;
  }
}

function withoutEnd(bits: Uint32Array): Uint32Array {
  let end = bits.length;
  while (end > 0 && bits[end - 1] === 0) end--;
  return end < bits.length ? bits.slice(0, end) : bits;
}

function addRange(bits: Uint32Array, from: number, to: number): void {
  for (let document = from; document < to; document++) bits[document >>> 5]! |= 1 << (document & 31);
}

/** Returns the first document in [`from`, `to`), sorted newest first, that was published before `since`; `to` if there is none. */
function firstBefore(published: Uint32Array, from: number, to: number, since: number): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (published[middle]! >= since) low = middle + 1;
    else high = middle;
  }
  return low;
}

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
class AdvertLevels {
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
