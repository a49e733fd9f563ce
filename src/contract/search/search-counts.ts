/** How searches are told to the backend, without anything about who searched; see `signCounts`. */
export const SEARCH_COUNTS = {
  keyPurpose: 'causeboard search counts',
  /** Of the hash under which words are counted until they may be read. */
  digestPurpose: 'causeboard searched words',
  /** Different words in one. */
  most: 1000,
} as const;

/** How often the same words were searched for on pages of a language. */
export interface SearchTally {
  /** See `countableWords`. */
  words: string;
  /** Of the page (`en`). */
  language: string;
  searches: number;
  /** Those that found nothing for the words as they were typed. */
  empty: number;
}

/** Claims of the assertion beyond those of every JWT. */
export interface SearchCountClaims {
  searches: readonly SearchTally[];
}

/** Words can be read once they were searched for so often in a week. Rarer ones may be about a person. */
export const MIN_READABLE_SEARCHES = 5;
export const MAX_COUNTED_LENGTH = 60;
const MAX_COUNTED_WORDS = 6;
/** Email addresses, links, and numbers of five digits, which may be somebody's telephone, account or case. */
const MAY_BE_PERSONAL =
  /@|:\/\/|\bwww\.|\w\.(?:com|org|info|de|fr|at|ch|be|eu|ca|uk|us)(?![\p{L}\p{N}])|(?:\p{Nd}[\s./()+-]*){5}/u;

/**
 * Words as they are counted: lower case, one space between them. Letters and digits of other widths are read as the usual ones.
 *
 * @returns undefined for what is not counted: nothing, whole sentences, and what may be about a person
 */
export function countableWords(typed: string): string | undefined {
  const words = typed.normalize('NFKC').toLowerCase().trim().replace(/\s+/g, ' ');
  if (words === '' || words.length > MAX_COUNTED_LENGTH || words.split(' ').length > MAX_COUNTED_WORDS)
    return undefined;
  return MAY_BE_PERSONAL.test(words) ? undefined : words;
}

/** Words that differ in accents alone are counted as the same. @param words see `countableWords` */
export function foldedWords(words: string): string {
  return words
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replaceAll('ß', 'ss');
}

/** Whole weeks that administrators may look back. */
export const COUNTED_WEEKS = [1, 4, 26] as const;
export type CountedWeeks = (typeof COUNTED_WEEKS)[number];

/** @param locales of a site @returns the languages by which its searches are counted: of `en-CA`, `en` */
export function languagesOf(locales: readonly string[]): string[] {
  return [...new Set(locales.map(languageOf))];
}

/** @returns the language of a page, by which its searches are counted */
export function languageOf(locale: string): string {
  return locale.slice(0, 'en'.length);
}
