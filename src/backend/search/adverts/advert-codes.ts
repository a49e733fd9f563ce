/** Numeric codes for pay, closing dates and languages in search_job and the in-memory index. */

const LETTER_A = 65;
const LETTERS = 26;
const SECONDS_A_DAY = 86_400;
const EPOCH_2000 = 946_684_800;

/** One more than the largest `currencyCode`. */
export const CURRENCY_CODES = LETTERS ** 3 + 1;
/** Closing day of jobs without one. It fits into a `smallint`. */
export const NEVER_CLOSES = 32_767;

/** Returns the number of an ISO 4217 code, from 1; 0 if it is invalid. */
export function currencyCode(currency: string): number {
  if (!/^[A-Z]{3}$/.test(currency)) return 0;
  return 1 + Array.from(currency).reduce((code, letter) => code * LETTERS + letter.charCodeAt(0) - LETTER_A, 0);
}

/** Returns the UTC day, counted from 2000, on which a job closes. @param end null if it has no closing date */
export function closingDay(end: Date | null): number {
  if (end === null) return NEVER_CLOSES;
  const day = Math.floor((end.getTime() / 1000 - EPOCH_2000) / SECONDS_A_DAY);
  return Math.min(Math.max(day, 0), NEVER_CLOSES - 1);
}

/** Returns the number of whole hours since 2000. */
export function hourOf(moment: Date): number {
  return Math.floor((moment.getTime() / 1000 - EPOCH_2000) / 3600);
}

/** Encodes a base language (`de`) as a facet value, which is a number. @returns undefined if it is not a base language */
export function languageNumber(language: string): number | undefined {
  return /^[a-z]{2,3}$/.test(language) ? parseInt(language, 36) : undefined;
}

/** Returns the language of a `languageNumber`. */
export function languageOfNumber(number: number): string {
  return number.toString(36);
}
