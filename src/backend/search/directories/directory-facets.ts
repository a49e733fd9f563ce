import type { SearchApiFacet } from '#contract/generated/resolvers.js';
import type { TermCatalog } from '../../reference/taxonomy/term-catalog.js';
import { selectValues } from '../facets/facet-counts.js';
import type { FacetValue, SearchAnswer, FacetCount, FacetCounts, SearchQuery } from '../port/search.port.js';
import { MISSING } from '../query/condition-groups.js';
import type { DirectoryIndex, DirectoryKind } from './directory-index.js';

// Of the 31 bits of an integer; what is left numbers the facets.
const VALUE_BITS = 24;
const MAX_VALUE = 2 ** VALUE_BITS - 1;

/** A facet and its value in one integer, so that one column and one index hold all facets. @returns -1: nothing has that value */
export function facetCode(facet: number, value: FacetValue): number {
  if (value !== null && (value < 1 || value > MAX_VALUE)) return -1;
  return facet * 2 ** VALUE_BITS + (value ?? 0);
}

/** Of an expression that is a code. */
export function facetOfCode(code: string): string {
  return `(${code} >> ${VALUE_BITS})`;
}

export function facetNumberOf(code: number): number {
  return code >> VALUE_BITS;
}

export function valueOfCode(code: number): number {
  return code & MAX_VALUE;
}

/** All codes of something. @param values by the number of the facet */
export function facetCodes(values: readonly (readonly number[])[]): number[] {
  return values.flatMap((own, facet) =>
    own.length === 0 ? [facetCode(facet, null)] : [...new Set(own)].map((value) => facetCode(facet, value)),
  );
}

/** Facet counts as the contract has them, where values are terms. What has no name any more is left out. */
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
