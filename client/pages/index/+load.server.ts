import {
  FeaturedOrganizationsDocument,
  type FeaturedOrganizationsQuery,
  LatestArticlesDocument,
  type LatestArticlesQuery,
  TeasedJobsDocument,
  TrainingOrganizationsDocument,
  type TrainingOrganizationsQuery,
} from '#contract/generated/operations.js';
import { translator } from '#shared/text/translator.js';
import { isUnsupported } from '#contract/backend/graphql-outcome.js';
import type { PageRequest } from '#contract/pages/page-request.js';
import { JOBS_PATH } from '#contract/pages/paths.js';
import type { JobSearchResult } from '../../features/jobs/list/search-view';
import { newestJobs } from '../../features/jobs/recommended-jobs';
import { type TeasedJobs, teasedJobs, teasedJobsVariables } from '../../features/jobs/teasers/job-teaser';
import { newsFeeds } from '../../features/news/news-links';
import { failedPage, type PageData } from '../../lib/page-data';

export interface HomePageData extends PageData {
  /** undefined if the backend has no job search. */
  result?: JobSearchResult;
  organizations: FeaturedOrganizationsQuery['featuredOrganizations'];
  teased: TeasedJobs[];
  trainers: TrainingOrganizationsQuery['trainingOrganizations'];
  /** The latest articles; empty if the site has none. */
  news: LatestArticlesQuery['articles']['items'];
}

const NEWEST = 6;
const NEWS = 3;
/** Number of articles; the first one is larger. */
const NEWS_FIRST = 4;

export async function load(request: PageRequest): Promise<HomePageData | PageData> {
  const { site } = request;
  const teasers = teasedJobsVariables(site);
  const training = site.teasers.trainingOrganizations;
  const [search, featured, teased, trainers, articles] = await Promise.all([
    newestJobs(request, NEWEST),
    request.graphql(FeaturedOrganizationsDocument, { first: site.search.featuredOrganizations }),
    teasers && request.graphql(TeasedJobsDocument, teasers),
    training > 0 ? request.graphql(TrainingOrganizationsDocument, { first: training }) : undefined,
    request.graphql(LatestArticlesDocument, { limit: site.newsFirst ? NEWS_FIRST : NEWS }),
  ]);
  if (!search.ok && !isUnsupported(search.failure)) return failedPage(request, search.failure);
  if (articles.ok && articles.data.articles.nextAt)
    request.respond({ validUntil: new Date(articles.data.articles.nextAt) });
  const news = articles.ok ? articles.data.articles.items : [];
  const t = translator(request.locale, request.messages);
  return {
    head: {
      title: t('home.title', { site: site.title }),
      description: t('home.promiseDetail'),
      feeds: news.length > 0 ? newsFeeds(request) : undefined,
      structuredData: [webSite(request)],
    },
    result: search.ok ? search.data : undefined,
    organizations: featured.ok ? featured.data.featuredOrganizations : [],
    teased: teased?.ok ? teasedJobs(teased.data) : [],
    trainers: trainers?.ok ? trainers.data.trainingOrganizations : [],
    news,
  };
}

/** Tells search engines that this site has a search, and its address. */
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
