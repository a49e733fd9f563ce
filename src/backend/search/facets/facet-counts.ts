import type { AdvertFacetName } from '#contract/search/advert-facets.js';
import { isAdvertFacet } from '../adverts/advert-facets.js';
import type { AdvertReader } from '../adverts/advert-limits.js';
import { COMBO_FACETS, type FacetCombinationDictionary } from '../codes/facet-combinations.js';
import type {
  FacetCount,
  FacetCounts,
  FacetRequest,
  IndexKind,
  SearchAnswer,
  SearchQuery,
} from '../port/search.port.js';
import type { OrganizationCounts } from './organization-facet.js';

/** Counts by facet. */
export interface Counted {
  /** Counts by slot of the dictionary. */
  counts: Uint32Array;
  organizations: OrganizationCounts;
  /** Counts of the requested advert facets. */
  adverts: ReadonlyMap<AdvertFacetName, FacetCount[]>;
}

/** Returns facet counts in the order of the requests. */
export function toFacetCounts(
  requests: SearchQuery['facets'],
  dictionary: FacetCombinationDictionary,
  { counts, organizations, adverts }: Counted,
): FacetCounts[] {
  const { facetOfSlot, valueOfSlot } = dictionary;
  const byFacet: FacetCount[][] = COMBO_FACETS.map(() => []);
  for (let slot = 0; slot < facetOfSlot.length; slot++) {
    const count = counts[slot]!;
    if (count > 0) byFacet[facetOfSlot[slot]!]!.push({ value: valueOfSlot[slot]!, count });
  }
  return requests.map((request) => ({
    facet: request.facet,
    values: selectValues(valuesOf(request), request, leastOf(request)),
  }));

  function valuesOf({ facet, limit }: FacetRequest): FacetCount[] {
    if (isAdvertFacet(facet)) return adverts.get(facet) ?? [];
    return facet === 'company' ? organizations.largest(limit) : byFacet[COMBO_FACETS.indexOf(facet)]!;
  }
}

/** Returns the minimum count of a value. Advert facets have fixed values, so that values without documents may be requested. */
export function leastOf({ facet, minCount }: FacetRequest): number {
  return isAdvertFacet(facet) ? minCount : Math.max(minCount, 1);
}

/** @param values counts in which the value 0 means "has none" @param least see `leastOf` */
export function selectValues(
  values: FacetCount[],
  request: Pick<SearchQuery['facets'][number], 'minCount' | 'missing' | 'limit'>,
  least = Math.max(request.minCount, 1),
): FacetCount[] {
  return values
    .filter(({ value, count }) => count >= least && (request.missing || value !== 0))
    .sort((a, b) => b.count - a.count || (a.value ?? 0) - (b.value ?? 0))
    .slice(0, request.limit)
    .map(({ value, count }) => ({ value: value === 0 ? null : value, count }));
}

/** Returns the answer to a search that nothing can match. */
export function noAnswer<Kind extends IndexKind>({ facets }: SearchQuery<Kind>): SearchAnswer<Kind> {
  return { total: 0, ids: [], facets: facets.map(({ facet }) => ({ facet, values: [] })) };
}

/** Like `noAnswer`, for jobs. @param reader undefined if the search uses no advert facets */
export function noJobs({ facets }: SearchQuery, reader: AdvertReader | undefined): SearchAnswer {
  const values = (request: FacetRequest): FacetCount[] => {
    const { facet } = request;
    if (!reader || !isAdvertFacet(facet)) return [];
    const none = reader.counted({ ...request, facet }).map(({ value }) => ({ value, count: 0 }));
    return selectValues(none, request, leastOf(request));
  };
  return { total: 0, ids: [], facets: facets.map((request) => ({ facet: request.facet, values: values(request) })) };
}
