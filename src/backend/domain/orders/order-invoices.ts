import type { Transaction } from 'kysely';
import type { BackendSite } from '#contract/backend/backend.js';
import { dayIn, timeZoneOf } from '#shared/time-zones/time-zone.js';
import type { Database } from '../../platform/database/schema.js';
import type { StoredParty } from '../../platform/database/tables/order-tables.js';
import { issueInvoice, issueCreditNote } from '../invoices/issue-invoice.js';
import type { Invoice } from '../invoices/invoice-rows.js';
import type { OrderRow } from './order-rows.js';

/** Issues the invoice of an order, once. @param dueAt null if it is paid already */
export async function invoiceOrder(
  trx: Transaction<Database>,
  { order, site, dueAt, now }: { order: OrderRow; site: BackendSite; dueAt: Date | null; now: Date },
): Promise<Invoice> {
  const { tax } = order;
  const { invoice } = await issueInvoice(trx, {
    site,
    key: `order:${order.id}`,
    orderId: String(order.id),
    organizationId: String(order.organization_id),
    buyer: buyerOf(order),
    lines: [{ description: order.product.name, quantity: order.quantity, unitNet: BigInt(order.unit_amount) }],
    decision: { category: tax.category, lines: tax.lines, note: tax.note, source: tax.source },
    vatIdCheck: tax.vatId,
    currency: order.currency,
    locale: order.language,
    now,
    dueOn: dueAt && dayIn(timeZoneOf(site), dueAt),
  });
  await trx.updateTable('customer_order').set({ invoice_id: invoice.id }).where('id', '=', order.id).execute();
  return invoice;
}

/**
 * Issues a credit note for the invoice of an order.
 *
 * @param amount including tax, in minor units; omit for everything that is left
 * @returns undefined if there is no invoice, or nothing to credit
 */
export async function creditOrder(
  trx: Transaction<Database>,
  {
    order,
    site,
    amount,
    reason,
    now,
  }: { order: OrderRow; site: BackendSite; amount?: number; reason?: string; now: Date },
): Promise<Invoice | undefined> {
  if (order.invoice_id === null || order.total === 0) return undefined;
  const issued = await issueCreditNote(trx, {
    site,
    key: `credit:${order.id}:${order.refunded_amount}`,
    invoiceId: order.invoice_id,
    ...(amount === undefined ? {} : { total: BigInt(amount) }),
    ...(reason === undefined ? {} : { reason }),
    now,
  });
  if (!issued.ok) throw new Error(`The credit note of order ${order.id} was refused: ${issued.refusal}`);
  return issued.invoice;
}

function buyerOf({ billing, tax }: OrderRow): StoredParty {
  return {
    name: billing.company_name,
    contactName: [billing.first_name, billing.last_name].join(' ').trim(),
    addressLine1: billing.address_line1,
    ...(billing.address_line2 && { addressLine2: billing.address_line2 }),
    locality: billing.locality,
    ...(billing.administrative_area && { administrativeArea: billing.administrative_area }),
    ...(billing.zip && { zip: billing.zip }),
    countryCode: billing.country_code,
    email: billing.email,
    ...(tax.vatId.vatId && { vatId: tax.vatId.vatId }),
  };
}
