import { APPLY_PATH, JOBS_PATH } from './pages/paths.js';
import type { PublicSite } from './pages/public-site.js';
import { hrefIn, localeAddresses } from './pages/route-names.js';

const known = new WeakMap<SiteAddresses, SourcePaths>();

/**
 * Sources from which users come to a job, as they are counted (decisions 132 and 141): the search of the site, another job, another page of
 * the site, a mail of the site, another website, or an address that was typed or opened from a program.
 */
export const VIEW_SOURCES = ['search', 'related', 'site', 'mail', 'elsewhere', 'direct'] as const;
export type ViewSource = (typeof VIEW_SOURCES)[number];

/** Name of the query parameter, and of the form field, that contains the source. */
export const SOURCE_FIELD = 'source';

/** Value of the query parameter if the source is unknown and the referrer must not be used, because the user returns from logging in. */
const UNKNOWN_SOURCE = 'unknown';

/** @returns undefined if it is not a source */
export function readSource(word: unknown): ViewSource | undefined {
  return VIEW_SOURCES.find((source) => source === word);
}

/** @param path without a query */
export function withSource(path: string, source: ViewSource | undefined): string {
  return source ? `${path}?${SOURCE_FIELD}=${source}` : path;
}

/** Parts of a request, or of a page's location, from which the source is determined. */
export interface Arrival {
  /** Path and query of the requested page. */
  url: string;
  host: string | undefined;
  /** Address of the previous page, as sent by the browser. */
  referer: string | undefined;
}

/** Beginnings of the paths of a site's pages, in all its languages; see `sourcePaths`. */
export interface SourcePaths {
  search: readonly string[];
  job: readonly string[];
  /** Intermediate pages, which say nothing about the source: login, and the application form. */
  between: readonly string[];
}

/**
 * Determines the source from which a user comes to a job: the parameters of the link (`utm_source`, `utm_medium`, or the source itself)
 * take precedence over the referrer. Only the source is stored, not the addresses. Server and browser use the same rules.
 *
 * @param jobId id of the job; its own page as referrer says nothing about the source
 * @returns undefined if the source is unknown
 */
export function viewSource(
  { url, host, referer }: Arrival,
  paths: SourcePaths,
  jobId?: string,
): ViewSource | undefined {
  const named = namedSource(url);
  if (named) return readSource(named);
  if (!referer) return 'direct';
  const from = URL.canParse(referer) ? new URL(referer) : undefined;
  if (from?.host !== host) return 'elsewhere';
  const { pathname, searchParams } = from!;
  if (below(paths.between, pathname) !== undefined) return undefined;
  if (below(paths.search, pathname) !== undefined || searchParams.has('search')) return 'search';
  const job = below(paths.job, pathname);
  if (!job) return 'site';
  return job === jobId ? undefined : 'related';
}

/**
 * @returns the source that the address names, or that it is unknown; undefined if it names none, or a value that only another website knows
 */
export function namedSource(url: string): ViewSource | typeof UNKNOWN_SOURCE | undefined {
  // Most addresses have no such parameter, and need not be parsed.
  if (!url.includes('source=')) return undefined;
  const query = new URLSearchParams(url.slice(url.indexOf('?') + 1));
  if (query.get('utm_source')) return query.get('utm_medium') === 'email' ? 'mail' : 'elsewhere';
  const word = query.get(SOURCE_FIELD);
  return word === UNKNOWN_SOURCE ? word : readSource(word);
}

/** @returns the address of a job's page to which a user returns after logging in, with the original source */
export function withWayBack(address: URL, source: ViewSource | undefined): URL {
  const url = new URL(address);
  url.searchParams.set(SOURCE_FIELD, source ?? UNKNOWN_SOURCE);
  return url;
}

/** @returns the segment after one of the paths, empty for the path itself; undefined if it is not below any of them */
export function below(paths: readonly string[], pathname: string): string | undefined {
  const path = paths.find((each) => pathname === each || pathname.startsWith(`${each}/`));
  return path === undefined ? undefined : (pathname.slice(path.length + 1).split('/')[0] ?? '');
}

type SiteAddresses = Pick<PublicSite, 'locales' | 'routeNames'>;

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
