import type { SearchResumesQueryVariables } from '#contract/generated/operations.js';
import { SORT_RELEVANCE } from '#contract/search/job-search.js';
import { FEATURED_FIELD } from '#contract/search/organization-search.js';
import { RESUMES_PATH } from '#contract/pages/paths.js';
import type { PublicSite } from '#contract/pages/public-site.js';
import { RESUME_FACETS, RESUME_RADIUS, SORT_CHANGED } from '#contract/search/resume-search.js';
import type { SearchAddress } from '../../../components/search/search-address';
import {
  firstPage,
  readSearch,
  type SearchState,
  facetGroups,
  facetInputs,
  geoLocationOf,
  languagesOf,
} from '../../../components/search/search-state';

/** The part of the search for people that is the same for all searches. */
export interface ResumeSearch extends SearchAddress {
  facets: readonly (typeof RESUME_FACETS)[number][];
}

/** @returns the search of a site: fields of study are offered only if the site has enabled them */
export function resumeSearch({ features }: { features: Pick<PublicSite['features'], 'fieldsOfStudy'> }): ResumeSearch {
  return {
    path: RESUMES_PATH,
    // Clean paths exist for search engines, which have no access to this search.
    cleanFacets: 0,
    facets: RESUME_FACETS.filter(({ name }) => name !== 'field_of_study' || features.fieldsOfStudy),
    sortings: [SORT_CHANGED.code, SORT_RELEVANCE.code],
    sortingWithoutWords: SORT_CHANGED.code,
  };
}

/** Parses a search from an address. Never fails. */
export function readResumeSearch(kind: ResumeSearch, query: URLSearchParams): SearchState {
  return readSearch(kind, query, []);
}

/** @returns the same words and place, without facets */
export function withoutFilters(state: SearchState): SearchState {
  return { ...firstPage(state), locale: undefined, facets: {} };
}

/** `features` is optional, because a query that only counts needs no order. */
type SearchSite = Pick<PublicSite, 'search' | 'countries'> & { features?: Pick<PublicSite['features'], 'topCv'> };

/** Variables of a search request (SEARCH-06, SEARCH-08). */
export function resumeSearchVariables(
  kind: ResumeSearch,
  state: SearchState,
  { search, countries, features }: SearchSite,
): SearchResumesQueryVariables {
  const { languages, resumesPerPage } = search;
  return {
    language: languagesOf(state, languages),
    fulltext: state.search ? { keys: [state.search] } : null,
    condition_group: { conjunction: 'AND', conditions: [], groups: facetGroups(kind.facets, state) },
    geoLocation: geoLocationOf(state, countries, RESUME_RADIUS),
    range: { first: (state.page - 1) * resumesPerPage, last: resumesPerPage },
    sorts: sortsOf(state, features?.topCv ?? false),
    facets: facetInputs(kind.facets),
    why: state.why ?? false,
  };
}

/** With search words, results are sorted by relevance, whether they are complete or not. */
function sortsOf(state: SearchState, topFirst: boolean): SearchResumesQueryVariables['sorts'] {
  if (state.sorting === SORT_RELEVANCE.code) return [];
  const newest = { field: SORT_CHANGED.field, value: SORT_CHANGED.value };
  return topFirst && !state.search ? [{ field: FEATURED_FIELD, value: 'desc' }, newest] : [newest];
}
