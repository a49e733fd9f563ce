/** Languages and locales in which a product may have texts. */
export const TEXT_LOCALES = ['en', 'de', 'fr', 'en-GB', 'en-CA'] as const;

/** Numbers of what a buyer gets, and where a product stands. */
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

/** Of a text in the form of a product. */
export function textField(kind: 'name' | 'description', locale: string): string {
  return `${kind}-${locale}`;
}

/** Of a price in the form of a product, which is typed as people write it: `49.50`. */
export function priceField(currency: string): string {
  return `price-${currency}`;
}

/** How many digits the minor unit of a currency has, as the data of this runtime say. @param currency ISO 4217 */
export function minorDigits(currency: string): number {
  return new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;
}

/** @returns minor units; undefined for what is no amount of the currency */
export function readAmount(text: string, currency: string): number | undefined {
  const digits = minorDigits(currency);
  const [, whole, part = ''] =
    /^(\d{1,12})(?:[.,](\d+))?$/.exec(text.trim().replaceAll(/(?<=\d)[ \u00a0\u202f](?=\d{3})/g, '')) ?? [];
  if (whole === undefined || part.length > digits) return undefined;
  return Number(whole + part.padEnd(digits, '0'));
}

/** As it is typed: `49.50`. */
export function writeAmount(amount: number, currency: string): string {
  const digits = minorDigits(currency);
  const text = String(amount).padStart(digits + 1, '0');
  return digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`;
}
