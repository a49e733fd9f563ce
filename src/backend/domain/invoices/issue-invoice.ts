import { sql, type Transaction } from 'kysely';
import type { BackendSite } from '#contract/backend/backend.js';
import type { Seller } from '#contract/commerce/commerce-rules.js';
import { dayIn, timeZoneOf } from '#shared/time-zones/time-zone.js';
import type { Database } from '../../platform/database/schema.js';
import type { StoredParty } from '../../platform/database/tables/order-tables.js';
import { taxOf, type TaxedAmounts } from '../tax/tax-amounts.js';
import type { TaxDecision } from '../tax/tax-decision.js';
import type { VatIdCheck } from '../tax/check-vat-id.js';
import { loadInvoice, type Invoice } from './invoice-rows.js';

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
export async function issueInvoice(transaction: Transaction<Database>, asked: NewInvoice): Promise<Issued> {
  const { site, key, lines, decision } = asked;
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
    orderId: asked.orderId ?? null,
    organizationId: asked.organizationId,
    seller,
    buyer: asked.buyer,
    lines,
    amounts: taxOf(net, decision),
    tax: {
      category: decision.category,
      note: decision.note,
      source: decision.source,
      verdict: asked.vatIdCheck?.verdict ?? 'none',
      consultationNumber: asked.vatIdCheck?.consultationNumber ?? null,
    },
    currency: asked.currency,
    locale: asked.locale,
    reason: null,
    now: asked.now,
    suppliedOn: asked.suppliedOn ?? dayIn(timeZoneOf(site), asked.now),
    dueOn: asked.dueOn,
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
