import { APPLY_PATH, JOBS_PATH } from './pages/paths.js';
import type { PublicSite } from './pages/public-site.js';
import { hrefIn, localeAddresses } from './pages/route-names.js';
import { below, namedSource, type SourcePaths, withWayBack } from './view-source.js';

type SiteAddresses = Pick<PublicSite, 'locales' | 'routeNames'>;

const known = new WeakMap<SiteAddresses, SourcePaths>();

/** @returns what tells the source of somebody who comes from a page of the site; found out once for each site */
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
 * Where somebody goes who comes back from logging in at another service. That one is the page before then, and no website that has led them to
 * the job: the address of a job's page says so, unless it says how they came there before.
 *
 * @param address absolute
 */
export function afterSocialLogin(address: string, site: SiteAddresses): string {
  const url = new URL(address);
  const isJob = /^\d+$/.test(below(sourcePaths(site).job, url.pathname) ?? '');
  return isJob && !namedSource(url.search) ? withWayBack(url, undefined).href : address;
}
