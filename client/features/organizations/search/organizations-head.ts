import { ORGANIZATIONS_PATH } from '#contract/pages/paths.js';
import type { PageRequest } from '#contract/pages/page-request.js';
import { translator } from '#shared/text/translator.js';
import type { PageHead } from '../../../lib/head';
import { breadcrumbJsonLd, itemListJsonLd } from '../../../lib/structured-data';
import { foundSentence } from '../../../components/search/search-sentence';
import { ORGANIZATION_TEXTS, type OrganizationSearchView } from './organization-search-view';

/**
 * Title, canonical address and structured data of a search (ROUTE-06, ROUTE-14, ROUTE-16).
 * @param href builds addresses without a locale
 */
export function organizationsHead(
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
