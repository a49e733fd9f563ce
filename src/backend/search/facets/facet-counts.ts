import { COMBO_FACETS, type FacetCombinationDictionary } from '../codes/facet-combinations.js';
import type { FacetCount, FacetCounts, IndexKind, SearchAnswer, SearchQuery } from '../port/search.port.js';
import type { OrganizationCounts } from './organization-counts.js';

/** @param counts by slot of the dictionary. */
export function toFacetCounts(
  requests: SearchQuery['facets'],
  dictionary: FacetCombinationDictionary,
  { counts, organizations }: { counts: Uint32Array; organizations: OrganizationCounts },
): FacetCounts[] {
  const { facetOfSlot, valueOfSlot } = dictionary;
  const byFacet: FacetCount[][] = COMBO_FACETS.map(() => []);
  for (let slot = 0; slot < facetOfSlot.length; slot++) {
    const count = counts[slot]!;
    if (count > 0) byFacet[facetOfSlot[slot]!]!.push({ value: valueOfSlot[slot]!, count });
  }
  return requests.map((request) => ({
    facet: request.facet,
    values: selectValues(
      request.facet === 'company'
        ? organizations.largest(request.limit)
        : byFacet[COMBO_FACETS.indexOf(request.facet)]!,
      request,
    ),
  }));
}

/** @param values with 0 for "none". */
export function selectValues(
  values: FacetCount[],
  request: Omit<SearchQuery['facets'][number], 'facet'>,
): FacetCount[] {
  return values
    .filter(({ value, count }) => count >= Math.max(request.minCount, 1) && (request.missing || value !== 0))
    .sort((a, b) => b.count - a.count || (a.value ?? 0) - (b.value ?? 0))
    .slice(0, request.limit)
    .map(({ value, count }) => ({ value: value === 0 ? null : value, count }));
}

/** What a search finds that nothing can match. */
export function noAnswer<Kind extends IndexKind>({ facets }: SearchQuery<Kind>): SearchAnswer<Kind> {
  return { total: 0, ids: [], facets: facets.map(({ facet }) => ({ facet, values: [] })) };
}
