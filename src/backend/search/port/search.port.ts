import type { JobIndexFacet } from '#contract/search/job-search.js';
import type { KeywordClause } from './keyword-grammar.js';

/** Types that differ between indexes. */
export interface IndexKind {
  /** Names of its facets. */
  facet: string;
  /** Conditions other than those on facets. */
  condition: TitleCondition | OrganizationNameCondition | FeaturedCondition;
  sort: unknown;
}

export interface JobKind {
  facet: JobIndexFacet;
  condition: TitleCondition | OrganizationNameCondition;
  sort: SearchSort;
}

/** A condition on the title; `pattern` is a LIKE pattern. */
export interface TitleCondition {
  kind: 'title';
  pattern: string;
}

export interface OrganizationNameCondition {
  kind: 'organization-name';
  name: string;
}

export interface FeaturedCondition {
  kind: 'featured';
  is: boolean;
}

/** A validated search for the documents that a site has published in an index. */
export interface SearchQuery<Kind extends IndexKind = JobKind> {
  site: string;
  /** Base languages (`en`); empty for all. */
  languages: readonly string[];
  /** Base language of the user: of two equally relevant documents, the one in this language comes first. */
  ownLanguage?: string;
  keywords: Keywords | undefined;
  /** Condition for every hit, which also applies to all facet counts. */
  where: SearchCondition<Kind>;
  /** Selections in facets. Each restricts everything except the counts of its own facet. */
  selections: readonly FacetSelection<Kind>[];
  area: SearchArea | undefined;
  sort: Kind['sort'];
  offset: number;
  limit: number;
  facets: readonly FacetRequest<Kind>[];
  /** Reference for values of advert facets; only in a query that has such facets. See `withAdvertReference`. */
  adverts?: AdvertReference;
}

/** Reference for values such as "last 3 days" and "at least 40,000". */
export interface AdvertReference {
  /** The current hour, counted from 2000. */
  hour: number;
  /** ISO 4217 code; undefined if the site has no currency, so that pay cannot be compared. */
  currency: string | undefined;
}

/**
 * Sort order. `relevance`: by the weights of the analysis, then newest first. `nearest`: by whole kilometres in a search around a place,
 * then newest first; in other searches, newest first.
 */
export type SearchSort = 'relevance' | 'newest' | 'oldest' | 'nearest';

export interface Keywords {
  /** One entry per search box; none is empty. */
  boxes: readonly (readonly KeywordClause[])[];
  /** Whether matching one box is sufficient. */
  any: boolean;
  fields: readonly KeywordField[];
  /** Whether to search only the words themselves, without synonyms. */
  literal?: boolean;
  /** Whether one word in the title or the subject is sufficient, besides the phrases. */
  relaxed?: boolean;
}

/** Searched field; `subject` contains the names of occupations, causes and skills. */
export type KeywordField = 'everything' | 'title' | 'organization' | 'subject';

export type SearchCondition<Kind extends IndexKind = JobKind> =
  | { kind: 'and' | 'or'; parts: readonly SearchCondition<Kind>[] }
  | { kind: 'facet'; facet: Kind['facet']; value: FacetValue }
  | Kind['condition'];

/** null means "has none". */
export type FacetValue = number | null;

export interface FacetSelection<Kind extends IndexKind = JobKind> {
  facet: Kind['facet'];
  where: SearchCondition<Kind>;
}

export type SearchArea =
  | { kind: 'radius'; lat: number; lon: number; km: number }
  /** `areas`: all names of an administrative area; empty for the whole country. */
  | { kind: 'region'; country: string; areas: readonly string[] }
  /** Remote jobs open to residents of a country, except those within a radius. */
  | { kind: 'remote'; country: string; beyond: { lat: number; lon: number; km: number } };

export interface FacetRequest<Kind extends IndexKind = JobKind> {
  facet: Kind['facet'];
  limit: number;
  minCount: number;
  missing: boolean;
  /** For advert facets, the values to count; omit to count all values that occur. */
  counted?: readonly number[];
}

export interface SearchAnswer<Kind extends IndexKind = JobKind> {
  total: number;
  /** Ids of the hits of the page, best first. */
  ids: readonly string[];
  /** Facets in the order of the request; values are sorted by count, then by value. */
  facets: readonly FacetCounts<Kind>[];
}

export interface FacetCounts<Kind extends IndexKind = JobKind> {
  facet: Kind['facet'];
  values: readonly FacetCount[];
}

export interface FacetCount {
  value: FacetValue;
  count: number;
}

/** Searches an index. All implementations return the same answers. */
export interface SearchEngine<Kind extends IndexKind = JobKind> {
  search(query: SearchQuery<Kind>): Promise<SearchAnswer<Kind>>;
}

/** Whether the search has no restriction besides its site and languages. */
export function isEmptySearch<Kind extends IndexKind>({
  keywords,
  where,
  selections,
  area,
}: SearchQuery<Kind>): boolean {
  const free = where.kind === 'and' && (where as { parts: readonly unknown[] }).parts.length === 0;
  return keywords === undefined && area === undefined && selections.length === 0 && free;
}

/** Whether a condition refers to the text of titles, which only the database contains. */
export function asksForTitles<Kind extends IndexKind>(condition: SearchCondition<Kind>): boolean {
  if (condition.kind === 'and' || condition.kind === 'or')
    return (condition as { parts: readonly SearchCondition<Kind>[] }).parts.some((part) => asksForTitles(part));
  return condition.kind === 'title';
}
