import type { IndexKind, KeywordField } from '../port/search.port.js';

/** What requests may ask of an index. */
export interface SearchIndex<Kind extends IndexKind> {
  /** `index_id` of a request. */
  id: string;
  facets: readonly { name: Kind['facet']; field: string }[];
  /** What keywords may be restricted to. */
  keywordFields: readonly KeywordField[];
  /** The field that takes LIKE, and is a title condition. */
  titleField: string;
  /** The facet of which an organization's name is a selection as well. */
  nameFacet?: Kind['facet'];
  /** @returns undefined when there is no such field, or it is a facet. */
  condition(name: string, value: string): Kind['condition'] | undefined;
  /**
   * Reads a value of a facet that is none of a vocabulary.
   *
   * @returns `rule`, what a value has to be, when it is none; undefined: the facet has numbers of terms or records
   */
  readValue?(facet: Kind['facet'], text: string): { value: number } | { rule: string } | undefined;
  /** Beside relevance. */
  sortFields: readonly string[];
  sort(orders: readonly SortOrder[], hasKeywords: boolean): Kind['sort'];
}

/** `field`: one of `sortFields`, or relevance. */
export interface SortOrder {
  field: string;
  descending: boolean;
}
