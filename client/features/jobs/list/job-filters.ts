import { JobListFiltersDocument } from '#contract/generated/operations.js';
import { isUnsupported } from '#contract/backend/graphql-outcome.js';
import type { PageRequest } from '#contract/pages/page-request.js';

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
