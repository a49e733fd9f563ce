/** International English: it writes `US$`, because `$` alone would be ambiguous. */
const WORLD_ENGLISH = 'en-001';
const formats = new Map<string, Intl.NumberFormat>();

/**
 * Formats an amount in a locale: `$129.00`, `US$129.00`, `129,00 €`.
 *
 * @param amount in minor units, such as cents
 * @param currency ISO 4217
 */
export function formatMoney(amount: number | bigint, currency: string, locale: string): string {
  const format = formatOf(currency, locale);
  const digits = format.resolvedOptions().maximumFractionDigits ?? 0;
  // Passed as a string, because most amounts have no exact floating-point representation.
  const [sign, plain] = amount < 0 ? ['-', String(-amount)] : ['', String(amount)];
  const padded = plain.padStart(digits + 1, '0');
  const split = padded.length - digits;
  const decimal = digits === 0 ? padded : `${padded.slice(0, split)}.${padded.slice(split)}`;
  return format.format(`${sign}${decimal}` as Intl.StringNumericLiteral);
}

/**
 * Formats a whole amount without cents: `$40,000`, `40.000 €`.
 *
 * @param amount in major units, such as dollars
 * @param currency ISO 4217
 */
export function formatWholeMoney(amount: number, currency: string, locale: string): string {
  return formatOf(currency, locale, 0).format(amount);
}

function formatOf(currency: string, locale: string, maximumFractionDigits?: number): Intl.NumberFormat {
  const key = `${locale} ${currency} ${maximumFractionDigits ?? ''}`;
  const known = formats.get(key);
  if (known) return known;
  const made = new Intl.NumberFormat(locale === 'en' ? WORLD_ENGLISH : locale, {
    style: 'currency',
    currency,
    maximumFractionDigits,
  });
  formats.set(key, made);
  return made;
}
