import Negotiator from 'negotiator';
import type { PublicSite } from '#contract/pages/public-site.js';
import { type Href, hrefIn, localeAddresses, type LocaleAddresses, pathIn } from '#contract/pages/route-names.js';

export type SiteAddresses = Pick<PublicSite, 'locales' | 'routeNames'>;

/** A path as somebody asked for it, read as the product's own. */
export interface SitePath {
  locale: string;
  /** Without the locale's prefix and names. */
  path: string;
  /** Whether the address names a locale. */
  hasLocale: boolean;
}

interface LocaleWays extends LocaleAddresses {
  href: Href;
  /** From a path as the locale writes it to the product's own. */
  path: (written: string) => string;
}

const LOCALE = /^\/([a-z]{2}(?:-[a-z]{2})?)(?=\/|$)/i;
const known = new WeakMap<SiteAddresses, Map<string, LocaleWays>>();

/**
 * Takes the locale's prefix off a path (ROUTE-09), and the names that a locale has for paths (ROUTE-08). A name of another language
 * is understood too; without a prefix it says the language.
 *
 * @param path decoded, without query
 * @returns undefined when the address is one of a locale that the site does not have
 */
export function readSitePath(site: SiteAddresses, path: string): SitePath | undefined {
  const prefix = LOCALE.exec(path)?.[1];
  const locale = prefix && site.locales.find((each) => each.toLowerCase() === prefix.toLowerCase());
  if (prefix && locale)
    return { ...readNames(site, locale, path.slice(prefix.length + 1) || '/'), locale, hasLocale: true };
  if (prefix && site.locales.length > 1) return undefined;
  return { ...readNames(site, site.locales[0]!, path), hasLocale: false };
}

/** The same for what only has to know the locale: that of an address of no locale is the site's first. */
export function splitLocale(site: SiteAddresses, path: string): { locale: string; path: string } {
  return readSitePath(site, path) ?? { locale: site.locales[0]!, path };
}

/** @returns how addresses of a locale are made */
export function addressesOf(site: SiteAddresses, locale: string): LocaleAddresses & { href: Href } {
  return waysOf(site, locale);
}

/** @returns the locale whose name it is, the given one before others */
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
 * @param locales of the site, the default first
 * @param accepted an `Accept-Language` header
 * @returns the locale that somebody reads best, by its whole name or its language
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
