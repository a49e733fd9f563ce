import type { PublicSite } from '#contract/pages/public-site.js';
import { sourcePaths } from '#contract/source-paths.js';
import {
  type Arrival,
  below,
  campaignOf,
  readSource,
  SOURCE_FIELD,
  viewSource,
  type ViewSource,
} from '#contract/view-source.js';

/**
 * By which way somebody came to the job whose form they open. The address of the form says it in a word, as the job's page or the search page
 * has put it there; else the page before tells it, where that is the search page, or the job's page with what a link says of itself. How
 * somebody came to a job's page of a plain address cannot be known here: nobody is followed from page to page.
 *
 * @param arrival at the form
 * @param isLoggedIn whoever is comes from another website also where they have only logged in there, which says nothing
 * @returns undefined: nobody knows
 */
export function applicationSource(
  { url, host, referer }: Arrival,
  site: Pick<PublicSite, 'locales' | 'routeNames'>,
  { jobId, isLoggedIn }: { jobId: string; isLoggedIn: boolean },
): ViewSource | undefined {
  const query = new URLSearchParams(url.split('?')[1] ?? '');
  if (query.has(SOURCE_FIELD)) return readSource(query.get(SOURCE_FIELD));
  const named = campaignOf(url);
  if (named) return named;
  const from = referer !== undefined && URL.canParse(referer) ? new URL(referer) : undefined;
  if (!from?.host) return undefined;
  if (from.host !== host) return isLoggedIn ? undefined : 'elsewhere';
  const paths = sourcePaths(site);
  if (below(paths.job, from.pathname) === jobId) return campaignOf(from.search);
  return viewSource({ url: '', host, referer }, paths) === 'search' ? 'search' : undefined;
}
