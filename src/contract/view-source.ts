/**
 * Where people come to a job from, as far as it is counted (decisions 132 and 141): the search of the site, another job, another page of the
 * site, a mail of the site, another website, or an address that was typed or opened from a program.
 */
export const VIEW_SOURCES = ['search', 'related', 'site', 'mail', 'elsewhere', 'direct'] as const;
export type ViewSource = (typeof VIEW_SOURCES)[number];

/** The parameter of the form's address, and the field of the form, that names the source. */
export const SOURCE_FIELD = 'source';

/**
 * Stands in place of the word in the address of a job's page where it is not known, and where the page before says nothing: somebody comes
 * back from logging in at another service.
 */
const UNKNOWN_SOURCE = 'unknown';

/** @returns undefined: it is none of the words */
export function readSource(word: unknown): ViewSource | undefined {
  return VIEW_SOURCES.find((source) => source === word);
}

/** @param path without a query */
export function withSource(path: string, source: ViewSource | undefined): string {
  return source ? `${path}?${SOURCE_FIELD}=${source}` : path;
}

/** What a request, or a page, says about where somebody comes from. */
export interface Arrival {
  /** Path and query of what is asked for. */
  url: string;
  host: string | undefined;
  /** The address of the page before, as the browser tells it. */
  referer: string | undefined;
}

/** What the addresses of a site's pages begin with, in all its languages; see `sourcePaths`. */
export interface SourcePaths {
  search: readonly string[];
  job: readonly string[];
  /** Of pages to which people come on their way, wherever they come from: logging in, and the form that applies. */
  between: readonly string[];
}

/**
 * Finds where somebody comes to a job from: what a link says of itself (`utm_source`, `utm_medium`, or one of the words) counts more than the page
 * that it was on. Only this one word is kept of the addresses. The server and the script of the job's page find it by the same rules.
 *
 * @param jobId a job's own page tells nothing about how people came to it
 * @returns undefined: not known
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

/** @returns the source that an address names itself, or that it is not known; undefined: it says nothing of it, as those of other websites' own */
export function namedSource(url: string): ViewSource | typeof UNKNOWN_SOURCE | undefined {
  // Most addresses have no query, and need not be taken apart.
  if (!url.includes('source=')) return undefined;
  const query = new URLSearchParams(url.slice(url.indexOf('?') + 1));
  if (query.get('utm_source')) return query.get('utm_medium') === 'email' ? 'mail' : 'elsewhere';
  const word = query.get(SOURCE_FIELD);
  return word === UNKNOWN_SOURCE ? word : readSource(word);
}

/** @returns the address of a job's page for somebody who logs in on it and comes back: it says how they came to the job before */
export function withWayBack(address: URL, source: ViewSource | undefined): URL {
  const url = new URL(address);
  url.searchParams.set(SOURCE_FIELD, source ?? UNKNOWN_SOURCE);
  return url;
}

/** @returns the segment after one of the paths, empty for the path itself; undefined: it is not below any of them */
export function below(paths: readonly string[], pathname: string): string | undefined {
  const path = paths.find((each) => pathname === each || pathname.startsWith(`${each}/`));
  return path === undefined ? undefined : (pathname.slice(path.length + 1).split('/')[0] ?? '');
}
