import Negotiator from 'negotiator';

/**
 * @param locales of the site, the default first
 * @param accepted an `Accept-Language` header
 * @returns the locale that somebody reads best, by its whole name or its language
 */
export function preferredLocale(locales: readonly string[], accepted: string | undefined): string {
  const wishes = new Negotiator({ headers: { 'accept-language': accepted } }).languages();
  for (const wish of wishes) {
    const tag = wish.toLowerCase();
    const found =
      locales.find((locale) => locale.toLowerCase() === tag) ??
      locales.find((locale) => locale.slice(0, 2) === tag.split('-')[0]);
    if (found) return found;
  }
  return locales[0]!;
}
