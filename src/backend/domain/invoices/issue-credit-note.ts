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
  /** Chosen by the caller, unique in the site: `refund:17`. The same one gets the credit note of the first time. */
  key: string;
  invoiceId: number;
  /** What is credited, if it is not everything that is left of the invoice. */
  lines?: readonly InvoiceLine[];
  /** Instead of lines: an amount with tax, in minor units, such as that of a refund. The credit note is for exactly that much. */
  total?: bigint;
  /** As the buyer reads it. */
  reason?: string;
  now: Date;
}

/** - `notFound`: the site has no such invoice. - `exceedsInvoice`: that much is not left of it. */
export type CreditNoteRefusal = 'notFound' | 'exceedsInvoice';

export type CreditNoteResult = ({ ok: true } & Issued) | { ok: false; refusal: CreditNoteRefusal };

/**
 * Issues a credit note for all or a part of an invoice, in the transaction of the caller. Its taxes are those of the invoice, whatever they
 * would be today. Several credit notes of an invoice add up to it to the cent and never exceed it, which the database enforces too.
 */
export async function issueCreditNote(
  transaction: Transaction<Database>,
  asked: NewCreditNote,
): Promise<CreditNoteResult> {
  const { site, key, now } = asked;
  const { creditNoteSeries } = site.commerce ?? {};
  if (creditNoteSeries === undefined) throw new Error(`The site ${site.name} sells nothing`);
  // Also keeps two credit notes of one invoice apart.
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

/** The sums of the credit notes so far. */
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

/** The lines of the invoice if all of it is credited, else one line with the part. */
function linesFor({ lines, net }: Invoice, creditedNet: bigint): InvoiceLine[] {
  if (creditedNet === BigInt(net))
    return lines.map(({ description, quantity, unitNet }) => ({ description, quantity, unitNet: BigInt(unitNet) }));
  return [{ description: lines.map(({ description }) => description).join(', '), quantity: 1, unitNet: creditedNet }];
}
