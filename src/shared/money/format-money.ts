/** International English: it writes `US$`, because `$` alone would be ambiguous. */
const WORLD_ENGLISH = 'en-001';
const formats = new Map<string, Intl.NumberFormat>();

/**
 * Currencies whose number of minor digits is not 2, according to ISO 4217. The locale data of the runtime must not decide on this: its digits
 * follow what is customary in a country, and change between its versions, which would change the meaning of stored amounts. For example,
 * it writes forints without the two decimals that banks use.
 */
const MINOR_DIGITS: ReadonlyMap<string, number> = new Map(
  Object.entries({
    0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
    3: 'BHD IQD JOD KWD LYD OMR TND',
    4: 'CLF UYW',
  }).flatMap(([digits, codes]) => codes.split(' ').map((code) => [code, Number(digits)] as const)),
);

/** Number of digits of a currency's minor unit. @param currency ISO 4217 */
export function minorDigits(currency: string): number {
  return MINOR_DIGITS.get(currency) ?? 2;
}

/**
 * Formats an amount in a locale: `$129.00`, `US$129.00`, `129,00 €`.
 *
 * @param amount in minor units, such as cents
 * @param currency ISO 4217
 */
export function formatMoney(amount: number | bigint, currency: string, locale: string): string {
  const digits = minorDigits(currency);
  const format = formatOf(currency, locale, digits);
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

function formatOf(currency: string, locale: string, digits: number): Intl.NumberFormat {
  const key = `${locale} ${currency} ${digits}`;
  const known = formats.get(key);
  if (known) return known;
  const made = new Intl.NumberFormat(locale === 'en' ? WORLD_ENGLISH : locale, {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  formats.set(key, made);
  return made;
}
