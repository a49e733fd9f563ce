import { OrganizationAddressDocument } from '#contract/generated/operations.js';
import { JOB_FACETS, JOB_ORGANIZATION_FACET } from '#contract/search/job-search.js';
import type { PageRequest } from '#contract/pages/page-request.js';
import { absentValues } from '../../../components/search/filters/absent-facets';
import { firstPage } from '../../../components/search/search-state';
import type { PageData } from '../../../lib/page-data';
import type { JobSearchState } from '../search-state';
import type { JobSearchResult } from './search-view';

/** Maximum number of organizations to look up: each takes a request. Further ones stay in the search unchanged. */
const MAX_ORGANIZATIONS = 3;
const MOVED = 301;

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
  const asked = suspects.slice(0, MAX_ORGANIZATIONS);
  const remaining = await Promise.all(asked.map((id) => remainingOf(request, id)));
  const others = new Map(asked.flatMap((id, index) => (remaining[index] ? [[id, remaining[index]] as const] : [])));
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
