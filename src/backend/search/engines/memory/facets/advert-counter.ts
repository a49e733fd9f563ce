import type { AdvertFacetName } from '#contract/search/advert-facets.js';
import { isAdvertFacet } from '../../../adverts/advert-facets.js';
import type { AdvertReader, CountedLimit } from '../../../adverts/advert-limits.js';
import type { FacetCount, SearchQuery } from '../../../port/search.port.js';
import { isNested, levelsKey } from './advert-levels.js';
import { cardinalityOf, listDocuments, MAX_DOCUMENTS } from '../segment/bits.js';
import type { LiveSegment } from '../live-segment.js';

// With at least this number of documents per bitmap word, intersecting with the sets of the values is faster.
const FEW = 6;
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
