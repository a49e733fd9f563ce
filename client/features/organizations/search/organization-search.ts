import type {
  OrganizationFacetTermsQuery,
  SearchOrganizationsQueryVariables,
  OrganizationCardFragment,
  SearchOrganizationsQuery,
} from '#contract/generated/operations.js';
import { SORT_RELEVANCE } from '#contract/search/job-search.js';
import {
  CLEAN_ORGANIZATION_FACETS,
  FEATURED_FIELD,
  ORGANIZATION_FACETS,
  ORGANIZATION_RADIUS,
  SORT_NAME,
} from '#contract/search/organization-search.js';
import { ORGANIZATIONS_PATH } from '#contract/pages/paths.js';
import type { PublicSite } from '#contract/pages/public-site.js';
import type { PageRequest } from '#contract/pages/page-request.js';
import type { Href } from '#contract/pages/route-names.js';
import { type SearchAddress, searchHref } from '../../../components/search/search-address';
import {
  type PathFacets,
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

export const ORGANIZATION_TEXTS: SearchTexts = {
  facet: (name) => `organizations.facet.${name}`,
  sort: (name) => `organizations.sort.${name}`,
  empty: (name) => `organizations.empty.${name}`,
  found: (kind) => `organizations.found.${kind}`,
  corrected: 'organizations.corrected',
  unknownPlace: 'organizations.unknownPlace',
};

type SearchSite = Pick<PublicSite, 'search' | 'countries'> & {
  features: Pick<PublicSite['features'], 'onlyFeaturedOrganizations'>;
};

/** The part of the search for organizations that is the same for all searches. */
export interface OrganizationSearch extends SearchAddress {
  facets: readonly { name: string; field: string; vocabulary: keyof OrganizationFacetTermsQuery }[];
}

/** @returns the search of a site: fields of study are offered only if the site has enabled them */
export function organizationSearch({
  features,
}: {
  features: Pick<PublicSite['features'], 'fieldsOfStudy'>;
}): OrganizationSearch {
  return {
    path: ORGANIZATIONS_PATH,
    cleanFacets: CLEAN_ORGANIZATION_FACETS,
    facets: ORGANIZATION_FACETS.filter(({ name }) => name !== 'field_of_study' || features.fieldsOfStudy),
    sortings: [SORT_NAME.code, SORT_RELEVANCE.code],
    sortingWithoutWords: SORT_NAME.code,
  };
}

/** Parses a search from an address. Never fails. */
export function readOrganizationSearch(
  kind: OrganizationSearch,
  query: URLSearchParams,
  pathFacets: PathFacets,
): SearchState {
  return readSearch(kind, query, pathFacets);
}

/** Variables of a search request (SEARCH-06, SEARCH-07). */
export function organizationSearchVariables(
  kind: OrganizationSearch,
  state: SearchState,
  { search, countries, features }: SearchSite,
): SearchOrganizationsQueryVariables {
  const { languages, organizationsPerPage } = search;
  const onlyFeatured = [{ name: FEATURED_FIELD, value: '1', operator: '=' }];
  return {
    language: languagesOf(state, languages),
    fulltext: state.search ? { keys: [state.search] } : null,
    condition_group: {
      conjunction: 'AND',
      conditions: features.onlyFeaturedOrganizations ? onlyFeatured : [],
      groups: facetGroups(kind.facets, state),
    },
    geoLocation: geoLocationOf(state, countries, ORGANIZATION_RADIUS),
    range: { first: (state.page - 1) * organizationsPerPage, last: organizationsPerPage },
    sorts: sortsOf(state, search.featuredOrganizationsFirst),
    facets: facetInputs(kind.facets),
    why: state.why ?? false,
  };
}

/** With search words, results are sorted by relevance, whether they are featured or not. */
function sortsOf(state: SearchState, featuredFirst: boolean): SearchOrganizationsQueryVariables['sorts'] {
  if (state.sorting === SORT_RELEVANCE.code) return [];
  const byName = { field: SORT_NAME.field, value: SORT_NAME.value };
  return featuredFirst && !state.search ? [{ field: FEATURED_FIELD, value: 'desc' }, byName] : [byName];
}

type Answer = SearchOrganizationsQuery['searchAPISearch'];

export interface OrganizationSearchResult extends Omit<Answer, 'documents'> {
  documents: OrganizationCardFragment[];
}

/** The result of a search for organizations; documents of other kinds are left out. */
export function organizationSearchResult({
  searchAPISearch: answer,
}: SearchOrganizationsQuery): OrganizationSearchResult {
  return { ...answer, documents: answer.documents.filter(isOrganization) };
}

function isOrganization(document: Answer['documents'][number]): document is OrganizationCardFragment {
  return 'id' in document;
}

/** A search for organizations and its response, with the addresses of related searches. */
export interface OrganizationSearchView extends SearchView {
  result: OrganizationSearchResult;
}

export function organizationSearchView(
  kind: OrganizationSearch,
  state: SearchState,
  result: OrganizationSearchResult,
  page: { href: Href; pathFacets: PageRequest['pathFacets'] },
): OrganizationSearchView {
  const values = facetValues(kind.facets, state, result.facets, page.pathFacets);
  const slugs = (facet: string, value: string) =>
    values.get(facet)?.find((known) => known.filter === value)?.slug ?? undefined;
  const href = (other: SearchState) => searchHref(kind, other, { href: page.href, slugs });
  return literalSearchView({ kind, texts: ORGANIZATION_TEXTS, state, result, values, href });
}
