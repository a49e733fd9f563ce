import { sql, type Kysely } from 'kysely';
import type { BackendSite } from '#contract/backend/backend.js';
import type { Database } from '../../platform/database/schema.js';
import type { StoredInvoiceLine, StoredInvoiceTax, StoredParty } from '../../platform/database/tables/order-tables.js';
import { textsOf, type SiteTexts } from '../../platform/texts/site-texts.js';
import type { TaxNote } from '../tax/tax-decision.js';
import type { TaxName } from '../tax/tax-rates.js';

/** An invoice or credit note as it was issued, and what has happened to it since. Amounts are minor units of the currency. */
export interface Invoice {
  id: number;
  site: string;
  /** Series and number as printed: `INV-000042`. */
  reference: string;
  kind: 'invoice' | 'credit_note';
  /** For a credit note: the corrected invoice. */
  corrects: { id: number; reference: string } | null;
  orderId: number | null;
  organizationId: number;
  seller: StoredParty;
  buyer: StoredParty;
  lines: StoredInvoiceLine[];
  taxes: StoredInvoiceTax[];
  taxCategory: string;
  taxNote: string | null;
  vatIdVerdict: string;
  net: number;
  tax: number;
  total: number;
  /** Total of all credit notes so far; 0 for a credit note. */
  credited: number;
  currency: string;
  locale: string;
  /** For a credit note: its reason. */
  reason: string | null;
  issuedAt: Date;
  /** `YYYY-MM-DD` */
  suppliedOn: string;
  /** `YYYY-MM-DD`; null for credit notes, and for invoices that were paid when issued. */
  dueOn: string | null;
  /** When the order of an invoice was paid. It is not part of the document, which never changes. */
  paidAt: Date | null;
}

const COLUMNS = sql`
  i.id, i.site, i.reference, i.kind, i.order_id as "orderId", i.organization_id as "organizationId", i.seller, i.buyer, i.lines, i.taxes,
  i.tax_category as "taxCategory", i.tax_note as "taxNote", i.vat_id_verdict as "vatIdVerdict", i.net, i.tax, i.total, i.currency,
  i.locale, i.reason, i.issued_at as "issuedAt", to_char(i.supplied_on, 'YYYY-MM-DD') as "suppliedOn",
  to_char(i.due_on, 'YYYY-MM-DD') as "dueOn",
  (select o.paid_at from customer_order o where o.id = i.order_id and o.site = i.site and i.kind = 'invoice') as "paidAt",
  (select jsonb_build_object('id', c.id, 'reference', c.reference) from invoice c where c.id = i.corrects_id) as corrects,
  (select coalesce(sum(c.total), 0)::bigint from invoice c where c.corrects_id = i.id) as credited`;

/** Does not check access. @returns undefined if the site has no such invoice */
export async function loadInvoice(
  database: Kysely<Database>,
  { id, site }: { id: number; site: string },
): Promise<Invoice | undefined> {
  const { rows } = await sql<Invoice>`
    select ${COLUMNS} from invoice i where i.id = ${id}::bigint and i.site = ${site}
  `.execute(database);
  return rows[0];
}

/**
 * Invoices and credit notes of an organization, the newest first. Does not check access.
 *
 * @param page.before only those older than the one with this id
 */
export async function listInvoices(
  database: Kysely<Database>,
  owner: { site: string; organizationId: number },
  page: { limit: number; before?: number },
): Promise<Invoice[]> {
  const { rows } = await sql<Invoice>`
    select ${COLUMNS} from invoice i
    where i.site = ${owner.site} and i.organization_id = ${owner.organizationId}::bigint
      and (${page.before ?? null}::bigint is null or i.id < ${page.before ?? null}::bigint)
    order by i.id desc limit ${page.limit}
  `.execute(database);
  return rows;
}

/** Invoices and credit notes of an order, in the order of issue. */
export async function invoicesOfOrder(
  database: Kysely<Database>,
  { site, orderId }: { site: string; orderId: string },
): Promise<Invoice[]> {
  const { rows } = await sql<Invoice>`
    select ${COLUMNS} from invoice i where i.site = ${site} and i.order_id = ${orderId}::bigint order by i.id
  `.execute(database);
  return rows;
}

/** Fixed texts of an invoice, in its own language. */
export function invoiceTexts(
  invoice: Pick<Invoice, 'locale'>,
  site: Pick<BackendSite, 'locales' | 'texts'>,
): SiteTexts {
  return textsOf(site, invoice.locale);
}

/** @returns the note on its tax; null if none is required */
export function taxNoteOf({ taxNote }: Pick<Invoice, 'taxNote'>, { t }: SiteTexts): string | null {
  return taxNote === null ? null : t(`invoice.taxNote.${taxNote as TaxNote}`);
}

/** @returns the name of a tax, such as `GST`. */
export function taxNameOf({ tax }: { tax: string }, { t }: SiteTexts): string {
  return t(`invoice.taxName.${tax as TaxName}`);
}
