import type { PublicSite } from '../../contract/public-site.js';

/** Takes the locale prefix off a path (ROUTE-09): only sites with several locales have one. */
export function splitLocale(site: Pick<PublicSite, 'locales'>, path: string): { locale: string; path: string } {
  const fallback = site.locales[0]!;
  if (site.locales.length === 1) return { locale: fallback, path };
  const prefix = /^\/([a-z]{2}(?:-[a-z]{2})?)(?=\/|$)/i.exec(path)?.[1]?.toLowerCase();
  const locale = site.locales.find((known) => known.toLowerCase() === prefix);
  return locale ? { locale, path: path.slice(prefix!.length + 1) || '/' } : { locale: fallback, path };
}

/** @returns the prefix of a locale's paths: empty on sites with one locale */
export function localePrefix(site: Pick<PublicSite, 'locales'>, locale: string): string {
  return site.locales.length > 1 ? `/${locale.toLowerCase()}` : '';
}
