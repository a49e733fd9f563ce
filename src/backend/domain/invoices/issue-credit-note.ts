import { sql, type Transaction } from 'kysely';
import type { BackendSite } from '#contract/backend/backend.js';
import { dayIn, timeZoneOf } from '#shared/time-zones/time-zone.js';
import type { Database } from '../../platform/database/schema.js';
import type { TaxLine } from '../tax/tax-decision.js';
import { taxOfPart } from '../tax/tax-amounts.js';
import { beginIssue, insertInvoice, type InvoiceLine, type Issued } from './issue-invoice.js';
import { loadInvoice, type Invoice } from './invoice-rows.js';

export interface NewCreditNote {
  site: BackendSite;
  /** Chosen by the caller, unique in the site: `refund:17`. The same one gets the credit note of the first time. */
  key: string;
  invoiceId: number;
  /** What is credited; everything that is left of the invoice if missing. */
  lines?: readonly InvoiceLine[];
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
  if (earlier) return { ok: true, invoice: earlier, isRepeated: true };
  const corrected = await loadInvoice(transaction, { id: asked.invoiceId, site: site.name });
  if (corrected?.kind !== 'invoice') return { ok: false, refusal: 'notFound' };
  const credited = await creditedNet(transaction, corrected.id);
  const lines = asked.lines ?? whatIsLeft(corrected, credited);
  const net = lines.reduce((sum, { quantity, unitNet }) => sum + BigInt(quantity) * unitNet, 0n);
  if (net === 0n || credited + net > BigInt(corrected.net)) return { ok: false, refusal: 'exceedsInvoice' };
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
    lines,
    amounts: taxOfPart(net, credited, { lines: corrected.taxes as TaxLine[] }),
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

async function creditedNet(transaction: Transaction<Database>, invoiceId: number): Promise<bigint> {
  const { rows } = await sql<{ net: number }>`
    select coalesce(sum(net), 0)::bigint as net from invoice where corrects_id = ${invoiceId}::bigint
  `.execute(transaction);
  return BigInt(rows[0]!.net);
}

/** The lines of the invoice; if parts were credited before, one line with the rest. */
function whatIsLeft({ lines, net }: Invoice, credited: bigint): InvoiceLine[] {
  if (credited === 0n)
    return lines.map(({ description, quantity, unitNet }) => ({ description, quantity, unitNet: BigInt(unitNet) }));
  const rest = BigInt(net) - credited;
  return [{ description: lines.map(({ description }) => description).join(', '), quantity: 1, unitNet: rest }];
}
