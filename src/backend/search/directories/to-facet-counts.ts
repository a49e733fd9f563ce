import { selectValues } from '../facets/facet-counts.js';
import type { FacetCount, FacetCounts, SearchQuery } from '../port/search.port.js';
import type { DirectoryIndex, DirectoryKind } from './directory-index.js';
import { facetNumberOf, valueOfCode } from './facet-codes.js';

/** @param counted how often each value occurs; what does not occur may be left out */
export function toFacetCounts(
  { facets }: DirectoryIndex,
  requests: SearchQuery<DirectoryKind>['facets'],
  counted: Iterable<{ code: number; count: number }>,
): FacetCounts<DirectoryKind>[] {
  const byFacet = facets.map((): FacetCount[] => []);
  for (const { code, count } of counted) byFacet[facetNumberOf(code)]?.push({ value: valueOfCode(code), count });
  return requests.map((request) => {
    const number = facets.findIndex(({ name }) => name === request.facet);
    return { facet: request.facet, values: selectValues(byFacet[number] ?? [], request) };
  });
}
