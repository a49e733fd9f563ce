import type { SalaryUnit } from '../../platform/database/schema.js';

/**
 * Euro foreign exchange reference rates of the European Central Bank of 28 June 2024 (www.ecb.europa.eu, “Euro foreign exchange reference
 * rates”). They are used to check whether pay in one currency reaches an amount in another, for which a deviation of a few per cent is
 * acceptable. Operators can replace them with the setting EXCHANGE_RATES.
 */
export const REFERENCE_RATES: ExchangeRates = {
  EUR: 1,
  USD: 1.0705,
  JPY: 171.94,
  BGN: 1.9558,
  CZK: 25.025,
  DKK: 7.4575,
  GBP: 0.84638,
  HUF: 395.1,
  PLN: 4.309,
  RON: 4.9773,
  SEK: 11.3595,
  CHF: 0.9634,
  ISK: 148.9,
  NOK: 11.3965,
  TRY: 35.1868,
  AUD: 1.6079,
  BRL: 5.8915,
  CAD: 1.467,
  CNY: 7.7748,
  HKD: 8.3594,
  IDR: 17_487.21,
  ILS: 4.02,
  INR: 89.2495,
  KRW: 1474.86,
  MXN: 19.5654,
  MYR: 5.0501,
  NZD: 1.7601,
  PHP: 62.56,
  SGD: 1.4513,
  THB: 39.319,
  ZAR: 19.497,
};

/** Annual amounts that the pay filter offers, in euros and currencies of similar value. */
const PAY_STEPS = [20_000, 30_000, 40_000, 50_000, 60_000, 80_000, 100_000];

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

/** Value of one euro in each currency, by ISO 4217 code. */
export type ExchangeRates = Readonly<Partial<Record<string, number>>>;

/**
 * Converts an amount to another currency.
 *
 * @param amount amount in the currency `from`
 * @returns undefined if one of two different currencies has no rate
 */
export function convert(amount: number, from: string, to: string, rates: ExchangeRates): number | undefined {
  if (from === to) return amount;
  const [own, other] = [rates[from], rates[to]];
  return own === undefined || other === undefined ? undefined : (amount * other) / own;
}

/**
 * Returns round annual amounts for the pay filter in a currency. For a currency of which about ten units are worth one euro, the amounts
 * are ten times those of the euro.
 *
 * @param currency ISO 4217 code
 * @returns amounts in ascending order
 */
export function payThresholds(currency: string, rates: ExchangeRates = REFERENCE_RATES): number[] {
  const scale = nearestScale(rates[currency] ?? 1);
  return PAY_STEPS.map((step) => step * scale);
}

/** Returns the nearest of 1, 5, 10, 50, 100 … by ratio; never less than 1. */
function nearestScale(rate: number): number {
  const scales = [0, 1, 2, 3, 4, 5].flatMap((digits) => [10 ** digits, 5 * 10 ** digits]);
  const distance = (scale: number): number => Math.abs(Math.log(rate / scale));
  return scales.reduce((best, scale) => (distance(scale) < distance(best) ? scale : best));
}
