import {
  FeaturedOrganizationsDocument,
  type FeaturedOrganizationsQuery,
  SearchJobsDocument,
  TeasedJobsDocument,
  TrainingOrganizationsDocument,
  type TrainingOrganizationsQuery,
} from '../../../src/contract/generated/operations.js';
import { translator } from '../../../src/contract/translator.js';
import type { PageRequest } from '../../../src/contract/page-request.js';
import { JOBS_PATH } from '../../../src/contract/paths.js';
import { type JobSearchResult, jobSearchResult } from '../../features/jobs/list/search-view';
import { jobSearchVariables } from '../../features/jobs/search-request';
import { readJobSearch } from '../../features/jobs/search-state';
import { type TeasedJobs, teasedJobs, teasedJobsVariables } from '../../features/jobs/teasers/job-teasers';
import { failedPage, type PageData } from '../../lib/page-data';

export interface HomePageData extends PageData {
  result: JobSearchResult;
  organizations: FeaturedOrganizationsQuery['featuredOrganizations'];
  teased: TeasedJobs[];
  trainers: TrainingOrganizationsQuery['trainingOrganizations'];
}

const NEWEST = 6;

export async function load(request: PageRequest): Promise<HomePageData | PageData> {
  const { site } = request;
  const everything = jobSearchVariables(readJobSearch(new URLSearchParams(), []), site);
  const teasers = teasedJobsVariables(site);
  const training = site.teasers.trainingOrganizations;
  const [search, featured, teased, trainers] = await Promise.all([
    request.graphql(SearchJobsDocument, { ...everything, range: { first: 0, last: NEWEST } }),
    request.graphql(FeaturedOrganizationsDocument, { first: site.search.featuredOrganizations }),
    teasers && request.graphql(TeasedJobsDocument, teasers),
    training > 0 ? request.graphql(TrainingOrganizationsDocument, { first: training }) : undefined,
  ]);
  if (!search.ok) return failedPage(request, search.failure);
  const t = translator(request.locale, request.messages);
  return {
    head: {
      title: t('home.title', { site: site.title }),
      description: t('home.promiseDetail'),
      structuredData: [webSite(request)],
    },
    result: jobSearchResult(search.data),
    organizations: featured.ok ? featured.data.featuredOrganizations : [],
    teased: teased?.ok ? teasedJobs(teased.data) : [],
    trainers: trainers?.ok ? trainers.data.trainingOrganizations : [],
  };
}

/** Tells search engines that this site can be searched, and how. */
function webSite({ origin, href, site }: PageRequest): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'WebSite',
    name: site.title,
    url: origin + href('/'),
    potentialAction: {
      '@type': 'SearchAction',
      target: { '@type': 'EntryPoint', urlTemplate: `${origin}${href(JOBS_PATH)}?search={search_term_string}` },
      'query-input': 'required name=search_term_string',
    },
  };
}
