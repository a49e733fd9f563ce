import { SearchJobsDocument, UnderstoodJobsDocument, JobListFiltersDocument } from '#contract/generated/operations.js';
import { type GraphqlResult, isUnsupported } from '#contract/backend/graphql-outcome.js';
import type { PageRequest } from '#contract/pages/page-request.js';
import { isUnderstood, type JobSearchState, jobSearchVariables, understoodSearchVariables } from '../search-state';
import type { JobSearchAnswer } from './search-view';

const CACHE_MS = 60_000;
const cached = new WeakMap<PageRequest['site'], { filters: readonly string[]; until: number }>();

/**
 * The job facets that the backend counts for a site, cached for a minute.
 *
 * @returns their fields; empty if the backend does not know the query
 */
export async function jobFilters({
  site,
  now,
  graphql,
}: Pick<PageRequest, 'site' | 'now' | 'graphql'>): Promise<readonly string[]> {
  const known = cached.get(site);
  if (known && now.getTime() < known.until) return known.filters;
  const answer = await graphql(JobListFiltersDocument, {});
  if (!answer.ok && !isUnsupported(answer.failure)) return [];
  const filters = answer.ok ? answer.data.jobListFilters : [];
  cached.set(site, { filters, until: now.getTime() + CACHE_MS });
  return filters;
}

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
