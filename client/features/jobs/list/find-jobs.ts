import { SearchJobsDocument, UnderstoodJobsDocument } from '#contract/generated/operations.js';
import { type GraphqlResult, isUnsupported } from '#contract/backend/graphql-outcome.js';
import type { PageRequest } from '#contract/pages/page-request.js';
import { isUnderstood, jobSearchVariables, understoodSearchVariables } from '../search-request';
import type { JobSearchState } from '../search-state';
import type { JobSearchAnswer } from './search-view';

/**
 * Requests a search. If it has words, filters are read from them; if the backend does not support that, it is asked for
 * the plain words, from the second search on immediately.
 *
 * @param filters fields of the filters that the backend supports in addition to the common ones
 */
export async function findJobs(
  request: Pick<PageRequest, 'graphql' | 'site'>,
  state: JobSearchState,
  filters: readonly string[],
): Promise<GraphqlResult<JobSearchAnswer>> {
  const { site } = request;
  const asIs = () => request.graphql(SearchJobsDocument, jobSearchVariables(state, site, filters));
  if (!isUnderstood(state)) return asIs();
  const answer = await request.graphql(UnderstoodJobsDocument, understoodSearchVariables(state, site, filters));
  return answer.ok || !isUnsupported(answer.failure) ? answer : asIs();
}
