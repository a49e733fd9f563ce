import { taxOf, type TaxAmount, type TaxedAmounts } from '../tax/tax-amounts.js';

/** Net amount and taxes, in minor units, of an invoice or of all its credit notes so far; the taxes are the same, in the same order. */
export interface CreditedAmounts {
  net: bigint;
  taxes: readonly TaxAmount[];
}

/** Amount to credit: a net amount, an amount including tax, or everything that is left. */
export type CreditedPart = { net: bigint } | { total: bigint } | 'rest';

/**
 * Computes the amounts of a credit note. Its taxes are the invoice's taxes on everything credited including this note, minus the taxes
 * credited before. Rounding errors therefore do not accumulate: all credit notes together equal the invoice exactly, in whatever parts it
 * is credited, and a note for an amount including tax is for exactly that amount.
 *
 * @returns undefined if the amount is zero or exceeds what is left
 */
export function creditPart(
  invoice: CreditedAmounts,
  credited: CreditedAmounts,
  part: CreditedPart,
): TaxedAmounts | undefined {
  const left = {
    net: invoice.net - credited.net,
    taxes: invoice.taxes.map(({ amount }, index) => amount - credited.taxes[index]!.amount),
  };
  const leftTotal = left.net + sumOf(left.taxes);
  if (leftTotal <= 0n || (part !== 'rest' && ('net' in part ? part.net : part.total) <= 0n)) return undefined;
  const isRest = part === 'rest' || ('net' in part ? part.net === left.net : part.total === leftTotal);
  if (isRest) return toAmounts(invoice, left.net, left.taxes);
  if ('net' in part) {
    if (part.net > left.net) return undefined;
    const due = taxOf(credited.net + part.net, { lines: invoice.taxes }).taxes.map(({ amount }) => amount);
    return toAmounts(invoice, part.net, withinLeft(due, credited, left.taxes));
  }
  if (part.total > leftTotal) return undefined;
  const whole = invoice.net + sumOf(invoice.taxes.map(({ amount }) => amount));
  const creditedTotal = credited.net + sumOf(credited.taxes.map(({ amount }) => amount));
  const due = invoice.taxes.map(({ amount }) => rounded(amount * (creditedTotal + part.total), whole));
  const taxes = withinLeft(due, credited, left.taxes);
  // For one or two cents, the rounded taxes can exceed the total.
  take(taxes, sumOf(taxes) - part.total);
  return toAmounts(invoice, part.total - sumOf(taxes), taxes);
}

/** Amount of each tax that is due in total, minus what was credited before, limited to what is left. */
function withinLeft(due: readonly bigint[], credited: CreditedAmounts, left: readonly bigint[]): bigint[] {
  return due.map((amount, index) => {
    const missing = amount - credited.taxes[index]!.amount;
    return missing < 0n ? 0n : least(missing, left[index]!);
  });
}

/** Subtracts the difference from the taxes, if it is positive. */
function take(taxes: bigint[], difference: bigint): void {
  let rest = difference > 0n ? difference : 0n;
  for (const [index, amount] of taxes.entries()) {
    const taken = least(rest, amount);
    taxes[index] = amount - taken;
    rest -= taken;
  }
}

const least = (one: bigint, other: bigint): bigint => (one < other ? one : other);

function toAmounts(invoice: CreditedAmounts, net: bigint, amounts: readonly bigint[]): TaxedAmounts {
  const taxes = invoice.taxes.map((line, index) => ({ ...line, amount: amounts[index]! }));
  const tax = sumOf(amounts);
  return { net, taxes, tax, total: net + tax };
}

/** Rounds half away from zero. */
function rounded(numerator: bigint, denominator: bigint): bigint {
  return (numerator * 2n + denominator) / (2n * denominator);
}

function sumOf(amounts: readonly bigint[]): bigint {
  return amounts.reduce((sum, amount) => sum + amount, 0n);
}
