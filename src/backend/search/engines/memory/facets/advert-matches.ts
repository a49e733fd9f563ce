import type { AdvertFacetName } from '#contract/search/job-search.js';
import { isAdvertFacet } from '../../../adverts/advert-facets.js';
import type { AdvertLimit, AdvertReader, CountedLimit } from '../../../adverts/advert-limits.js';
import type { SearchCondition, FacetCount, SearchQuery } from '../../../port/search.port.js';
import {
  intersect,
  MAX_WORDS,
  setAll,
  union,
  cardinalityOf,
  listDocuments,
  MAX_DOCUMENTS,
} from '../segment/typed-arrays.js';
import type { LiveSegment } from '../live-segment.js';
import { isNested, levelsKey } from './advert-sets.js';

// With at least this number of documents per bitmap word, intersecting with the sets of the values is faster.
const FEW = 6;

/** A condition about advert facets, with its values looked up. */
export type AdvertCondition =
  | { kind: 'and' | 'or'; parts: readonly AdvertCondition[] }
  /** `limit` is undefined for a value that no document can have. */
  | { kind: 'limit'; limit: AdvertLimit | undefined };

/** @param condition see `concernsAdverts` */
export function toAdvertCondition(condition: SearchCondition, reader: AdvertReader): AdvertCondition {
  if (condition.kind === 'and' || condition.kind === 'or')
    return { kind: condition.kind, parts: condition.parts.map((part) => toAdvertCondition(part, reader)) };
  const limit =
    condition.kind === 'facet' && isAdvertFacet(condition.facet)
      ? reader.limit(condition.facet, condition.value)
      : undefined;
  return { kind: 'limit', limit };
}

/** Finds the documents of a segment that meet conditions about advert facets. */
export class AdvertMatcher {
  private readonly spare: Uint32Array[] = [];

  /** Retains in the set the documents that meet the condition. */
  intersect(condition: AdvertCondition, live: LiveSegment, bits: Uint32Array): void {
    const { words } = live.segment;
    if (condition.kind === 'and') {
      for (const part of condition.parts) this.intersect(part, live, bits);
    } else if (condition.kind === 'limit') {
      if (condition.limit) live.adverts.intersect(condition.limit, bits);
      else bits.fill(0, 0, words);
    } else {
      const own = this.takeEmpty(words);
      for (const part of condition.parts) this.add(part, live, own);
      intersect(bits, own, 0, words);
      this.spare.push(own);
    }
  }

  private add(condition: AdvertCondition, live: LiveSegment, bits: Uint32Array): void {
    if (condition.kind === 'limit') {
      if (condition.limit) live.adverts.add(condition.limit, bits);
      return;
    }
    if (condition.kind === 'or') {
      for (const part of condition.parts) this.add(part, live, bits);
      return;
    }
    const own = this.takeEmpty(live.segment.words);
    setAll(own, live.segment.size);
    this.intersect(condition, live, own);
    union(bits, own, 0, live.segment.words);
    this.spare.push(own);
  }

  private takeEmpty(words: number): Uint32Array {
    const own = this.spare.pop() ?? new Uint32Array(MAX_WORDS);
    own.fill(0, 0, words);
    return own;
  }
}
// Documents of the set that is being counted.
const documents = new Uint16Array(MAX_DOCUMENTS);

/** Counts the values of the advert facets that a search requests. */
export class AdvertCounter {
  private readonly byFacet: ReadonlyMap<AdvertFacetName, { limits: CountedLimit[]; key: string }>;
  /** Whether every searched document has one of the counted languages. */
  private readonly hasAllLanguages: boolean;

  /** @param reader undefined if the search uses no advert facets */
  constructor({ facets }: Pick<SearchQuery, 'facets'>, reader: AdvertReader | undefined) {
    this.hasAllLanguages = reader?.knowsAllLanguages ?? false;
    this.byFacet = new Map(
      facets.flatMap((request) => {
        const { facet } = request;
        if (!reader || !isAdvertFacet(facet)) return [];
        const limits = reader.counted({ ...request, facet });
        return [[facet, { limits, key: levelsKey(limits) }] as const];
      }),
    );
  }

  /** @param facets facets to count @param found number of documents in the set, if known */
  count(
    facets: readonly AdvertFacetName[],
    live: LiveSegment,
    bits: Uint32Array,
    found = cardinalityOf(bits, live.segment.words),
  ): void {
    if (found === 0 || facets.length === 0) return;
    const { segment, adverts } = live;
    const areFew = found < FEW * segment.words;
    if (areFew) listDocuments(bits, segment.size, false, documents);
    for (const facet of facets) {
      const counted = this.byFacet.get(facet);
      if (!counted) continue;
      const { limits, key } = counted;
      if (!isNested(facet)) this.countLanguages(limits, live, bits, found);
      else if (areFew) adverts.levels.count(limits, key, documents, found);
      else adverts.count(limits, bits);
    }
  }

  /** Counts languages. The last language has all documents that have none of the others. */
  private countLanguages(counts: readonly CountedLimit[], live: LiveSegment, bits: Uint32Array, found: number): void {
    const last = this.hasAllLanguages ? counts.at(-1) : undefined;
    const others = last ? counts.slice(0, -1) : counts;
    const before = others.reduce((sum, { count }) => sum + count, 0);
    live.adverts.count(others, bits);
    if (last) last.count += found - (others.reduce((sum, { count }) => sum + count, 0) - before);
  }

  counts(): ReadonlyMap<AdvertFacetName, FacetCount[]> {
    return new Map(
      [...this.byFacet].map(([facet, { limits }]) => [facet, limits.map(({ value, count }) => ({ value, count }))]),
    );
  }
}
