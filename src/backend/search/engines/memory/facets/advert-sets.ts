import { FIRST_COMPLETE, scopePrefix } from '../../../codes/codes.js';
import { type AdvertLimit, type CountedLimit, meetsLimit } from '../../../adverts/advert-limits.js';
import { AdvertLevels } from './advert-levels.js';
import { compileLexeme } from '../query/compiled-words.js';
import { intersect, intersectionCardinality } from '../segment/bits.js';
import type { Segment } from '../segment/segment.js';

/** Maximum number of cached sets per segment: a site's page needs 14, plus one for each language. */
const MAX_SETS = 48;

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
