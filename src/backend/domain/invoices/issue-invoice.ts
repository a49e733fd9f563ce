import { sql, type Transaction } from 'kysely';
import type { BackendSite } from '#contract/backend/backend.js';
import type { Seller } from '#contract/commerce/commerce-rules.js';
import { dayIn, timeZoneOf } from '#shared/time-zones/time-zone.js';
import type { Database } from '../../platform/database/schema.js';
import type { StoredParty, StoredInvoiceTax } from '../../platform/database/tables/order-tables.js';
import { type TaxDecision, type TaxLine, taxOf, type TaxedAmounts, type TaxAmount } from '../tax/tax-decision.js';
import type { VatIdCheck } from '../tax/check-vat-id.js';
import { loadInvoice, type Invoice } from './invoice-rows.js';

const least = (one: bigint, other: bigint): bigint => (one < other ? one : other);

/** Largest total of an invoice, in minor units: the maximum of a GraphQL `Int`. The database enforces it. */
export const MAX_INVOICE_TOTAL = 2_147_483_647n;

export interface InvoiceLine {
  /** Description in the language of the invoice. */
  description: string;
  /** Positive integer. */
  quantity: number;
  /** Net unit price in minor units. */
  unitNet: bigint;
}

export interface NewInvoice {
  site: BackendSite;
  /** Idempotency key, chosen by the caller and unique in the site: `order:17`. A repeated call returns the first invoice. */
  key: string;
  orderId?: string;
  organizationId: string;
  buyer: StoredParty;
  /** At least one. */
  lines: readonly InvoiceLine[];
  decision: TaxDecision;
  /** Result of checking the buyer's VAT id, for the records. */
  vatIdCheck?: Pick<VatIdCheck, 'verdict' | 'consultationNumber'>;
  /** Currency code (ISO 4217). */
  currency: string;
  /** Locale of the invoice. */
  locale: string;
  now: Date;
  /** `YYYY-MM-DD`; defaults to the day of issue. */
  suppliedOn?: string;
  /** Due date as `YYYY-MM-DD`; null if it is paid already. */
  dueOn: string | null;
}

export interface Issued {
  invoice: Invoice;
  /** Whether it had been issued before with the same key. */
  isRepeated: boolean;
}

/**
 * Issues an invoice with the next number of the site's series, in the caller's transaction. Issue it late in the transaction: until the
 * transaction ends, nobody else can issue in this series. After a rollback, the number is used for the next invoice.
 *
 * @throws if the site's configuration has no seller, or the total exceeds `MAX_INVOICE_TOTAL`
 */
export async function issueInvoice(transaction: Transaction<Database>, newInvoice: NewInvoice): Promise<Issued> {
  const { site, key, lines, decision } = newInvoice;
  const { seller, invoiceSeries } = site.commerce ?? {};
  if (!seller || invoiceSeries === undefined) throw new Error(`The site ${site.name} has no seller`);
  const earlier = await beginIssue(transaction, { site: site.name, series: invoiceSeries, key });
  if (earlier) {
    if (earlier.kind !== 'invoice') throw new Error(`The key ${key} was used for a credit note`);
    return { invoice: earlier, isRepeated: true };
  }
  const net = lines.reduce((sum, { quantity, unitNet }) => sum + BigInt(quantity) * unitNet, 0n);
  const invoice = await insertInvoice(transaction, {
    site: site.name,
    series: invoiceSeries,
    kind: 'invoice',
    correctsId: null,
    key,
    orderId: newInvoice.orderId ?? null,
    organizationId: newInvoice.organizationId,
    seller,
    buyer: newInvoice.buyer,
    lines,
    amounts: taxOf(net, decision),
    tax: {
      category: decision.category,
      note: decision.note,
      source: decision.source,
      verdict: newInvoice.vatIdCheck?.verdict ?? 'none',
      consultationNumber: newInvoice.vatIdCheck?.consultationNumber ?? null,
    },
    currency: newInvoice.currency,
    locale: newInvoice.locale,
    reason: null,
    now: newInvoice.now,
    suppliedOn: newInvoice.suppliedOn ?? dayIn(timeZoneOf(site), newInvoice.now),
    dueOn: newInvoice.dueOn,
  });
  return { invoice, isRepeated: false };
}

/** Locks the series until the transaction ends. @returns the document that was issued with the key before */
export async function beginIssue(
  transaction: Transaction<Database>,
  { site, series, key }: { site: string; series: string; key: string },
): Promise<Invoice | undefined> {
  const { rows } = await sql<{ id: number | null }>`select invoice_begin(${site}, ${series}, ${key}) as id`.execute(
    transaction,
  );
  const id = rows[0]?.id;
  return id == null ? undefined : loadInvoice(transaction, { id, site });
}

export interface InsertedInvoice {
  site: string;
  series: string;
  kind: 'invoice' | 'credit_note';
  correctsId: number | null;
  key: string;
  orderId: string | null;
  organizationId: string;
  seller: Seller | StoredParty;
  buyer: StoredParty;
  lines: readonly InvoiceLine[];
  amounts: TaxedAmounts;
  tax: {
    category: string;
    note: string | null;
    source: string;
    verdict: string;
    consultationNumber: string | null;
  };
  currency: string;
  locale: string;
  reason: string | null;
  now: Date;
  suppliedOn: string;
  dueOn: string | null;
}

/** Inserts an invoice. The database assigns the number, and refuses an invoice whose sums are wrong. */
export async function insertInvoice(transaction: Transaction<Database>, made: InsertedInvoice): Promise<Invoice> {
  const { amounts, tax } = made;
  if (amounts.total > MAX_INVOICE_TOTAL) throw new RangeError('The total of an invoice is too large');
  const lines = made.lines.map(({ description, quantity, unitNet }) => ({
    description,
    quantity,
    unitNet: Number(unitNet),
    net: Number(BigInt(quantity) * unitNet),
  }));
  const taxes = amounts.taxes.map((line) => ({ ...line, amount: Number(line.amount) }));
  const { rows } = await sql<{ id: number }>`
    insert into invoice (site, series, kind, corrects_id, key, order_id, organization_id, seller, buyer, lines, taxes,
      tax_category, tax_note, tax_source, vat_id_verdict, vies_number, net, tax, total, currency, locale, reason,
      issued_at, supplied_on, due_on)
    values (${made.site}, ${made.series}, ${made.kind}, ${made.correctsId}, ${made.key}, ${made.orderId}::bigint,
      ${made.organizationId}::bigint, ${toJson(made.seller)}::jsonb, ${toJson(made.buyer)}::jsonb,
      ${toJson(lines)}::jsonb, ${toJson(taxes)}::jsonb, ${tax.category}, ${tax.note}, ${tax.source},
      ${tax.verdict}, ${tax.consultationNumber}, ${String(amounts.net)}::bigint, ${String(amounts.tax)}::bigint,
      ${String(amounts.total)}::bigint, ${made.currency}, ${made.locale}, ${made.reason}, ${made.now},
      ${made.suppliedOn}::date, ${made.dueOn}::date)
    returning id
  `.execute(transaction);
  return (await loadInvoice(transaction, { id: rows[0]!.id, site: made.site }))!;
}

/** PostgreSQL cannot store NUL or lone surrogates in JSON, and nobody types them on purpose. */
const NOT_STORABLE = /[\0\p{Cs}]/gu;

function toJson(value: unknown): string {
  return JSON.stringify(value, (_name, each: unknown) =>
    typeof each === 'string' ? each.replace(NOT_STORABLE, '') : each,
  );
}

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
  newCreditNote: NewCreditNote,
): Promise<CreditNoteResult> {
  const { site, key, now } = newCreditNote;
  const { creditNoteSeries } = site.commerce ?? {};
  if (creditNoteSeries === undefined) throw new Error(`The site ${site.name} sells nothing`);
  // Its lock also serializes credit notes of one invoice.
  const earlier = await beginIssue(transaction, { site: site.name, series: creditNoteSeries, key });
  if (earlier) {
    if (earlier.corrects?.id !== newCreditNote.invoiceId)
      throw new Error(`The key ${key} was used for another invoice`);
    return { ok: true, invoice: earlier, isRepeated: true };
  }
  const corrected = await loadInvoice(transaction, { id: newCreditNote.invoiceId, site: site.name });
  if (corrected?.kind !== 'invoice') return { ok: false, refusal: 'notFound' };
  const credited = await loadCredited(transaction, corrected);
  const amounts = creditPart(amountsOf(corrected), credited, partOf(newCreditNote));
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
    lines: newCreditNote.lines ?? linesFor(corrected, amounts.net),
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
    reason: newCreditNote.reason ?? null,
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
