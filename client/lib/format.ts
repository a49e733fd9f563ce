import { dayIn, daysBetween } from '#shared/time-zones/time-zone.js';
import type { Translate } from '#shared/text/translator.js';

/** Pay as specified by an employer. */
export interface Pay {
  minSalary?: number | null;
  maxSalary?: number | null;
  currencyCode: string;
  salaryUnit: string;
}

/** By locale and options, of which there are few. Creating a formatter takes a thousand times as long as using it. */
const formatters = new Map<string, unknown>();
function formatter<T>(key: string, make: () => T): T {
  let known = formatters.get(key) as T | undefined;
  if (known === undefined) formatters.set(key, (known = make()));
  return known;
}

/** Using a formatter takes ten times as long as a cache lookup. */
const texts = new Map<string, string>();
// Dates, codes and pay that occur in jobs; old ones are rarely read.
const MAX_TEXTS = 20_000;
function cached(key: string, format: () => string): string {
  const known = texts.get(key);
  if (known !== undefined) return known;
  const text = format();
  if (texts.size >= MAX_TEXTS) texts.clear();
  texts.set(key, text);
  return text;
}

/** `$52,000–58,000 a year`; the currency is shown once, at the site's position (I18N-03). Empty without a figure. */
export function formatPay(pay: Pay, locale: string, position: 'before' | 'after', t: Translate): string {
  const figures = [pay.minSalary, pay.maxSalary].filter((value): value is number => typeof value === 'number');
  if (!figures.length) return '';
  const range = figureRange(Math.min(...figures), Math.max(...figures), locale);
  const currency = currencyMark(pay.currencyCode, locale, position);
  const amount =
    position === 'before'
      ? `${currency}${/\p{L}$/u.test(currency) ? '\u00a0' : ''}${range}`
      : `${range}\u00a0${currency}`;
  const bounded = t(`pay.${pay.minSalary == null ? 'upTo' : pay.maxSalary == null ? 'from' : 'exact'}`, { amount });
  return t(`pay.per.${pay.salaryUnit.toLowerCase()}`, { amount: bounded });
}

/** `12.50–14.00`, or `40,000` if both are equal: with decimals only if one of them has some. */
function figureRange(low: number, high: number, locale: string): string {
  const digits = Number.isInteger(low) && Number.isInteger(high) ? 0 : 2;
  const number = formatter(
    `n ${locale} ${digits}`,
    () => new Intl.NumberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits }),
  );
  // Formatted without the currency, because English currency ranges repeat the symbol.
  return cached(`a ${locale} ${low} ${high}`, () => {
    const lowest = number.format(low);
    return lowest === number.format(high) ? lowest : number.formatRange(low, high);
  });
}

/** French uses `£`, whereas the locale data of browsers and Node contain `£GB`. */
const FRENCH_SYMBOLS: Readonly<Record<string, string>> = { GBP: '£' };
/** English without a country: `$` alone would be ambiguous, so it uses `US$`. */
const WORLD_ENGLISH = 'en-001';

/** English uses symbols only before an amount: the code follows it, as in `50,000 CAD`. */
function currencyMark(code: string, locale: string, position: 'before' | 'after'): string {
  const language = locale.slice(0, 2);
  if (language === 'en' && position === 'after') return code;
  return cached(`c ${locale} ${code}`, () => {
    const format = new Intl.NumberFormat(locale === 'en' ? WORLD_ENGLISH : locale, {
      style: 'currency',
      currency: code,
    });
    const symbol = format.formatToParts(0).find((part) => part.type === 'currency')?.value ?? code;
    return (language === 'fr' && FRENCH_SYMBOLS[code]) || symbol;
  });
}

// Since 1973, every day and every clock change in any time zone has begun at a multiple of 15 minutes of UTC.
const QUARTER_HOUR_MS = 900_000;
const FIRST_QUARTER = Date.UTC(1973, 0, 1) / QUARTER_HOUR_MS;
const MAX_CACHED_QUARTERS = 6000;
const daysByZone = new Map<string, Map<number, string>>();

/**
 * @returns the date of an instant in a time zone, as `2026-11-21`; cached, because pages need the same dates repeatedly
 */
export function dayOfInstant(time: number, timeZone: string): string {
  const quarter = Math.floor(time / QUARTER_HOUR_MS);
  if (!(quarter >= FIRST_QUARTER)) return dayIn(timeZone, new Date(time));
  let days = daysByZone.get(timeZone);
  if (!days) daysByZone.set(timeZone, (days = new Map<number, string>()));
  const cached = days.get(quarter);
  if (cached !== undefined) return cached;
  const day = dayIn(timeZone, new Date(time));
  if (days.size >= MAX_CACHED_QUARTERS) days.clear();
  days.set(quarter, day);
  return day;
}

/** The date of an instant in a time zone: `21 November 2026` in the locale's order. */
export function formatDate(iso: string, locale: string, timeZone: string): string {
  return formatDay(dayOfInstant(Date.parse(iso), timeZone), locale);
}

/** A calendar date, such as a birthday, which is the same in every time zone. @param day `2026-11-21` */
export function formatDay(day: string, locale: string): string {
  return cached(`d ${locale} ${day}`, () =>
    formatter(`d ${locale}`, () => new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' })).format(
      Date.parse(day),
    ),
  );
}

/** `21 Nov 2026, 14:02 GMT` in the locale's order, in the given time zone. */
export function formatTime(iso: string, locale: string, timeZone: string): string {
  const format = formatter(
    `t ${locale} ${timeZone}`,
    () =>
      new Intl.DateTimeFormat(locale, {
        day: 'numeric',
        month: 'short',
        year: 'numeric',
        hour: 'numeric',
        minute: '2-digit',
        timeZoneName: 'short',
        timeZone,
      }),
  );
  return format.format(new Date(iso));
}

/**
 * `23 December 2026 at 23:59 GMT` in the locale's order: a deadline that also applies to people in other time zones.
 */
export function formatDeadline(iso: string, locale: string, timeZone: string): string {
  const format = formatter(
    `e ${locale} ${timeZone}`,
    () =>
      new Intl.DateTimeFormat(locale, {
        year: 'numeric',
        month: 'long',
        day: 'numeric',
        hour: 'numeric',
        minute: '2-digit',
        timeZoneName: 'short',
        timeZone,
      }),
  );
  return format.format(new Date(iso));
}

/** `Eastern Time (Toronto)`. */
export function formatZone(timeZone: string, locale: string): string {
  // For example UTC, which is already a name.
  if (!timeZone.includes('/')) return timeZone;
  const format = new Intl.DateTimeFormat(locale, { timeZoneName: 'longGeneric', timeZone });
  const name = format.formatToParts().find(({ type }) => type === 'timeZoneName')?.value;
  const city = timeZone.slice(timeZone.lastIndexOf('/') + 1).replaceAll('_', ' ');
  return name === undefined ? city : `${name} (${city})`;
}

/** `today`, `3 days ago`, by the dates of a time zone; the date itself from the fifth week on. */
export function formatRelativeDay(iso: string, now: Date, locale: string, timeZone: string): string {
  const day = dayOfInstant(Date.parse(iso), timeZone);
  const days = daysBetween(day, dayOfInstant(now.getTime(), timeZone));
  if (days < 0 || days > 30) return formatDay(day, locale);
  return cached(`r ${locale} ${days}`, () =>
    new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(-days, 'day'),
  );
}

/** Numbers below this limit are cached: counts of jobs are mostly small, and a page has a hundred of them. */
const SMALL = 10_000;

/** `12 kB`, `3.4 MB`. */
export function formatBytes(bytes: number, locale: string): string {
  const [amount, unit] = bytes < 1_000_000 ? [Math.max(bytes / 1000, 1), 'kilobyte'] : [bytes / 1_000_000, 'megabyte'];
  const options = { style: 'unit', unit, maximumFractionDigits: unit === 'kilobyte' ? 0 : 1 } as const;
  return new Intl.NumberFormat(locale, options).format(amount).replace(' ', '\u00a0');
}

/** `12,345`. */
export function formatNumber(value: number, locale: string): string {
  const { number, small } = formatter(`g ${locale}`, () => ({
    number: new Intl.NumberFormat(locale),
    small: [] as string[],
  }));
  if (!Number.isInteger(value) || value < 0 || value >= SMALL) return number.format(value);
  return (small[value] ??= number.format(value));
}

/** `Canada, Germany or France`. */
export function formatAlternatives(items: readonly string[], locale: string): string {
  return formatter(`l ${locale}`, () => new Intl.ListFormat(locale, { type: 'disjunction' })).format(items);
}

/** `Canada, Germany and France`. */
export function formatList(items: readonly string[], locale: string): string {
  return formatter(`a ${locale}`, () => new Intl.ListFormat(locale, { type: 'conjunction' })).format(items);
}

const AREA_CODE_COUNTRIES = new Set(['CA', 'US']);

/** `Toronto, ON`, with the country only if it is not obvious on the page. */
export function formatPlace(
  address: { locality?: string | null; administrativeArea?: string | null; countryCode: string },
  locale: string,
  homeCountries: readonly string[] = [],
): string {
  const country =
    homeCountries.length === 1 && homeCountries[0] === address.countryCode
      ? null
      : countryName(address.countryCode, locale);
  const area = address.administrativeArea === address.locality ? null : address.administrativeArea;
  // Codes are shown in countries where they are customary; names of areas are shown if no country follows.
  const isCode = area != null && area.length <= 3;
  const isShown = isCode ? AREA_CODE_COUNTRIES.has(address.countryCode) : !country;
  return [address.locality, (isShown || !address.locality) && area, country].filter(Boolean).join(', ');
}

/** `12 km`; distances below one kilometre are shown as `1 km`, because places are towns, not exact addresses. */
export function formatDistance(km: number, locale: string): string {
  const number = formatter(
    `k ${locale}`,
    () => new Intl.NumberFormat(locale, { style: 'unit', unit: 'kilometer', maximumFractionDigits: 0 }),
  );
  // Lists break lines between entries, not before a unit.
  return number.format(Math.max(1, km)).replaceAll(' ', '\u00a0');
}

export function countryName(code: string, locale: string): string {
  return cached(
    `p ${locale} ${code}`,
    () => formatter(`p ${locale}`, () => new Intl.DisplayNames(locale, { type: 'region' })).of(code) ?? code,
  );
}

/** `German` for `de`. */
export function languageName(code: string, locale: string): string {
  return cached(`l ${locale} ${code}`, () => new Intl.DisplayNames(locale, { type: 'language' }).of(code) ?? code);
}

/** @returns the languages of a site's pages, the default first */
export function languagesOf({ locales }: { locales: readonly string[] }): string[] {
  return [...new Set(locales.map((locale) => locale.slice(0, 2)))];
}
