import type { JobToSave } from '../../../domain/jobs/job.repository.js';
import type { AdvertSalary } from '../reading/advert.js';
import { currencyOfCountry } from '../../../reference/places/countries.js';

type Salary = NonNullable<JobToSave['salary']>;
type Unit = Salary['unit'];

/** A salary that can be shown, or the reason why there is none. Both are missing if the advertisement specifies no salary. */
export interface SalaryReading {
  salary?: Salary;
  problem?: string;
}

const UNITS: readonly (readonly [Unit, RegExp])[] = [
  ['HOUR', /\bhour|\bhr\b|\bhourly|\bp\.?\/?h\b|\bstunde|\bheure|\/h\b|\bstd\b/],
  ['DAY', /\bday\b|\bdaily|\bdaq|\btag\b|\bjour\b|\bper diem\b/],
  ['WEEK', /\bweek|\bwöchentlich|\bwoche|\bsemaine|\bhebdo/],
  ['MONTH', /\bmonth|\bmonat|\bmois|\bmensuel|\/m\b/],
  ['YEAR', /\byear|\bannual|\bannum|\byr\b|\bp\.?a\.?\b|\bjahr|\bjährlich|\ban\b|\bannuel|\/y\b/],
];
const SYMBOLS: readonly (readonly [RegExp, string])[] = [
  [/\b(CAD\b|C\$|CA\$)/i, 'CAD'],
  [/\b(AUD\b|A\$|AU\$)/i, 'AUD'],
  [/\b(NZD\b|NZ\$)/i, 'NZD'],
  [/\b(USD\b|US\$)/i, 'USD'],
  [/€|\bEUR\b|\beuros?\b/i, 'EUR'],
  [/£|\bGBP\b/i, 'GBP'],
  [/\bCHF\b|\bSFr\b/i, 'CHF'],
];
const CODES = new Set(Intl.supportedValuesOf('currency'));
// Only beside a figure, because words in capitals such as ALL, TOP or CUP are codes too.
const CODE_BESIDE_FIGURE =
  /(?<![\p{L}\d])([A-Z]{3})(?=[\s:]*\d)|(?<=\d(?:\s?[kK])?(?:[.,][-–—])?\s?)([A-Z]{3})(?![\p{L}\d])/gu;
/** Currencies that are written with a plain dollar sign in their countries. */
const DOLLAR_SIGN = new Set('ARS AUD CAD CLP COP HKD MXN NZD SGD TWD USD'.split(' '));
// Plausible range of pay by unit, for currencies whose unit is worth about a dollar.
const SANE: Record<Unit, readonly [number, number]> = {
  HOUR: [3, 500],
  DAY: [20, 5000],
  WEEK: [50, 20_000],
  MONTH: [100, 80_000],
  YEAR: [1000, 1_000_000],
};
const DOLLAR_LIKE = new Set(['USD', 'CAD', 'EUR', 'GBP', 'AUD', 'NZD', 'CHF', 'SGD']);
const SMALL_UNITS_FACTOR = 1000;
const WIDEST = 10;
// Yearly pay is at least `MIN_YEAR`, hourly pay is within `HOURLY`; the unit of amounts in between is unknown.
const MIN_YEAR = 10_000;
const HOURLY: readonly [number, number] = [7, 50];

/** @param around other texts of the advertisement, which may contain `per hour` */
export function readSalary(given: AdvertSalary, country: string | undefined, around: string): SalaryReading {
  const bounds = [given.min, given.max].filter((bound) => bound !== undefined).map(String);
  const unread = bounds.find((bound) => /\d/.test(bound) && boundOf(bound) === undefined);
  if (unread !== undefined) return problem(unread, 'is not a number');
  const typed = given.text?.trim() ?? '';
  const text = [typed, ...bounds].join(' ').trim();
  const limits = { min: boundOf(given.min), max: boundOf(given.max) };
  const figures = limits.min === undefined && limits.max === undefined ? figuresOf(typed) : limits;
  if (!figures) return /\d/.test(typed) ? problem(typed, 'is not a range of numbers') : {};
  const shown = typed || bounds.join('–');
  const min = positive(figures.min);
  const max = positive(figures.max);
  if (min === undefined && max === undefined) return problem(shown, 'is zero');
  const low = min ?? max!;
  const high = max ?? min!;
  if (low > high) return problem(shown, 'has a minimum above its maximum');
  if (high > WIDEST * low) return problem(shown, 'is too wide a range');
  const currency = currencyOf(given.currency, text, currencyOfCountry(country));
  if (currency === undefined) return problem(shown, 'has no currency, and it cannot be derived from the country');
  const unit = unitOf(given.unit) ?? unitOf(text) ?? unitBySize(low, high, currency, around);
  if (unit === undefined) return problem(shown, 'does not say whether it is per hour, month or year');
  const factor = DOLLAR_LIKE.has(currency) ? 1 : SMALL_UNITS_FACTOR;
  if (low < SANE[unit][0] || high > SANE[unit][1] * factor) return problem(shown, 'is not a plausible salary');
  return { salary: { ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }), currency, unit } };
}

function problem(shown: string, why: string): SalaryReading {
  return { problem: `“${shown.slice(0, 40)}” ${why}` };
}

/** @returns undefined for a text that is not a single figure, such as `none` or `20-25` */
function boundOf(bound: number | string | undefined): number | undefined {
  if (typeof bound !== 'string') return bound;
  const typed = bound.trim();
  // Three digits after a point are thousands, as in German and in the text of a salary.
  if (typed !== '' && Number.isFinite(Number(typed)) && !/^\d{1,3}\.\d{3}$/.test(typed)) return Number(typed);
  const { min, max } = figuresOf(typed) ?? {};
  return min === undefined || max === undefined || min === max ? (min ?? max) : undefined;
}

function positive(figure: number | undefined): number | undefined {
  return figure !== undefined && Number.isFinite(figure) && figure > 0 ? figure : undefined;
}

/** `35000-73000`, `$35k – $40k per year`, `£20,500`, `35.000 €`; not `Oct-15`. */
function figuresOf(text: string): { min?: number; max?: number } | undefined {
  if (text === '' || /^[a-z]{3}-\d{1,2}$|^\d{1,2}-[a-z]{3}$/i.test(text)) return undefined;
  const found = [...text.matchAll(/(\d{1,3}(?:[,.’' ]\d{3})+|\d+)(?:[.,](\d{1,2}))?(?!\d)\s*(k\b)?/gi)].map(
    ([, whole = '', cents, kilo]) => {
      const figure = Number(`${whole.replace(/\D/g, '')}.${cents ?? '0'}`);
      return kilo ? figure * 1000 : figure;
    },
  );
  const [first, second] = found;
  if (first === undefined || found.length > 2) return undefined;
  if (second !== undefined) return { min: first, max: second };
  if (/up to|bis|jusqu|max/i.test(text)) return { max: first };
  return /from|ab\b|starting|à partir|min|\+\s*$/i.test(text) ? { min: first } : { min: first, max: first };
}

/** @param national currency of the country, if it is known */
function currencyOf(given: string | undefined, text: string, national: string | undefined): string | undefined {
  const code = (given ?? '').trim().toUpperCase();
  if (/^[A-Z]{3}$/.test(code)) return code;
  const both = `${given ?? ''} ${text}`;
  const named = SYMBOLS.find(([pattern]) => pattern.test(both))?.[1] ?? codeIn(text);
  if (named !== undefined) return named;
  // In London, a dollar sign means American dollars. Without a country, it could mean any of them.
  const isDollar = /(?<!\p{L})\$/u.test(both);
  return isDollar && national !== undefined && !DOLLAR_SIGN.has(national) ? 'USD' : national;
}

function codeIn(text: string): string | undefined {
  const found = [...text.matchAll(CODE_BESIDE_FIGURE)].map(([, before, after]) => before ?? after!);
  return found.find((code) => CODES.has(code));
}

function unitOf(text: string | undefined): Unit | undefined {
  const folded = (text ?? '').toLowerCase();
  return UNITS.find(([, pattern]) => pattern.test(folded))?.[0];
}

function unitBySize(low: number, high: number, currency: string, around: string): Unit | undefined {
  if (!DOLLAR_LIKE.has(currency)) return undefined;
  if (low >= MIN_YEAR) return 'YEAR';
  const spoken = unitNear(around);
  if (high < MIN_YEAR) return spoken !== undefined && fits(low, high, spoken) ? spoken : undefined;
  return undefined;
}

/** Finds a unit that the advertisement mentions beside an amount: `$20 per hour`, `1000-2000 weekly`. */
function unitNear(text: string): Unit | undefined {
  const near =
    /\d\s*(?:k|usd|cad|dollars|\$|€|£)?\s*(?:per|an|a|\/|pro|par)?\s*(hour|hr|hourly|week|weekly|month|monthly|stunde|heure|monat|mois)\b/i.exec(
      text,
    );
  return unitOf(near?.[1]);
}

function fits(low: number, high: number, unit: Unit): boolean {
  if (unit === 'HOUR') return low >= HOURLY[0] && high <= 3 * HOURLY[1];
  return low >= SANE[unit][0] && high <= SANE[unit][1];
}
