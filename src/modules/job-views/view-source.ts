import type { ViewSource } from '#contract/job-views.js';
import { JOBS_PATH } from '#contract/pages/paths.js';
import type { PublicSite } from '#contract/pages/public-site.js';
import { splitLocale } from '../routing/index.js';

/** What a request for a job's page says about where somebody comes from. */
export interface Arrival {
  /** Path and query of what is asked for. */
  url: string;
  host: string | undefined;
  /** The header of that name, as it came. */
  referer: string | undefined;
}

/**
 * By which way somebody comes to a job: what a link says of itself (`utm_source`, `utm_medium`) counts more than the page that it was on. Only
 * this word of it is used, and nothing else of the addresses is kept.
 */
export function viewSource(
  { url, host, referer }: Arrival,
  site: Pick<PublicSite, 'locales' | 'routeNames'>,
): ViewSource {
  const named = campaignOf(url);
  if (named) return named;
  if (referer === undefined || referer === '') return 'direct';
  const from = URL.canParse(referer) ? new URL(referer) : undefined;
  if (from?.host !== host) return 'elsewhere';
  const { path } = splitLocale(site, from!.pathname);
  if (path === JOBS_PATH || path.startsWith(`${JOBS_PATH}/`) || from!.searchParams.has('search')) return 'search';
  return path.startsWith('/job/') ? 'related' : 'site';
}

/** @returns the source that an address names itself; undefined: none */
function campaignOf(url: string): 'mail' | 'elsewhere' | undefined {
  // Most addresses have no query, and need not be taken apart.
  if (!url.includes('utm_source=')) return undefined;
  const query = new URLSearchParams(url.slice(url.indexOf('?') + 1));
  if (!query.get('utm_source')) return undefined;
  return query.get('utm_medium') === 'email' ? 'mail' : 'elsewhere';
}
