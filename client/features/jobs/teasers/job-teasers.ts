import type { JobTeaserFragment, TeasedJobsQuery, TeasedJobsQueryVariables } from '#contract/generated/operations.js';
import type { PublicSite } from '#contract/pages/public-site.js';

/** Jobs that are promoted for the same reason. */
export interface TeasedJobs {
  kind: 'top' | 'featured' | 'video';
  jobs: readonly JobTeaserFragment[];
}

/** @returns the variables of the request; undefined if the site promotes no jobs */
export function teasedJobsVariables({
  teasers,
  search,
}: Pick<PublicSite, 'teasers' | 'search'>): TeasedJobsQueryVariables | undefined {
  const { topJobs: top, featuredJobs: featured, videoJobs: video } = teasers;
  if (top + featured + video === 0) return undefined;
  const wanted = { withTop: top > 0, withFeatured: featured > 0, withVideo: video > 0 };
  return { language: [...search.languages], top, featured, video, ...wanted };
}

/** In the order of the page; kinds without jobs are omitted. */
export function teasedJobs({ top = [], featured = [], video = [] }: Partial<TeasedJobsQuery>): TeasedJobs[] {
  const all: TeasedJobs[] = [
    { kind: 'top', jobs: top },
    { kind: 'featured', jobs: featured },
    { kind: 'video', jobs: video },
  ];
  return all.filter(({ jobs }) => jobs.length > 0);
}
