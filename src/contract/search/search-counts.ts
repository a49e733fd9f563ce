/** Format in which searches are sent to the backend, without data about who searched; see `signCounts`. */
export const SEARCH_COUNTS = {
  keyPurpose: 'causeboard search counts',
  /** Purpose of the key for hashes, under which words are counted until they become readable. */
  digestPurpose: 'causeboard searched words',
  /** Maximum number of different words in one message. */
  most: 1000,
} as const;

/** Number of searches for the same words on pages of a language. */
export interface SearchTally {
  /** See `countableWords`. */
  words: string;
  /** Language of the pages (`en`). */
  language: string;
  searches: number;
  /** Number of searches without results for the words as typed. */
  empty: number;
}

/** Claims besides the standard JWT claims. */
export interface SearchCountClaims {
  searches: readonly SearchTally[];
}

/** Number of searches per week from which words become readable. Rarer ones may be about a person. */
export const MIN_READABLE_SEARCHES = 5;
export const MAX_COUNTED_LENGTH = 60;
const MAX_COUNTED_WORDS = 6;
/** Email addresses, links, and numbers of at least five digits, which may be a telephone, account or case number. */
const MAY_BE_PERSONAL =
  /@|:\/\/|\bwww\.|\w\.(?:com|org|info|de|fr|at|ch|be|eu|ca|uk|us)(?![\p{L}\p{N}])|(?:\p{Nd}[\s./()+-]*){5}/u;

/**
 * Normalizes words for counting: lower case, separated by one space. Full-width letters and digits become normal ones.
 *
 * @returns undefined for words that are not counted: empty text, whole sentences, and text that may be about a person
 */
export function countableWords(typed: string): string | undefined {
  const words = typed.normalize('NFKC').toLowerCase().trim().replace(/\s+/g, ' ');
  if (words === '' || words.length > MAX_COUNTED_LENGTH || words.split(' ').length > MAX_COUNTED_WORDS)
    return undefined;
  return MAY_BE_PERSONAL.test(words) ? undefined : words;
}

/** Removes accents, so that words that differ only in accents are counted together. @param words see `countableWords` */
export function foldedWords(words: string): string {
  return words
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replaceAll('ß', 'ss');
}

/** Numbers of whole weeks for which administrators can view the counts. */
export const COUNTED_WEEKS = [1, 4, 26] as const;
export type CountedWeeks = (typeof COUNTED_WEEKS)[number];

/** @param locales locales of a site @returns the languages by which its searches are counted: `en` for `en-CA` */
export function languagesOf(locales: readonly string[]): string[] {
  return [...new Set(locales.map(languageOf))];
}

/** @returns the language of a page, by which its searches are counted */
export function languageOf(locale: string): string {
  return locale.slice(0, 'en'.length);
}
