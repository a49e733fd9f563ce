/** What search_job and the index in memory hold of pay, closing dates and languages, as numbers. */

const LETTER_A = 65;
const LETTERS = 26;
const SECONDS_A_DAY = 86_400;
const EPOCH_2000 = 946_684_800;

/** One more than the largest `currencyCode`. */
export const CURRENCY_CODES = LETTERS ** 3 + 1;
/** In the place of a day: there is none. It fits 15 bits, as a `smallint` has them. */
export const NEVER_CLOSES = 32_767;

/** The number of an ISO 4217 code, from 1; 0: it is none. */
export function currencyCode(currency: string): number {
  if (!/^[A-Z]{3}$/.test(currency)) return 0;
  return 1 + Array.from(currency).reduce((code, letter) => code * LETTERS + letter.charCodeAt(0) - LETTER_A, 0);
}

/** The day in UTC of a job's end, since 2000; null: it has none. */
export function closingDay(end: Date | null): number {
  if (end === null) return NEVER_CLOSES;
  const day = Math.floor((end.getTime() / 1000 - EPOCH_2000) / SECONDS_A_DAY);
  return Math.min(Math.max(day, 0), NEVER_CLOSES - 1);
}

/** Whole hours since 2000. */
export function hourOf(moment: Date): number {
  return Math.floor((moment.getTime() / 1000 - EPOCH_2000) / 3600);
}

/** A base language (`de`) as a facet's value, which is a number. @returns undefined: it is none */
export function languageNumber(language: string): number | undefined {
  return /^[a-z]{2,3}$/.test(language) ? parseInt(language, 36) : undefined;
}

/** The language of a `languageNumber`. */
export function languageOfNumber(number: number): string {
  return number.toString(36);
}
