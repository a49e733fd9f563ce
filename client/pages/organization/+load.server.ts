import {
  OrganizationDetailDocument,
  type OrganizationDetailsFragment,
  SearchJobsDocument,
} from '#contract/generated/operations.js';
import { translator } from '#shared/text/translator.js';
import { ORGANIZATIONS_PATH } from '#contract/pages/paths.js';
import type { PageRequest } from '#contract/pages/page-request.js';
import { breadcrumbJsonLd } from '../../lib/structured-data';
import { type JobSearchResult, jobSearchResult } from '../../features/jobs/list/search-view';
import { jobSearchVariables } from '../../features/jobs/search-request';
import { readJobSearch } from '../../features/jobs/search-state';
import { organizationJsonLd } from '../../features/organizations/organization-json-ld';
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
