import type { PageRequest } from '#contract/pages/page-request.js';
import { loadNewAlert, type NewAlertData } from '../../features/alerts/new-alert-page';
import { jobSearchHref } from '../../features/jobs/list/search-view';
import { readJobSearch, jobSearchVariables, withoutDates } from '../../features/jobs/search-state';
import type { PageData } from '../../lib/page-data';

/** The parameters of the page are those of the search at /jobs. */
export function load(request: PageRequest): Promise<NewAlertData | PageData> {
  const requested = readJobSearch(request.query, []);
  const lasting = withoutDates(requested);
  const state = { ...lasting, page: 1, why: undefined, jobId: undefined };
  return loadNewAlert(request, {
    kind: 'job',
    search: jobSearchVariables(state, request.site),
    page: jobSearchHref(state, { href: (path) => path, slugs: () => undefined }),
    isWithoutDates: lasting !== requested,
  });
}
