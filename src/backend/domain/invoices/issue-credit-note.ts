import type { Transaction } from 'kysely';
import type { BackendSite } from '#contract/backend/backend.js';
import { dayIn, timeZoneOf } from '#shared/time-zones/time-zone.js';
import type { Database } from '../../platform/database/schema.js';
import type { StoredInvoiceTax } from '../../platform/database/tables/order-tables.js';
import type { TaxLine } from '../tax/tax-decision.js';
import { taxOf, type TaxAmount, type TaxedAmounts } from '../tax/tax-amounts.js';
import { beginIssue, insertInvoice, type InvoiceLine, type Issued } from './issue-invoice.js';
import { loadInvoice, type Invoice } from './invoice-rows.js';

const least = (one: bigint, other: bigint): bigint => (one < other ? one : other);

export interface NewCreditNote {
  site: BackendSite;
  /** Idempotency key, chosen by the caller and unique in the site: `refund:17`. A repeated call returns the first credit note. */
  key: string;
  invoiceId: number;
  /** Lines to credit; omit for everything that is left of the invoice. */
  lines?: readonly InvoiceLine[];
  /** Alternative to lines: an amount including tax, in minor units, for example of a refund. The credit note is for exactly this amount. */
  total?: bigint;
  /** Reason as shown to the buyer. */
  reason?: string;
  now: Date;
}

/** - `notFound`: the site has no such invoice. - `exceedsInvoice`: the amount exceeds what is left of it. */
export type CreditNoteRefusal = 'notFound' | 'exceedsInvoice';

export type CreditNoteResult = ({ ok: true } & Issued) | { ok: false; refusal: CreditNoteRefusal };

/**
 * Issues a credit note for an invoice or a part of it, in the caller's transaction. Its taxes are those of the invoice, whatever today's
 * rates are. The credit notes of an invoice add up to it exactly and never exceed it, which the database enforces too.
 */
export async function issueCreditNote(
  transaction: Transaction<Database>,
  asked: NewCreditNote,
): Promise<CreditNoteResult> {
  const { site, key, now } = asked;
  const { creditNoteSeries } = site.commerce ?? {};
  if (creditNoteSeries === undefined) throw new Error(`The site ${site.name} sells nothing`);
  // Its lock also serializes credit notes of one invoice.
  const earlier = await beginIssue(transaction, { site: site.name, series: creditNoteSeries, key });
  if (earlier) {
    if (earlier.corrects?.id !== asked.invoiceId) throw new Error(`The key ${key} was used for another invoice`);
    return { ok: true, invoice: earlier, isRepeated: true };
  }
  const corrected = await loadInvoice(transaction, { id: asked.invoiceId, site: site.name });
  if (corrected?.kind !== 'invoice') return { ok: false, refusal: 'notFound' };
  const credited = await loadCredited(transaction, corrected);
  const amounts = creditPart(amountsOf(corrected), credited, partOf(asked));
  if (!amounts) return { ok: false, refusal: 'exceedsInvoice' };
  const invoice = await insertInvoice(transaction, {
    site: site.name,
    series: creditNoteSeries,
    kind: 'credit_note',
    correctsId: corrected.id,
    key,
    orderId: corrected.orderId === null ? null : String(corrected.orderId),
    organizationId: String(corrected.organizationId),
    seller: corrected.seller,
    buyer: corrected.buyer,
    lines: asked.lines ?? linesFor(corrected, amounts.net),
    amounts,
    tax: {
      category: corrected.taxCategory,
      note: corrected.taxNote,
      source: `As invoice ${corrected.reference}`,
      verdict: corrected.vatIdVerdict,
      consultationNumber: null,
    },
    currency: corrected.currency,
    locale: corrected.locale,
    reason: asked.reason ?? null,
    now,
    suppliedOn: dayIn(timeZoneOf(site), now),
    dueOn: null,
  });
  return { ok: true, invoice, isRepeated: false };
}

function partOf({ lines, total }: NewCreditNote): CreditedPart {
  if (total !== undefined) return { total };
  return lines ? { net: lines.reduce((sum, { quantity, unitNet }) => sum + BigInt(quantity) * unitNet, 0n) } : 'rest';
}

function amountsOf({ net, taxes }: Pick<Invoice, 'net' | 'taxes'>): CreditedAmounts {
  return {
    net: BigInt(net),
    taxes: taxes.map((line) => ({ ...(line as StoredInvoiceTax & TaxLine), amount: BigInt(line.amount) })),
  };
}

/** Sums of all credit notes so far. */
async function loadCredited(transaction: Transaction<Database>, { id, taxes }: Invoice): Promise<CreditedAmounts> {
  const notes = await transaction
    .selectFrom('invoice')
    .select(['net', 'taxes'])
    .where('corrects_id', '=', id)
    .execute();
  const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0);
  return amountsOf({
    net: sum(notes.map(({ net }) => net)),
    taxes: taxes.map((line, index) => ({ ...line, amount: sum(notes.map((note) => note.taxes[index]!.amount)) })),
  });
}

/** Lines of the invoice if all of it is credited, otherwise one line with the partial amount. */
function linesFor({ lines, net }: Invoice, creditedNet: bigint): InvoiceLine[] {
  if (creditedNet === BigInt(net))
    return lines.map(({ description, quantity, unitNet }) => ({ description, quantity, unitNet: BigInt(unitNet) }));
  return [{ description: lines.map(({ description }) => description).join(', '), quantity: 1, unitNet: creditedNet }];
}

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
