import type { Translate } from '../../src/contract/translator.js';

/** An employer's own figures. */
export interface Pay {
  minSalary?: number | null;
  maxSalary?: number | null;
  currencyCode: string;
  salaryUnit: string;
}

const DAY_MS = 86_400_000;

/** Making a formatter costs a thousand times its use, and using one ten times as much as remembering what it said. */
const kepts = new Map<string, unknown>();
// Days and codes that jobs name; nobody reads far back.
const MOST_KEPT = 20_000;
function kept<T>(key: string, make: () => T): T {
  const known = kepts.get(key) as T | undefined;
  if (known !== undefined) return known;
  const made = make();
  if (kepts.size >= MOST_KEPT) kepts.clear();
  kepts.set(key, made);
  return made;
}

/** `$52,000–58,000 a year`; the currency stands where the site wants it (I18N-03). Empty without a figure. */
export function formatPay(pay: Pay, locale: string, position: 'before' | 'after', t: Translate): string {
  const figures = [pay.minSalary, pay.maxSalary].filter((value): value is number => typeof value === 'number');
  const distinct = [...new Set(figures)];
  if (!distinct.length) return '';
  const whole = distinct.every((value) => Number.isInteger(value));
  const digits = whole ? 0 : 2;
  const number = kept(
    `n ${locale} ${digits}`,
    () => new Intl.NumberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits }),
  );
  const range = distinct.map((value) => number.format(value)).join('–');
  const symbol = currencySymbol(pay.currencyCode, locale);
  const amount =
    position === 'before' ? `${symbol}${/\p{L}$/u.test(symbol) ? '\u00a0' : ''}${range}` : `${range}\u00a0${symbol}`;
  const bounded = t(`pay.${pay.minSalary == null ? 'upTo' : pay.maxSalary == null ? 'from' : 'exact'}`, { amount });
  return t(`pay.per.${pay.salaryUnit.toLowerCase()}`, { amount: bounded });
}

function currencySymbol(code: string, locale: string): string {
  return kept(`c ${locale} ${code}`, () => {
    const currency = new Intl.NumberFormat(locale, { style: 'currency', currency: code });
    return currency.formatToParts(0).find((part) => part.type === 'currency')?.value ?? code;
  });
}

/** `21 November 2026` in the locale's order. */
export function formatDate(iso: string, locale: string): string {
  return kept(`d ${locale} ${iso.slice(0, 10)}`, () =>
    kept(`d ${locale}`, () => new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' })).format(
      new Date(iso),
    ),
  );
}

/** `21 Nov 2026, 14:02:07` in the locale's order, in UTC. */
export function formatTime(iso: string, locale: string): string {
  const format = kept(
    `t ${locale}`,
    () => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'long', timeZone: 'UTC' }),
  );
  return format.format(new Date(iso));
}

/** `today`, `3 days ago`; the date itself from the fifth week on. */
export function formatRelativeDay(iso: string, now: Date, locale: string): string {
  const days = Math.floor(now.getTime() / DAY_MS) - Math.floor(Date.parse(iso) / DAY_MS);
  if (days < 0 || days > 30) return formatDate(iso, locale);
  return kept(`r ${locale} ${days}`, () =>
    new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(-days, 'day'),
  );
}

/** Numbers of jobs are mostly small, and a page has a hundred of them. */
const SMALL = 10_000;

/** `12 kB`, `3.4 MB`. */
export function formatBytes(bytes: number, locale: string): string {
  const [amount, unit] = bytes < 1_000_000 ? [Math.max(bytes / 1000, 1), 'kilobyte'] : [bytes / 1_000_000, 'megabyte'];
  const options = { style: 'unit', unit, maximumFractionDigits: unit === 'kilobyte' ? 0 : 1 } as const;
  return new Intl.NumberFormat(locale, options).format(amount).replace(' ', '\u00a0');
}

/** `12,345`. */
export function formatNumber(value: number, locale: string): string {
  const number = kept(`g ${locale}`, () => new Intl.NumberFormat(locale));
  if (!Number.isInteger(value) || value < 0 || value >= SMALL) return number.format(value);
  const small = kept<string[]>(`s ${locale}`, () => []);
  return (small[value] ??= number.format(value));
}

/** `Canada, Germany or France`. */
export function formatAlternatives(items: readonly string[], locale: string): string {
  return kept(`l ${locale}`, () => new Intl.ListFormat(locale, { type: 'disjunction' })).format(items);
}

/** `Toronto, ON`, with the country only where the page cannot take it for granted. */
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
  return [address.locality, country && area && area.length > 3 ? null : area, country].filter(Boolean).join(', ');
}

/** `12 km`; under one kilometre `1 km`: places are towns, not doors. */
export function formatDistance(km: number, locale: string): string {
  const number = kept(
    `k ${locale}`,
    () => new Intl.NumberFormat(locale, { style: 'unit', unit: 'kilometer', maximumFractionDigits: 0 }),
  );
  return number.format(Math.max(1, km));
}

export function countryName(code: string, locale: string): string {
  return kept(
    `p ${locale} ${code}`,
    () => kept(`p ${locale}`, () => new Intl.DisplayNames(locale, { type: 'region' })).of(code) ?? code,
  );
}
