import type { Transaction } from 'kysely';
import type { BackendSite } from '#contract/backend/backend.js';
import { dayIn, timeZoneOf } from '#shared/time-zones/time-zone.js';
import type { Database } from '../../platform/database/schema.js';
import type { StoredInvoiceTax } from '../../platform/database/tables/invoice-tables.js';
import type { TaxLine } from '../tax/tax-decision.js';
import { creditPart, type CreditedAmounts, type CreditedPart } from './credit-amounts.js';
import { beginIssue, insertInvoice, type InvoiceLine, type Issued } from './issue-invoice.js';
import { loadInvoice, type Invoice } from './invoice-rows.js';

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
