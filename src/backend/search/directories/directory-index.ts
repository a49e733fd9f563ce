import { FEATURED_FIELD, SORT_NAME } from '#contract/search/organization-search.js';
import type { SearchApiFacet } from '#contract/generated/resolvers.js';
import type { ChangeKind } from '../../platform/change-feed/change.js';
import { badUserInput } from '../../platform/graphql/allow.js';
import type {
  FeaturedCondition,
  TitleCondition,
  FacetValue,
  SearchAnswer,
  FacetCount,
  FacetCounts,
  SearchQuery,
} from '../port/search.port.js';
import type { TermCatalog } from '../../reference/taxonomy/term-catalog.js';
import { selectValues } from '../facets/facet-counts.js';
import { MISSING, type SearchIndex, type SortOrder } from '../query/condition-groups.js';

// The lower bits of a 31-bit integer; the remaining bits are the number of the facet.
const VALUE_BITS = 24;
const MAX_VALUE = 2 ** VALUE_BITS - 1;

/** An index of named entries, searched by `DirectorySearchEngine` and, if enabled, `MemoryDirectoryEngine`. */
export interface DirectoryKind {
  facet: string;
  condition: TitleCondition | FeaturedCondition;
  sort: DirectorySort;
}

export interface DirectorySort {
  by: 'relevance' | 'name' | 'newest';
  descending: boolean;
  featuredFirst: boolean;
}

export interface DirectoryIndex extends SearchIndex<DirectoryKind> {
  /** Name of the table, which `directoryTable` of the migrations creates. */
  table: string;
  /** A facet's index in this list is its number in stored rows, so new facets must be appended. */
  facets: readonly { name: string; field: string }[];
  /** Kind of changes to its entries in the change log. */
  changes: ChangeKind;
  /** Sort field for the time, newest first by default; undefined if entries are sorted by name. */
  newestField?: string;
}

/** Creates the part of an index that all directories have in common. `newestField`: sort field for the time, if there is one. */
export function directoryIndex(own: {
  id: string;
  table: string;
  facets: DirectoryIndex['facets'];
  changes: ChangeKind;
  nameField: string;
  newestField?: string;
}): DirectoryIndex {
  const { newestField } = own;
  return {
    ...own,
    keywordFields: ['title'],
    titleField: own.nameField,
    condition(name, value) {
      if (name !== FEATURED_FIELD) return undefined;
      if (value !== '0' && value !== '1') throw badUserInput(`"${FEATURED_FIELD}" must be 0 or 1`);
      return { kind: 'featured', is: value === '1' };
    },
    sortFields: [FEATURED_FIELD, SORT_NAME.field, ...(newestField === undefined ? [] : [newestField])],
    sort(orders, hasKeywords) {
      const featuredFirst = orders[0]?.field === FEATURED_FIELD && orders[0].descending;
      const order = orders.find(({ field }) => field !== FEATURED_FIELD);
      return { ...sortBy(order, hasKeywords, newestField), featuredFirst };
    },
  };
}

function sortBy(
  order: SortOrder | undefined,
  hasKeywords: boolean,
  newestField: string | undefined,
): Pick<DirectorySort, 'by' | 'descending'> {
  if (order?.field === SORT_NAME.field) return { by: 'name', descending: order.descending };
  if (order && order.field === newestField) return { by: 'newest', descending: order.descending };
  if (hasKeywords) return { by: 'relevance', descending: true };
  return newestField === undefined ? { by: 'name', descending: false } : { by: 'newest', descending: true };
}

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

function valueOfCode(code: number): number {
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
