import type { SearchApiFacet } from '#contract/generated/resolvers.js';
import type { TermCatalog } from '../../reference/taxonomy/term-catalog.js';
import { selectValues } from '../facets/facet-counts.js';
import type { FacetValue, SearchAnswer, FacetCount, FacetCounts, SearchQuery } from '../port/search.port.js';
import { MISSING } from '../query/condition-groups.js';
import type { DirectoryIndex, DirectoryKind } from './directory-index.js';

// The lower bits of a 31-bit integer; the remaining bits are the number of the facet.
const VALUE_BITS = 24;
const MAX_VALUE = 2 ** VALUE_BITS - 1;

/** Encodes a facet and its value in one integer, so that one indexed column holds all facets. @returns -1 for an impossible value */
export function facetCode(facet: number, value: FacetValue): number {
  if (value !== null && (value < 1 || value > MAX_VALUE)) return -1;
  return facet * 2 ** VALUE_BITS + (value ?? 0);
}

/** Returns an SQL expression for the facet of a code. */
export function facetOfCode(code: string): string {
  return `(${code} >> ${VALUE_BITS})`;
}

export function facetNumberOf(code: number): number {
  return code >> VALUE_BITS;
}

export function valueOfCode(code: number): number {
  return code & MAX_VALUE;
}

/** Returns all codes of an entry. @param values values by the number of the facet */
export function facetCodes(values: readonly (readonly number[])[]): number[] {
  return values.flatMap((own, facet) =>
    own.length === 0 ? [facetCode(facet, null)] : [...new Set(own)].map((value) => facetCode(facet, value)),
  );
}

/** Converts counts of facets whose values are terms to the API's format. Values that no longer have a name are omitted. */
export function termFacets(
  index: DirectoryIndex,
  terms: TermCatalog,
  language: string,
  facets: SearchAnswer<DirectoryKind>['facets'],
): SearchApiFacet[] {
  return facets.map(({ facet, values }) => ({
    name: index.facets.find(({ name }) => name === facet)!.field,
    values: values.flatMap(({ value, count }) => {
      if (value === null) return { filter: MISSING, count, label: '', slug: null };
      const term = terms.term(value, language);
      return term ? { filter: String(value), count, label: term.label, slug: term.slug } : [];
    }),
  }));
}

/** @param counted number of occurrences of each value; values that do not occur may be omitted */
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
