import type {
  SearchResumesQueryVariables,
  ResumeCardFragment,
  SearchResumesQuery,
} from '#contract/generated/operations.js';
import { SORT_RELEVANCE } from '#contract/search/job-search.js';
import { FEATURED_FIELD } from '#contract/search/organization-search.js';
import { RESUMES_PATH } from '#contract/pages/paths.js';
import type { PublicSite } from '#contract/pages/public-site.js';
import { RESUME_FACETS, RESUME_RADIUS, SORT_CHANGED } from '#contract/search/resume-search.js';
import type { PageRequest } from '#contract/pages/page-request.js';
import type { Href } from '#contract/pages/route-names.js';
import { type SearchAddress, searchHref } from '../../../components/search/search-address';
import {
  readSearch,
  type SearchState,
  facetGroups,
  facetInputs,
  geoLocationOf,
  languagesOf,
} from '../../../components/search/search-state';
import {
  facetValues,
  literalSearchView,
  type SearchTexts,
  type SearchView,
} from '../../../components/search/search-view';

export const RESUME_TEXTS: SearchTexts = {
  facet: (name) => `resumes.facet.${name}`,
  sort: (name) => `resumes.sort.${name}`,
  empty: (name) => `resumes.empty.${name}`,
  found: (kind) => `resumes.found.${kind}`,
  corrected: 'resumes.corrected',
  unknownPlace: 'resumes.unknownPlace',
};

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

type Answer = SearchResumesQuery['searchAPISearch'];

export interface ResumeSearchResult extends Omit<Answer, 'documents'> {
  documents: ResumeCardFragment[];
}

/** The result of a search for resumes; documents of other kinds are left out. */
export function resumeSearchResult({ searchAPISearch: answer }: SearchResumesQuery): ResumeSearchResult {
  return { ...answer, documents: answer.documents.filter(isResume) };
}

function isResume(document: Answer['documents'][number]): document is ResumeCardFragment {
  return 'id' in document;
}

/** A search for resumes and its response, with the addresses of related searches. */
export interface ResumeSearchView extends SearchView {
  result: ResumeSearchResult;
}

/** @param page.named selected values that the response does not contain */
export function resumeSearchView(
  kind: ResumeSearch,
  state: SearchState,
  result: ResumeSearchResult,
  page: { href: Href; named: PageRequest['pathFacets'] },
): ResumeSearchView {
  const values = facetValues(kind.facets, state, result.facets, page.named);
  const href = (other: SearchState) => resumesHref(kind, other, page.href);
  return literalSearchView({ kind, texts: RESUME_TEXTS, state, result, values, href });
}

/** The address of a search for resumes. */
export function resumesHref(kind: ResumeSearch, state: SearchState, href: Href): string {
  return searchHref(kind, state, { href, slugs: () => undefined });
}
