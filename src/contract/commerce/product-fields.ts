import { minorDigits } from '#shared/money/format-money.js';

/** Possible numbers of days for which a job can be promoted at once. */
export const PLACEMENT_DAYS: readonly number[] = [7, 14, 28];

/** Languages and locales in which a product may have texts. */
export const TEXT_LOCALES = ['en', 'de', 'fr', 'en-GB', 'en-CA'] as const;

/** Numeric fields: the quantities that a buyer gets, and the position of a product. */
export const PRODUCT_NUMBERS = [
  'jobCredits',
  'contactCredits',
  'creditDays',
  'subscriptionMonths',
  'jobSlots',
  'contactSlots',
  'featuredDays',
  'topDays',
  'position',
] as const;
export type ProductNumber = (typeof PRODUCT_NUMBERS)[number];

/** Name of a text field in the product form. */
export function textField(kind: 'name' | 'description', locale: string): string {
  return `${kind}-${locale}`;
}

/** Name of a price field in the product form; prices are entered in major units: `49.50`. */
export function priceField(currency: string): string {
  return `price-${currency}`;
}

/**
 * @returns minor units; undefined if the text is not an amount of the currency. In currencies with three minor digits, the last one must
 *   be 0, because Stripe and the card networks behind it accept no other amounts.
 */
export function readAmount(text: string, currency: string): number | undefined {
  const digits = minorDigits(currency);
  const [, whole, part = ''] =
    /^(\d{1,12})(?:[.,](\d+))?$/.exec(text.trim().replaceAll(/(?<=\d)[ \u00a0\u202f](?=\d{3})/g, '')) ?? [];
  if (whole === undefined || part.length > digits) return undefined;
  const amount = Number(whole + part.padEnd(digits, '0'));
  return digits === 3 && amount % 10 !== 0 ? undefined : amount;
}

/** Formats an amount for input: `49.50`. */
export function writeAmount(amount: number, currency: string): string {
  const digits = minorDigits(currency);
  const text = String(amount).padStart(digits + 1, '0');
  return digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`;
}
