import { FEATURED_FIELD, SORT_NAME } from '#contract/search/organization-search.js';
import type { ChangeKind } from '../../platform/change-feed/change.js';
import { badUserInput } from '../../platform/graphql/allow.js';
import type { SearchIndex, SortOrder } from '../query/search-index.js';
import type { FeaturedCondition, TitleCondition } from '../port/search.port.js';

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
