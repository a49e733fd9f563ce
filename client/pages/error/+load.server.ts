import { SearchJobsDocument } from '#contract/generated/operations.js';
import type { PageRequest } from '#contract/pages/page-request.js';
import { type JobSearchResult, jobSearchResult } from '../../features/jobs/list/search-view';
import { readJobSearch, jobSearchVariables } from '../../features/jobs/search-state';
import { errorPage, type PageData, type PageFailure } from '../../lib/page-data';

export interface ErrorPageData extends PageData {
  shown: PageFailure;
  popular?: Pick<JobSearchResult, 'facets'>;
}

const NOT_FOUND = 404;

export async function load(request: PageRequest): Promise<ErrorPageData> {
  const { status, reason } = request.error ?? { status: NOT_FOUND, reason: 'There is nothing at this address.' };
  const { head, failure } = errorPage(request, status, reason);
  // As on the page of the form itself, the form is shown with the error.
  if (request.form?.resent) return { head, failure, shown: failure };
  return { head, shown: failure, popular: status === NOT_FOUND ? await popularCauses(request) : undefined };
}

/** The job facets with their most common causes; undefined if they are unavailable. */
async function popularCauses(request: PageRequest): Promise<ErrorPageData['popular']> {
  const everything = jobSearchVariables(readJobSearch(new URLSearchParams(), []), request.site);
  const answer = await request.graphql(SearchJobsDocument, { ...everything, range: { first: 0, last: 1 } });
  return answer.ok ? jobSearchResult(answer.data) : undefined;
}
