import { REFERENCE_RATES, type ExchangeRates } from './exchange-rates.js';

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
