import type { PublicSite } from '#contract/pages/public-site.js';
import { sourcePaths } from '#contract/source-paths.js';
import {
  type Arrival,
  below,
  namedSource,
  readSource,
  SOURCE_FIELD,
  viewSource,
  type ViewSource,
} from '#contract/view-source.js';

/**
 * Determines the source from which a user came to the job whose application form they open. The address of the form names the source if the
 * job's page or the search page has added it. Otherwise it is derived from `Referer`: the search page, or the job's page if its address
 * names the source. In all other cases it is unknown, because users are not tracked from page to page.
 *
 * @param arrival the request for the form
 * @param isLoggedIn another website as referrer of a logged-in user says nothing: they may have returned from logging in there
 * @returns undefined if the source is unknown
 */
export function applicationSource(
  { url, host, referer }: Arrival,
  site: Pick<PublicSite, 'locales' | 'routeNames'>,
  { jobId, isLoggedIn }: { jobId: string; isLoggedIn: boolean },
): ViewSource | undefined {
  const query = new URLSearchParams(url.split('?')[1] ?? '');
  if (query.has(SOURCE_FIELD)) return readSource(query.get(SOURCE_FIELD));
  const named = readSource(namedSource(url));
  if (named) return named;
  const from = referer !== undefined && URL.canParse(referer) ? new URL(referer) : undefined;
  if (!from?.host) return undefined;
  if (from.host !== host) return isLoggedIn ? undefined : 'elsewhere';
  const paths = sourcePaths(site);
  if (below(paths.job, from.pathname) === jobId) return readSource(namedSource(from.search));
  return viewSource({ url: '', host, referer }, paths) === 'search' ? 'search' : undefined;
}
