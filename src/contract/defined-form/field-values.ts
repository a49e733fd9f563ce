import type { FieldValues } from './defined-form.js';

/** Value of a ticked checkbox; an unticked one has no value. */
export const YES = 'yes';

const DAY = /^(\d{4})-(\d\d)-(\d\d)$/;
const MIN_YEAR = 1900;

/** Returns the non-empty values of a field. */
export function valuesOf(values: FieldValues, name: string): string[] {
  return (Object.hasOwn(values, name) ? values[name]! : []).map((value) => value.trim()).filter(Boolean);
}

/** @param text such as `2026-11-21` @returns the start of the day in UTC; undefined if it is not a valid day */
export function dayOf(text: string): Date | undefined {
  if (!DAY.test(text)) return undefined;
  const date = new Date(`${text}T00:00:00Z`);
  // The 31st of a shorter month would become a day of the next month.
  return Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== text ? undefined : date;
}

/**
 * @param text `2026-11`, as browsers send a month, or `11/2026`, as people write it
 * @returns the first form; undefined if it is not a month
 */
export function monthOf(text: string): string | undefined {
  const [, year, month] = /^(\d{4})-(\d{1,2})$/.exec(text) ?? [];
  const [, typedMonth, typedYear] = /^(\d{1,2})[/. ]+(\d{4})$/.exec(text) ?? [];
  const [y, m] = [Number(year ?? typedYear), Number(month ?? typedMonth)];
  if (!(y >= MIN_YEAR && m >= 1 && m <= 12)) return undefined;
  return `${y}-${String(m).padStart(2, '0')}`;
}

/** Accepts spaces or commas as thousands separators. @returns undefined if it is not a number */
export function numberOf(value: string): number | undefined {
  const plain = value.replace(/[\s\u00a0\u202f'’]|,(?=\d{3}(?:\D|$))/g, '').replace(',', '.');
  return /^-?\d{1,12}(?:\.\d{1,2})?$/.test(plain) ? Number(plain) : undefined;
}

export function isWebAddress(value: string): boolean {
  if (!/^https?:\/\//i.test(value) || !URL.canParse(value)) return false;
  const { hostname, username, password } = new URL(value);
  return hostname.includes('.') && username === '' && password === '';
}

/** @returns whether rich text contains any words */
export function hasWords(html: string): boolean {
  return /[\p{L}\p{N}]/u.test(html.replace(/<[^>]*>/g, ' '));
}
