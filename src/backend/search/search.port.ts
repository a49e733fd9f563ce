import type { JobFacetName } from '../../contract/job-search.js';
import type { KeywordClause } from './text/keyword-grammar.js';

/** A search over the published jobs of a site, checked and typed. */
export interface SearchQuery {
  site: string;
  /** Base languages (`en`); empty: all. */
  languages: readonly string[];
  keywords: Keywords | undefined;
  /** What every hit fulfils, whichever facet is counted. */
  where: SearchCondition;
  /** A facet's selection narrows everything but the counts of that facet. */
  selections: readonly FacetSelection[];
  area: SearchArea | undefined;
  sort: SearchSort;
  offset: number;
  limit: number;
  facets: readonly FacetRequest[];
}

/** By relevance: words found in the title, the phrase in the title, words in the organization's name, then newest. */
export type SearchSort = 'relevance' | 'newest' | 'oldest';

export interface Keywords {
  /** One entry a search box; none is empty. */
  boxes: readonly (readonly KeywordClause[])[];
  /** Whether one box suffices. */
  any: boolean;
  fields: readonly KeywordField[];
}

export type KeywordField = 'everything' | 'title' | 'organization';

export type SearchCondition =
  | { kind: 'and' | 'or'; parts: readonly SearchCondition[] }
  | { kind: 'facet'; facet: JobFacetName; value: FacetValue }
  | { kind: 'title'; pattern: string }
  | { kind: 'organization-name'; name: string };

/** null: has none. */
export type FacetValue = number | null;

export interface FacetSelection {
  facet: JobFacetName;
  where: SearchCondition;
}

export type SearchArea =
  | { kind: 'radius'; lat: number; lon: number; km: number }
  /** `areas`: all names that an administrative area goes by; empty: the whole country. */
  | { kind: 'region'; country: string; areas: readonly string[] }
  /** Remote jobs that people of a country may take, without those of a radius search. */
  | { kind: 'remote'; country: string; beyond: { lat: number; lon: number; km: number } };

export interface FacetRequest {
  facet: JobFacetName;
  limit: number;
  minCount: number;
  missing: boolean;
}

export interface SearchAnswer {
  total: number;
  /** Ids of jobs, best first. */
  ids: readonly string[];
  /** In the order of the request; most frequent first, then by value. */
  facets: readonly FacetCounts[];
}

export interface FacetCounts {
  facet: JobFacetName;
  values: readonly FacetCount[];
}

export interface FacetCount {
  value: FacetValue;
  count: number;
}

/** Finds jobs. All implementations give the same answers. */
export interface SearchEngine {
  search(query: SearchQuery): Promise<SearchAnswer>;
}
