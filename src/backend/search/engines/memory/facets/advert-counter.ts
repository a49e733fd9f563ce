import type { AdvertFacetName } from '#contract/search/advert-facets.js';
import { isAdvertFacet } from '../../../adverts/advert-facets.js';
import type { AdvertReader, CountedLimit } from '../../../adverts/advert-limits.js';
import type { FacetCount, SearchQuery } from '../../../port/search.port.js';
import type { LiveSegment } from '../live-segment.js';

/** Counts the values of the facets of adverts that a search asks for. */
export class AdvertCounter {
  private readonly byFacet: ReadonlyMap<AdvertFacetName, CountedLimit[]>;

  /** @param reader undefined: nothing is asked about adverts */
  constructor({ facets }: Pick<SearchQuery, 'facets'>, reader: AdvertReader | undefined) {
    this.byFacet = new Map(
      facets.flatMap((request) => {
        const { facet } = request;
        return reader && isAdvertFacet(facet) ? [[facet, reader.counted({ ...request, facet })] as const] : [];
      }),
    );
  }

  /** @param facets whose values are counted @param found how many documents are in the set, where that is known */
  count(facets: readonly AdvertFacetName[], live: LiveSegment, bits: Uint32Array, found?: number): void {
    for (const facet of facets) {
      const counts = this.byFacet.get(facet);
      if (counts) live.adverts.count(counts, bits, found);
    }
  }

  /** What has been counted. */
  counts(): ReadonlyMap<AdvertFacetName, FacetCount[]> {
    return new Map(
      [...this.byFacet].map(([facet, counts]) => [facet, counts.map(({ value, count }) => ({ value, count }))]),
    );
  }
}
