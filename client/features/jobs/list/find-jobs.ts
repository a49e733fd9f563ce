import {
  SearchJobsDocument,
  UnderstoodJobsDocument,
  JobListFiltersDocument,
  OrganizationAddressDocument,
} from '#contract/generated/operations.js';
import { type GraphqlResult, isUnsupported } from '#contract/backend/graphql-outcome.js';
import type { PageRequest } from '#contract/pages/page-request.js';
import { JOB_FACETS, JOB_ORGANIZATION_FACET } from '#contract/search/job-search.js';
import { isUnderstood, type JobSearchState, jobSearchVariables, understoodSearchVariables } from '../search-state';
import { absentValues } from '../../../components/search/search-view';
import { firstPage } from '../../../components/search/search-state';
import type { PageData } from '../../../lib/page-data';
import type { JobSearchAnswer, JobSearchResult } from './search-view';

/** Maximum number of organizations to look up: each takes a request. Further ones stay in the search unchanged. */
const MAX_ORGANIZATIONS = 3;

const MOVED = 301;

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

/** @returns the chosen organizations for which neither the search result nor their page has a name: they may have been merged */
export function namelessOrganizations(
  state: JobSearchState,
  result: JobSearchResult,
  named: PageRequest['pathFacets'],
): string[] {
  return absentValues(JOB_FACETS, { pathFacets: named }, state, result)
    .filter(({ facet }) => facet === JOB_ORGANIZATION_FACET)
    .map(({ value }) => value);
}

/**
 * Replaces chosen organizations that were merged into others by those others, which are known from the redirects of their pages.
 *
 * @param suspects the chosen organizations to look up
 * @returns undefined if none was merged
 */
export async function withoutMerged(
  request: Pick<PageRequest, 'graphql'>,
  state: JobSearchState,
  suspects: readonly string[],
): Promise<JobSearchState | undefined> {
  const examined = suspects.slice(0, MAX_ORGANIZATIONS);
  const remaining = await Promise.all(examined.map((id) => remainingOf(request, id)));
  const others = new Map(examined.flatMap((id, index) => (remaining[index] ? [[id, remaining[index]] as const] : [])));
  if (others.size === 0) return undefined;
  const chosen = state.facets[JOB_ORGANIZATION_FACET] ?? [];
  const company = [...new Set(chosen.map((id) => others.get(id) ?? id))];
  return { ...firstPage(state), facets: { ...state.facets, [JOB_ORGANIZATION_FACET]: company } };
}

async function remainingOf({ graphql }: Pick<PageRequest, 'graphql'>, id: string): Promise<string | undefined> {
  const answer = await graphql(OrganizationAddressDocument, { path: `/organization/${id}` });
  const found = answer.ok ? answer.data.getRoutInfo : undefined;
  const target = found?.__typename === 'RedirectResponse' ? found.target : undefined;
  const other = /^\/organization\/(\d+)(?:\/|$)/.exec(target ?? '')?.[1];
  return other === id ? undefined : other;
}

/** Responds with a permanent redirect. */
export function movedTo(request: PageRequest, location: string): PageData {
  request.respond({ status: MOVED, headers: { location } });
  return { head: { title: request.site.title }, failure: { status: MOVED, reference: request.requestId } };
}
