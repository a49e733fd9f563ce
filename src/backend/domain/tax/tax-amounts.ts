import type { TaxDecision, TaxLine } from './tax-decision.js';

/** 100 % in thousandths of a percent. */
const WHOLE = 100_000n;

export interface TaxAmount extends TaxLine {
  /** Amount in minor units. */
  amount: bigint;
}

export interface TaxedAmounts {
  net: bigint;
  taxes: readonly TaxAmount[];
  /** Sum of the taxes. */
  tax: bigint;
  total: bigint;
}

/**
 * Calculates the taxes on a net amount. Each is calculated on the whole of an invoice and rounded once, half away from zero, as required
 * by EN 16931 (BR-CO-17) and the Canada Revenue Agency (Excise Tax Act, s. 165.2).
 *
 * @param net in minor units, not negative
 */
export function taxOf(net: bigint, decision: Pick<TaxDecision, 'lines'>): TaxedAmounts {
  if (net < 0n) throw new RangeError('A net amount must not be negative.');
  const taxes = decision.lines.map((line) => ({
    ...line,
    amount: (net * BigInt(line.rate) * 2n + WHOLE) / (2n * WHOLE),
  }));
  const tax = taxes.reduce((sum, { amount }) => sum + amount, 0n);
  return { net, taxes, tax, total: net + tax };
}

/**
 * Calculates the taxes on a credited part of an invoice. The rounding is applied to everything credited so far, so that several credit
 * notes add up to the taxes of their invoice exactly.
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
