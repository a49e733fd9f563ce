/** `de` of `de-AT`. */
export function languageOf(locale: string): string {
  return locale.slice(0, 2);
}

/**
 * Texts have one language, and one address: that of the locale that speaks it, else of the site's first.
 *
 * @param languages of all texts
 * @returns those whose texts are found in the locale
 */
export function languagesIn(locale: string, locales: readonly string[], languages: readonly string[]): string[] {
  const isSpoken = (language: string): boolean => locales.some((each) => languageOf(each) === language);
  // Of two locales of one language, the first.
  const speaks = (language: string): boolean =>
    locales.find((each) => languageOf(each) === language) === locale || (locale === locales[0] && !isSpoken(language));
  return languages.filter(speaks);
}
