import type { SalaryUnit } from '../../platform/database/schema.js';
import { REFERENCE_RATES } from './exchange-rates.js';

/** Pay as stated by an employer. */
export interface StatedPay {
  min: number | null;
  max: number | null;
  /** ISO 4217. */
  currency: string | null;
  unit: SalaryUnit | null;
}

const WEEKS_A_YEAR = 52;
/** Weekly hours of a full-time job without stated hours: 35 to 40 hours are usual in the countries of our sites. */
export const FULL_TIME_HOURS = 37.5;
const DAYS_A_WEEK = 5;

const UNITS: readonly SalaryUnit[] = ['HOUR', 'DAY', 'WEEK', 'MONTH', 'YEAR'];

/** Plausible annual pay in euros; other figures are errors. Higher pay is always stated per year. */
const POSSIBLE = { least: 500, most: 500_000, mostOfYear: 3_000_000 };
/** Annual pay of nearly all jobs in euros. A wrong unit is corrected only if exactly one other unit leads to this range. */
const USUAL = { least: 10_000, most: 300_000 };
/** `45` per year may mean 45,000. */
const THOUSANDS = 1000;
const MAX_STORED = 2_147_483_647;

/**
 * Converts the maximum of stated pay to an annual amount in its own currency. Hourly pay is multiplied by the stated hours, or by those of
 * a full-time week.
 *
 * An implausible figure, such as 50,000 per hour, is interpreted with another unit if that is unambiguous; otherwise the result is
 * undefined.
 *
 * @param weeklyHours weekly hours stated in the advert
 * @returns an integer; undefined if no pay is stated, or it is implausible
 */
export function annualPay({ min, max, currency, unit }: StatedPay, weeklyHours?: number): number | undefined {
  const top = Math.max(min ?? 0, max ?? 0);
  if (!(top > 0) || currency === null || unit === null) return undefined;
  const euros = 1 / (REFERENCE_RATES[currency] ?? 1);
  const meant = unitOf(top, euros, unit, weeklyHours);
  if (meant === undefined) return undefined;
  const annual = Math.round(top * timesAYear(meant, weeklyHours));
  return annual > 0 && annual <= MAX_STORED ? annual : undefined;
}

/** Returns the number of units of time in a working year. */
function timesAYear(unit: SalaryUnit, weeklyHours = FULL_TIME_HOURS): number {
  switch (unit) {
    case 'HOUR':
      return weeklyHours * WEEKS_A_YEAR;
    case 'DAY':
      return DAYS_A_WEEK * WEEKS_A_YEAR;
    case 'WEEK':
      return WEEKS_A_YEAR;
    case 'MONTH':
      return 12;
    case 'YEAR':
      return 1;
  }
}

/** @returns the intended unit; undefined if the stated unit is implausible, and no other is unambiguous */
function unitOf(top: number, euros: number, stated: SalaryUnit, weeklyHours?: number): SalaryUnit | undefined {
  const inEuros = (unit: SalaryUnit): number => top * euros * timesAYear(unit, weeklyHours);
  const most = stated === 'YEAR' ? POSSIBLE.mostOfYear : POSSIBLE.most;
  if (inEuros(stated) >= POSSIBLE.least && inEuros(stated) <= most) return stated;
  const others = UNITS.filter((unit) => unit !== stated && isUsual(inEuros(unit)));
  const mayBeThousands = isUsual(top * euros * THOUSANDS);
  return others.length === 1 && !mayBeThousands ? others[0] : undefined;
}

function isUsual(euros: number): boolean {
  return euros >= USUAL.least && euros <= USUAL.most;
}

const NUMBER = String.raw`(\d{1,2}(?:[.,]\d{1,2})?)`;
/** Phrases for weekly hours in English, German and French adverts. */
const PHRASES = [
  String.raw`${NUMBER}\s*-?\s*(?:hours?|hrs?\.?|h)\s*(?:per|a|each|\/|p\.?)\s*(?:week|wk|w)\b`,
  String.raw`${NUMBER}\s*-?\s*hours?\s*weekly\b`,
  String.raw`${NUMBER}\s*-?\s*hour\s+week\b`,
  String.raw`${NUMBER}\s*(?:stunden|std\.?|h)\s*(?:pro|je|in der|die|\/)\s*woche`,
  String.raw`${NUMBER}\s*(?:wochenstunden|stunden wöchentlich|-?\s*stunden-?woche)`,
  String.raw`${NUMBER}\s*(?:heures?|h)\s*(?:par|\/|la)\s*(?:semaine|sem\b)`,
  String.raw`${NUMBER}\s*(?:heures?|h)\s*hebdomadaires?`,
].map((source) => new RegExp(source, 'giu'));

const [LEAST, MOST] = [1, 60];

/**
 * Returns the weekly hours of a job that a text states.
 *
 * @returns undefined if there are none, they are implausible, or the text contains different numbers
 */
export function weeklyHoursIn(text: string): number | undefined {
  const found = new Set(
    PHRASES.flatMap((phrase) => [...text.matchAll(phrase)].map(([, hours]) => Number(hours!.replace(',', '.')))),
  );
  const [hours] = found;
  return found.size === 1 && hours! >= LEAST && hours! <= MOST ? hours : undefined;
}
