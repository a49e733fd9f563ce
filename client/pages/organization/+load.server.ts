import {
  OrganizationDetailDocument,
  type OrganizationDetailsFragment,
  SearchJobsDocument,
} from '#contract/generated/operations.js';
import { translator } from '#shared/text/translator.js';
import { ORGANIZATIONS_PATH } from '#contract/pages/paths.js';
import type { PageRequest } from '#contract/pages/page-request.js';
import { webAddress } from '../../components/embeds/embed-address';
import { breadcrumbJsonLd } from '../../lib/structured-data';
import { type JobSearchResult, jobSearchResult } from '../../features/jobs/list/search-view';
import { readJobSearch, jobSearchVariables } from '../../features/jobs/search-state';
import { lookUp, NO_SUCH_PAGE } from '../../lib/lookup';
import { absentContent, absentPage, type PageData } from '../../lib/page-data';

export interface OrganizationPageData extends PageData {
  organization: OrganizationDetailsFragment;
  jobs: JobSearchResult['documents'];
}

export async function load(request: PageRequest): Promise<OrganizationPageData | PageData> {
  const { site, origin, href } = request;
  const id = request.route?.id;
  if (!id) return absentPage(request, NO_SUCH_PAGE);
  const search = jobSearchVariables(readJobSearch(new URLSearchParams({ company: id }), []), site);
  const [answer, jobs] = await Promise.all([
    request.graphql(OrganizationDetailDocument, { id }),
    request.graphql(SearchJobsDocument, { ...search, facets: [] }),
  ]);
  const found = lookUp(answer, (data) => data.organizationProfile);
  if (found.kind !== 'found') return absentContent(request, found);
  const organization = found.value;
  const t = translator(request.locale, request.messages);
  const { name, mission, url } = organization;
  const page = { origin, href, siteTitle: site.title };
  const fallbackDescription = t('organization.description', { name, site: site.title });
  return {
    head: {
      title: name,
      description: mission ?? fallbackDescription,
      canonical: url.path,
      image: organization.cover?.url ?? organization.logo?.url,
      metatags: request.route?.metatags,
      translations: [{ language: organization.language, path: url.path }],
      structuredData: [
        organizationJsonLd(organization, {
          url: origin + href(url.path),
          origin,
          fallbackLogo: site.assets.icon,
          fallbackDescription,
        }),
        breadcrumbJsonLd(
          [
            { name: t('layout.home'), path: '/' },
            { name: t('organizations.title.all'), path: ORGANIZATIONS_PATH },
            { name, path: url.path },
          ],
          page,
        ),
      ],
    },
    organization,
    jobs: jobs.ok ? jobSearchResult(jobs.data).documents : [],
  };
}

/**
 * An organization as structured data for search engines (ROUTE-16), with the site's generic description if it has none.
 */
function organizationJsonLd(
  organization: OrganizationDetailsFragment,
  page: { url: string; origin: string; fallbackLogo: string; fallbackDescription: string },
): object {
  const {
    name,
    alternativeName,
    logo,
    mission,
    foundedYear,
    organizationLocation: address,
    socialProfiles,
  } = organization;
  const profiles = socialProfiles.map(({ url }) => webAddress(url)).filter((url) => url !== undefined);
  const image = logo?.url ?? page.fallbackLogo;
  return {
    '@context': 'https://schema.org',
    '@type': 'Organization',
    name,
    alternateName: alternativeName ?? undefined,
    url: webAddress(organization.website) ?? page.url,
    logo: image.startsWith('/') ? page.origin + image : image,
    description: mission ?? page.fallbackDescription,
    foundingDate: foundedYear ? String(foundedYear) : undefined,
    sameAs: profiles.length ? profiles : undefined,
    address: address
      ? {
          '@type': 'PostalAddress',
          streetAddress: address.addressLine1 ?? undefined,
          addressLocality: address.locality ?? undefined,
          addressRegion: address.administrativeArea ?? undefined,
          postalCode: address.zip ?? undefined,
          addressCountry: address.countryCode,
        }
      : undefined,
  };
}
