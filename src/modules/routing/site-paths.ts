import Negotiator from 'negotiator';
import type { PublicSite } from '#contract/pages/public-site.js';
import { type Href, hrefIn, localeAddresses, type LocaleAddresses, pathIn } from '#contract/pages/route-names.js';
import { ROUTER_PATH } from '#contract/pages/paths.js';

export type SiteAddresses = Pick<PublicSite, 'locales' | 'routeNames'>;

/** A requested path after removing locale prefix and translated names. */
export interface SitePath {
  locale: string;
  /** Path without locale prefix and translated names. */
  path: string;
  /** Whether the URL names a locale. */
  hasLocale: boolean;
}

interface LocaleWays extends LocaleAddresses {
  href: Href;
  /** Converts a path from its spelling in the locale to the internal one. */
  path: (written: string) => string;
}

const LOCALE = /^\/([a-z]{2}(?:-[a-z]{2})?)(?=\/|$)/i;
const known = new WeakMap<SiteAddresses, Map<string, LocaleWays>>();

/**
 * Removes the locale prefix from a path (ROUTE-09) and replaces the locale's names for paths (ROUTE-08). Names of other languages are
 * recognized too; without a prefix they determine the language.
 *
 * @param path decoded, without query
 * @returns undefined if the prefix is that of a locale that the site does not have
 */
export function readSitePath(site: SiteAddresses, path: string): SitePath | undefined {
  const prefix = LOCALE.exec(path)?.[1];
  const locale = prefix && site.locales.find((each) => each.toLowerCase() === prefix.toLowerCase());
  if (prefix && locale)
    return { ...readNames(site, locale, path.slice(prefix.length + 1) || '/'), locale, hasLocale: true };
  if (prefix && site.locales.length > 1) return undefined;
  return { ...readNames(site, site.locales[0]!, path), hasLocale: false };
}

/** Splits only the locale off; without a prefix the site's first locale is used. */
export function splitLocale(site: SiteAddresses, path: string): { locale: string; path: string } {
  return readSitePath(site, path) ?? { locale: site.locales[0]!, path };
}

/** @returns functions that build URLs of a locale */
export function addressesOf(site: SiteAddresses, locale: string): LocaleAddresses & { href: Href } {
  return waysOf(site, locale);
}

/** @returns the locale to which the name belongs, with preference for the given one */
function readNames(site: SiteAddresses, locale: string, written: string): { locale: string; path: string } {
  for (const each of [locale, ...site.locales]) {
    const path = waysOf(site, each).path(written);
    if (path !== written) return { locale: each, path };
  }
  return { locale, path: written };
}

function waysOf(site: SiteAddresses, locale: string): LocaleWays {
  let ways = known.get(site);
  if (!ways) known.set(site, (ways = new Map<string, LocaleWays>()));
  let way = ways.get(locale);
  if (!way) {
    const addresses = localeAddresses(site, locale);
    way = { ...addresses, href: hrefIn(addresses), path: pathIn(addresses.routeNames) };
    ways.set(locale, way);
  }
  return way;
}

/**
 * @param locales locales of the site, the default first
 * @param accepted an `Accept-Language` header
 * @returns the locale that matches the header best, by its full tag or its language
 */
export function preferredLocale(locales: readonly string[], accepted: string | undefined): string {
  const preferences = new Negotiator({ headers: { 'accept-language': accepted } }).languages();
  for (const preference of preferences) {
    const tag = preference.toLowerCase();
    const found =
      locales.find((locale) => locale.toLowerCase() === tag) ??
      locales.find((locale) => locale.slice(0, 2) === tag.split('-')[0]);
    if (found) return found;
  }
  return locales[0]!;
}

/** A parsed request URL. */
export interface RequestAddress {
  /** Decoded path, with a leading slash and without a trailing one. */
  path: string;
  query: URLSearchParams;
}

/** Maximum length of a URL in bytes; all links of the product are far shorter. */
export const MAX_ADDRESS_LENGTH = 8192;

/**
 * @param url path and query from the request line
 * @returns the parsed URL, or a readable error message if it is invalid
 */
export function readAddress(
  url: string,
): { ok: true; address: RequestAddress } | { ok: false; status: 400 | 414; reason: string } {
  if (url.length > MAX_ADDRESS_LENGTH) return { ok: false, status: 414, reason: 'This address is too long.' };
  const [rawPath = '/', ...rest] = url.split('?');
  const query = new URLSearchParams(rest.join('?'));
  try {
    const path = decodeURIComponent(rawPath).normalize('NFC');
    if (hasControlCharacter(path))
      return { ok: false, status: 400, reason: 'This address holds a character that no page has.' };
    return { ok: true, address: { path: path.replace(/\/+$/, '') || '/', query: withoutControlCharacters(query) } };
  } catch {
    return { ok: false, status: 400, reason: 'This address is not spelled right.' };
  }
}

function hasControlCharacter(text: string): boolean {
  return /\p{Cc}/u.test(text);
}

function withoutControlCharacters(query: URLSearchParams): URLSearchParams {
  const clean = new URLSearchParams();
  for (const [name, value] of query) clean.append(name, value.replace(/\p{Cc}+/gu, ' '));
  return clean;
}

/** The parameter that carries a target to the router (ROUTE-04). */
export const ROUTER_PARAMETER = 'router';

/** A parsed request to the router. */
interface RouterQuestion {
  /** The target as given; null if there is none. */
  target: string | null;
  /** The remaining query parameters. */
  query: URLSearchParams;
}

/**
 * Rewrites a URL for the router within the server; neither the browser nor the backend sees it.
 *
 * @param address URL whose path is neither a page of the product nor in the site's list of direct paths
 */
export function toRouter({ path, query }: RequestAddress): RequestAddress {
  const rewritten = new URLSearchParams(query);
  rewritten.set(ROUTER_PARAMETER, path);
  return { path: ROUTER_PATH, query: rewritten };
}

/** Removes the target from a URL, so that no URL built from the rest contains it. */
export function readRouter({ query }: RequestAddress): RouterQuestion {
  const rest = new URLSearchParams(query);
  rest.delete(ROUTER_PARAMETER);
  return { target: query.get(ROUTER_PARAMETER), query: rest };
}
