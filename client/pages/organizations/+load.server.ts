import {
  FeaturedOrganizationsDocument,
  type FeaturedOrganizationsQuery,
  OrganizationFacetTermsDocument,
  SearchOrganizationsDocument,
} from '#contract/generated/operations.js';
import { ORGANIZATION_RADIUS } from '#contract/search/organization-search.js';
import type { PageRequest } from '#contract/pages/page-request.js';
import { absentValues, nameTerms } from '../../components/search/filters/absent-facets';
import { shownRadius } from '../../components/search/shown-radius';
import { hasPlace, type SearchState } from '../../components/search/search-state';
import {
  type OrganizationSearch,
  organizationSearch,
  organizationSearchVariables,
  readOrganizationSearch,
} from '../../features/organizations/search/organization-search';
import {
  type OrganizationSearchResult,
  organizationSearchResult,
  organizationSearchView,
} from '../../features/organizations/search/organization-search-view';
import { organizationsHead } from '../../features/organizations/search/organizations-head';
import { failedPage, type PageData } from '../../lib/page-data';

export interface OrganizationsPageData extends PageData {
  kind: OrganizationSearch;
  state: SearchState;
  result: OrganizationSearchResult;
  pathFacets: PageRequest['pathFacets'];
  /** Shown before the list if there are no search criteria. */
  featured: FeaturedOrganizationsQuery['featuredOrganizations'];
  /** The facet of which all values are shown. */
  whole?: string;
  /** The selected radius; undefined hides the field. */
  radius?: number;
}

export async function load(request: PageRequest): Promise<OrganizationsPageData | PageData> {
  const { site, query } = request;
  const kind = organizationSearch(site);
  const asked = readOrganizationSearch(kind, query, request.pathFacets);
  // A form without scripts sends the radius even if there is no place.
  const state = hasPlace(asked) ? asked : { ...asked, radius: undefined };
  const first = showsFeatured(state, site) ? site.search.featuredOrganizations : 0;
  const [search, featured] = await Promise.all([
    request.graphql(SearchOrganizationsDocument, organizationSearchVariables(kind, state, site)),
    first > 0 ? request.graphql(FeaturedOrganizationsDocument, { first }) : undefined,
  ]);
  if (!search.ok) return failedPage(request, search.failure);
  const result = organizationSearchResult(search.data);
  const absent = await nameTerms(absentValues(kind.facets, request, state, result), () =>
    request.graphql(OrganizationFacetTermsDocument, {}),
  );
  const pathFacets = [...request.pathFacets, ...absent];
  const whole = query.get('more') ?? undefined;
  const view = organizationSearchView(kind, state, result, { href: (path) => path, pathFacets });
  return {
    head: organizationsHead(view, { ...request, pathFacets }, whole),
    kind,
    state,
    result,
    pathFacets,
    whole,
    featured: featured?.ok ? featured.data.featuredOrganizations : [],
    radius: shownRadius(asked.radius, result.location, ORGANIZATION_RADIUS),
  };
}

/** Featured organizations are not shown before a list that contains them anyway, or that has search criteria. */
function showsFeatured(state: SearchState, { features }: PageRequest['site']): boolean {
  const isAsked =
    state.search !== '' || hasPlace(state) || Object.values(state.facets).some((values) => values?.length);
  return !isAsked && state.page === 1 && !features.onlyFeaturedOrganizations;
}
