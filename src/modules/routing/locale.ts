import type { PublicSite } from '../../contract/public-site.js';
import { type Href, hrefIn, type LocaleAddresses, pathIn } from '../../contract/route-names.js';

type SiteAddresses = Pick<PublicSite, 'locales' | 'routeNames'>;

interface LocaleWays extends LocaleAddresses {
  href: Href;
  /** From a path as the locale writes it to the product's own. */
  path: (written: string) => string;
}

const known = new WeakMap<SiteAddresses, Map<string, LocaleWays>>();

/** Takes the locale's prefix off a path (ROUTE-09), which only sites with several locales have, and the locale's names (ROUTE-08). */
export function splitLocale(site: SiteAddresses, path: string): { locale: string; path: string } {
  const fallback = site.locales[0]!;
  const prefix = site.locales.length > 1 && /^\/([a-z]{2}(?:-[a-z]{2})?)(?=\/|$)/i.exec(path)?.[1]?.toLowerCase();
  const locale = site.locales.find((each) => each.toLowerCase() === prefix);
  const written = prefix && locale ? path.slice(prefix.length + 1) || '/' : path;
  return { locale: locale ?? fallback, path: waysOf(site, locale ?? fallback).path(written) };
}

/** @returns how addresses of a locale are made */
export function addressesOf(site: SiteAddresses, locale: string): LocaleAddresses & { href: Href } {
  return waysOf(site, locale);
}

function waysOf(site: SiteAddresses, locale: string): LocaleWays {
  let ways = known.get(site);
  if (!ways) known.set(site, (ways = new Map<string, LocaleWays>()));
  let way = ways.get(locale);
  if (!way) {
    const localePrefix = site.locales.length > 1 ? `/${locale.toLowerCase()}` : '';
    const routeNames = site.routeNames[locale] ?? {};
    way = { localePrefix, routeNames, href: hrefIn({ localePrefix, routeNames }), path: pathIn(routeNames) };
    ways.set(locale, way);
  }
  return way;
}
