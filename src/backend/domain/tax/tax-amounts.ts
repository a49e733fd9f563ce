import type { TaxDecision, TaxLine } from './tax-decision.js';

/** Thousandths of a percent in the whole. */
const WHOLE = 100_000n;

export interface TaxAmount extends TaxLine {
  /** Minor units. */
  amount: bigint;
}

export interface TaxedAmounts {
  net: bigint;
  taxes: readonly TaxAmount[];
  /** The sum of the taxes. */
  tax: bigint;
  total: bigint;
}

/**
 * The taxes on a net amount. Each is calculated on the whole of an invoice and rounded once, halves away from zero: that is what
 * EN 16931 (BR-CO-17) and the Canada Revenue Agency (Excise Tax Act, s. 165.2) ask for.
 *
 * @param net minor units, not below zero
 */
export function taxOf(net: bigint, decision: Pick<TaxDecision, 'lines'>): TaxedAmounts {
  if (net < 0n) throw new RangeError('A net amount is not below zero.');
  const taxes = decision.lines.map((line) => ({
    ...line,
    amount: (net * BigInt(line.rate) * 2n + WHOLE) / (2n * WHOLE),
  }));
  const tax = taxes.reduce((sum, { amount }) => sum + amount, 0n);
  return { net, taxes, tax, total: net + tax };
}

/**
 * The taxes of a part of an invoice that is credited. Rounding is of what has been credited in all, so that several credit notes add up to
 * the taxes of their invoice to the cent.
 *
 * @param net of this part @param credited net of the credit notes before it
 */
export function taxOfPart(net: bigint, credited: bigint, decision: Pick<TaxDecision, 'lines'>): TaxedAmounts {
  const before = taxOf(credited, decision).taxes;
  const after = taxOf(credited + net, decision).taxes;
  const taxes = after.map((line, index) => ({ ...line, amount: line.amount - before[index]!.amount }));
  const tax = taxes.reduce((sum, { amount }) => sum + amount, 0n);
  return { net, taxes, tax, total: net + tax };
}
