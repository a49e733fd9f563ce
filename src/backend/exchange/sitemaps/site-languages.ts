/** `de` of `de-AT`. */
export function languageOf(locale: string): string {
  return locale.slice(0, 2);
}

/** Texts have one language, and one address: that of the first locale that speaks it, else of the site's first. */
export function localeSpeaking(language: string, locales: readonly string[]): string {
  return locales.find((locale) => languageOf(locale) === language) ?? locales[0]!;
}

/**
 * @param languages of all texts
 * @returns those whose texts are found in the locale
 */
export function languagesIn(locale: string, locales: readonly string[], languages: readonly string[]): string[] {
  return languages.filter((language) => localeSpeaking(language, locales) === locale);
}
