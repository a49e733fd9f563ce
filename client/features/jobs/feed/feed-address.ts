import { JOB_FEED_PATH } from '#contract/pages/paths.js';
import { searchParameters } from '../../../components/search/search-address';
import { defaultSorting, firstPage } from '../../../components/search/search-state';
import { JOB_SEARCH, type JobSearchState } from '../search-state';

/**
 * @returns the path of a page of a search's feed. Its order is fixed and so has no parameter; facets are part of the
 * query.
 */
export function jobFeedPath(state: JobSearchState): string {
  const sorting = defaultSorting(JOB_SEARCH, state.search);
  const shown: JobSearchState = { ...state, sorting, jobId: undefined, why: undefined, wordsOnly: undefined };
  const query = new URLSearchParams(searchParameters(JOB_SEARCH, shown));
  return query.size > 0 ? `${JOB_FEED_PATH}?${query.toString()}` : JOB_FEED_PATH;
}

/** @returns the path of the feed of a search's results */
export function firstFeedPath(state: JobSearchState): string {
  return jobFeedPath(firstPage(state));
}
