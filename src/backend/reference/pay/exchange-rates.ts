/** Value of one euro in each currency, by ISO 4217 code. */
export type ExchangeRates = Readonly<Partial<Record<string, number>>>;

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

/** Annual amounts that the pay filter offers, in euros and currencies of similar value. */
const STEPS = [20_000, 30_000, 40_000, 50_000, 60_000, 80_000, 100_000];

/**
 * Returns round annual amounts for the pay filter in a currency. For a currency of which about ten units are worth one euro, the amounts
 * are ten times those of the euro.
 *
 * @param currency ISO 4217 code
 * @returns amounts in ascending order
 */
export function payThresholds(currency: string, rates: ExchangeRates = REFERENCE_RATES): number[] {
  const scale = nearestScale(rates[currency] ?? 1);
  return STEPS.map((step) => step * scale);
}

/** Returns the nearest of 1, 5, 10, 50, 100 … by ratio; never less than 1. */
function nearestScale(rate: number): number {
  const scales = [0, 1, 2, 3, 4, 5].flatMap((digits) => [10 ** digits, 5 * 10 ** digits]);
  const distance = (scale: number): number => Math.abs(Math.log(rate / scale));
  return scales.reduce((best, scale) => (distance(scale) < distance(best) ? scale : best));
}
