import type { OrganizationCardFragment, SearchOrganizationsQuery } from '#contract/generated/operations.js';
import type { PageRequest } from '#contract/pages/page-request.js';
import type { Href } from '#contract/pages/route-names.js';
import { searchHref } from '../../../components/search/search-address';
import type { SearchState } from '../../../components/search/search-state';
import { facetValues, type SearchTexts, type SearchView } from '../../../components/search/search-view';
import { type OrganizationSearch, withoutFilters } from './organization-search';

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

export const ORGANIZATION_TEXTS: SearchTexts = {
  facet: (name) => `organizations.facet.${name}`,
  sort: (name) => `organizations.sort.${name}`,
  empty: (name) => `organizations.empty.${name}`,
  found: (kind) => `organizations.found.${kind}`,
  corrected: 'organizations.corrected',
  unknownPlace: 'organizations.unknownPlace',
};

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
  return {
    kind,
    texts: ORGANIZATION_TEXTS,
    state,
    explicit: state,
    read: [],
    result,
    href,
    here: href(state),
    others: [],
    values: (facet) => values.get(facet) ?? [],
    withoutFilters: withoutFilters(state),
  };
}
