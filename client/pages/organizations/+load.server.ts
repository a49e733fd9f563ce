import {
  FeaturedOrganizationsDocument,
  type FeaturedOrganizationsQuery,
  OrganizationFacetTermsDocument,
  SearchOrganizationsDocument,
} from '#contract/generated/operations.js';
import { ORGANIZATION_RADIUS } from '#contract/search/organization-search.js';
import type { PageRequest } from '#contract/pages/page-request.js';
import { ORGANIZATIONS_PATH } from '#contract/pages/paths.js';
import { translator } from '#shared/text/translator.js';
import { foundSentence, shownRadius, absentValues, nameTerms } from '../../components/search/search-view';
import { hasPlace, type SearchState } from '../../components/search/search-state';
import {
  type OrganizationSearch,
  organizationSearch,
  organizationSearchVariables,
  readOrganizationSearch,
  type OrganizationSearchResult,
  organizationSearchResult,
  organizationSearchView,
  ORGANIZATION_TEXTS,
  type OrganizationSearchView,
} from '../../features/organizations/search/organization-search';
import type { PageHead } from '../../lib/head';
import { failedPage, type PageData } from '../../lib/page-data';
import { breadcrumbJsonLd, itemListJsonLd } from '../../lib/structured-data';

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
  const requested = readOrganizationSearch(kind, query, request.pathFacets);
  // A form without scripts sends the radius even if there is no place.
  const state = hasPlace(requested) ? requested : { ...requested, radius: undefined };
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
    radius: shownRadius(requested.radius, result.location, ORGANIZATION_RADIUS),
  };
}

/** Featured organizations are not shown before a list that contains them anyway, or that has search criteria. */
function showsFeatured(state: SearchState, { features }: PageRequest['site']): boolean {
  const isAsked =
    state.search !== '' || hasPlace(state) || Object.values(state.facets).some((values) => values?.length);
  return !isAsked && state.page === 1 && !features.onlyFeaturedOrganizations;
}

/**
 * Title, canonical address and structured data of a search (ROUTE-06, ROUTE-14, ROUTE-16).
 * @param href builds addresses without a locale
 */
function organizationsHead(
  { state, result, href }: OrganizationSearchView,
  request: PageRequest,
  whole: string | undefined,
): PageHead {
  const { site, pathFacets, origin } = request;
  const t = translator(request.locale, request.messages);
  const facets = pathFacets.map(({ label }) => label).join(', ');
  const about = facets ? t('organizations.title.facets', { facets }) : t('organizations.title.all');
  const where = result.location
    ? t('organizations.title.near', { organizations: about, place: result.location.name })
    : about;
  const words = state.search ? t('organizations.title.words', { organizations: where, search: state.search }) : where;
  const title = state.page > 1 ? t('organizations.title.page', { organizations: words, page: state.page }) : words;
  const page = { origin, href: request.href, siteTitle: site.title };
  const trail = [
    { name: t('layout.home'), path: '/' },
    { name: t('organizations.title.all'), path: ORGANIZATIONS_PATH },
    ...(facets ? [{ name: facets, path: request.path }] : []),
  ];
  const first = (state.page - 1) * site.search.organizationsPerPage + 1;
  return {
    title,
    description: `${foundSentence(ORGANIZATION_TEXTS, state, result, t)}. ${t('organizations.description', { site: site.title })}`,
    canonical: href({ ...state, why: undefined }),
    robots: result.documents.length === 0 || whole || state.why ? 'noindex, follow' : undefined,
    structuredData: [
      ...(result.documents.length ? [itemListJsonLd(result.documents, first, page)] : []),
      breadcrumbJsonLd(trail, page),
    ],
  };
}
