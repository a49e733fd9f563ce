import { FIRST_COMPLETE, scopePrefix } from '../../../codes/codes.js';
import { type AdvertLimit, type CountedLimit, meetsLimit } from '../../../adverts/advert-limits.js';
import { AdvertLevels } from './advert-levels.js';
import { compileLexeme } from '../query/compiled-words.js';
import { intersect, intersectionCardinality } from '../segment/bits.js';
import type { Segment } from '../segment/segment.js';

/** So many sets are kept for each segment: those of a site's page are 14, and one more a language. */
const MAX_SETS = 48;

/**
 * Which documents of a segment have which values of the facets of adverts. Each set is made of the columns when it is first asked for,
 * which takes a fraction of a millisecond, and kept.
 */
export class AdvertSets {
  /** By the limits, oldest first. Words after the last one that is not 0 are left out. */
  private readonly sets = new Map<string, Uint32Array>();
  readonly levels: AdvertLevels;
  private size = 0;

  constructor(private readonly segment: Segment) {
    this.levels = new AdvertLevels(segment);
  }

  /** In memory. */
  get bytes(): number {
    return this.size + this.levels.bytes;
  }

  /** Leaves in the set the documents that have the value. */
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

  /** Adds to each count how many documents of a set have the value. */
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
      // Newest first: complete jobs, then the others.
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

/** The first document from `from` up to `to` that was published before; `to`: none was. They are newest first. */
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
