import type { JobIndexFacet } from '#contract/search/advert-facets.js';
import type { KeywordClause } from './keyword-grammar.js';

/** What differs from index to index in a search. */
export interface IndexKind {
  /** Names of its facets. */
  facet: string;
  /** Conditions beside those on facets. */
  condition: TitleCondition | OrganizationNameCondition | FeaturedCondition;
  sort: unknown;
}

export interface JobKind {
  facet: JobIndexFacet;
  condition: TitleCondition | OrganizationNameCondition;
  sort: SearchSort;
}

/** `pattern`: as LIKE takes it. */
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

/** A search over what a site has published in an index, checked and typed. */
export interface SearchQuery<Kind extends IndexKind = JobKind> {
  site: string;
  /** Base languages (`en`); empty: all. */
  languages: readonly string[];
  /** Base language of who searches: of two documents that suit as well, the one in it comes first. */
  ownLanguage?: string;
  keywords: Keywords | undefined;
  /** What every hit fulfils, whichever facet is counted. */
  where: SearchCondition<Kind>;
  /** A facet's selection narrows everything but the counts of that facet. */
  selections: readonly FacetSelection<Kind>[];
  area: SearchArea | undefined;
  sort: Kind['sort'];
  offset: number;
  limit: number;
  facets: readonly FacetRequest<Kind>[];
  /** By what values of facets of adverts are meant; only in a query that has such facets. See `withAdvertReference`. */
  adverts?: AdvertReference;
}

/** What values such as "of the last 3 days" and "at least 40,000" are relative to. */
export interface AdvertReference {
  /** The present one, since 2000. */
  hour: number;
  /** ISO 4217; undefined: the site has none, and nobody's pay can be compared. */
  currency: string | undefined;
}

/**
 * By relevance: as the weights of the analysis say, then newest. Nearest: by whole kilometres in a search around a place, then newest;
 * in any other, newest.
 */
export type SearchSort = 'relevance' | 'newest' | 'oldest' | 'nearest';

export interface Keywords {
  /** One entry a search box; none is empty. */
  boxes: readonly (readonly KeywordClause[])[];
  /** Whether one box suffices. */
  any: boolean;
  fields: readonly KeywordField[];
  /** Words stand for nothing but themselves: no synonyms. */
  literal?: boolean;
  /** One word in the title or the subject suffices. */
  relaxed?: boolean;
}

/** `subject`: names of its occupations, causes and skills. */
export type KeywordField = 'everything' | 'title' | 'organization' | 'subject';

export type SearchCondition<Kind extends IndexKind = JobKind> =
  | { kind: 'and' | 'or'; parts: readonly SearchCondition<Kind>[] }
  | { kind: 'facet'; facet: Kind['facet']; value: FacetValue }
  | Kind['condition'];

/** null: has none. */
export type FacetValue = number | null;

export interface FacetSelection<Kind extends IndexKind = JobKind> {
  facet: Kind['facet'];
  where: SearchCondition<Kind>;
}

export type SearchArea =
  | { kind: 'radius'; lat: number; lon: number; km: number }
  /** `areas`: all names that an administrative area goes by; empty: the whole country. */
  | { kind: 'region'; country: string; areas: readonly string[] }
  /** Remote jobs that people of a country may take, without those of a radius search. */
  | { kind: 'remote'; country: string; beyond: { lat: number; lon: number; km: number } };

export interface FacetRequest<Kind extends IndexKind = JobKind> {
  facet: Kind['facet'];
  limit: number;
  minCount: number;
  missing: boolean;
  /** Of a facet of adverts: the values that are counted; missing: all that occur. */
  counted?: readonly number[];
}

export interface SearchAnswer<Kind extends IndexKind = JobKind> {
  total: number;
  /** Of what was found, best first. */
  ids: readonly string[];
  /** In the order of the request; most frequent first, then by value. */
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

/** Finds jobs, or what else an index holds. All implementations give the same answers. */
export interface SearchEngine<Kind extends IndexKind = JobKind> {
  search(query: SearchQuery<Kind>): Promise<SearchAnswer<Kind>>;
}
