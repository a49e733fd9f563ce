import { APPLY_PATH, JOBS_PATH } from './pages/paths.js';
import type { PublicSite } from './pages/public-site.js';
import { hrefIn, localeAddresses } from './pages/route-names.js';
import { below, namedSource, type SourcePaths, withWayBack } from './view-source.js';

type SiteAddresses = Pick<PublicSite, 'locales' | 'routeNames'>;

const known = new WeakMap<SiteAddresses, SourcePaths>();

/** @returns the paths of the site's pages from which a source is derived; computed once for each site */
export function sourcePaths(site: SiteAddresses): SourcePaths {
  let paths = known.get(site);
  if (!paths) known.set(site, (paths = read(site)));
  return paths;
}

function read(site: SiteAddresses): SourcePaths {
  const ways = site.locales.map((locale) => hrefIn(localeAddresses(site, locale)));
  const inAll = (...own: string[]): string[] => [...new Set(ways.flatMap((href) => own.map(href)))];
  return { search: inAll(JOBS_PATH), job: inAll('/job'), between: inAll('/user', APPLY_PATH) };
}

/**
 * Returns the address to open after a login at another service. The browser sends that service as referrer, although it did not lead the
 * user to the job. Therefore the address of a job's page marks the source as unknown, unless it already names a source.
 *
 * @param address absolute
 */
export function afterSocialLogin(address: string, site: SiteAddresses): string {
  const url = new URL(address);
  const isJob = /^\d+$/.test(below(sourcePaths(site).job, url.pathname) ?? '');
  return isJob && !namedSource(url.search) ? withWayBack(url, undefined).href : address;
}
