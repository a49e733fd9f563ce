import type { IndexKind, KeywordField } from '../port/search.port.js';

/** Describes the facets, fields and sort orders that requests may use in an index. */
export interface SearchIndex<Kind extends IndexKind> {
  /** `index_id` of a request. */
  id: string;
  facets: readonly { name: Kind['facet']; field: string }[];
  /** Fields to which keywords may be restricted. */
  keywordFields: readonly KeywordField[];
  /** Name of the field that supports LIKE, which becomes a title condition. */
  titleField: string;
  /** Facet in which the name of an organization may be selected as well. */
  nameFacet?: Kind['facet'];
  /** @returns undefined if there is no such field, or it is a facet */
  condition(name: string, value: string): Kind['condition'] | undefined;
  /**
   * Reads a value of a facet without a vocabulary.
   *
   * @returns `rule` describing valid values if the text is not one; undefined if the facet has ids of terms or records
   */
  readValue?(facet: Kind['facet'], text: string): { value: number } | { rule: string } | undefined;
  /** Sort fields besides relevance. */
  sortFields: readonly string[];
  sort(orders: readonly SortOrder[], hasKeywords: boolean): Kind['sort'];
}

/** A sort order whose `field` is one of `sortFields`, or relevance. */
export interface SortOrder {
  field: string;
  descending: boolean;
}
