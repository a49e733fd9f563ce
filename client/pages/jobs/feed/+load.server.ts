import { JobFeedDocument } from '#contract/generated/operations.js';
import { JOB_ORGANIZATION_FACET, SORT_RECENT } from '#contract/search/job-search.js';
import type { PageRequest } from '#contract/pages/page-request.js';
import { FEED_ENTRIES, jobFeedAtom, MAX_FEED_PAGES, firstFeedPath } from '../../../features/jobs/feed/job-feed-atom';
import { movedTo, withoutMerged } from '../../../features/jobs/list/find-jobs';
import { readJobSearch, jobSearchVariables } from '../../../features/jobs/search-state';
import { failedPage, type PageData } from '../../../lib/page-data';

/** The newest results of a search as an Atom feed. The query has fewer fields than that of the search page. */
export async function load(request: PageRequest): Promise<PageData> {
  const { site, query } = request;
  const requested = readJobSearch(query, []);
  // The feed's query returns no facets, which would show the organizations that have jobs.
  const remaining = await withoutMerged(request, requested, requested.facets[JOB_ORGANIZATION_FACET] ?? []);
  if (remaining) return movedTo(request, request.href(firstFeedPath(remaining)));
  const state = { ...requested, page: Math.min(requested.page, MAX_FEED_PAGES), sorting: SORT_RECENT.code };
  const variables = jobSearchVariables(state, { ...site, search: { ...site.search, jobsPerPage: FEED_ENTRIES } });
  const result = await request.graphql(JobFeedDocument, variables);
  if (!result.ok) return failedPage(request, result.failure);
  request.respond({
    headers: {
      'content-type': 'application/atom+xml; charset=utf-8',
      'content-security-policy': "default-src 'none'; frame-ancestors 'self'",
    },
  });
  const answer = result.data.searchAPISearch;
  return { head: { title: site.title }, document: jobFeedAtom({ state, answer }, request) };
}
