import type { Transaction } from 'kysely';
import type { BackendSite } from '#contract/backend/backend.js';
import { dayIn, timeZoneOf } from '#shared/time-zones/time-zone.js';
import type { Database } from '../../platform/database/schema.js';
import type { StoredParty } from '../../platform/database/tables/invoice-tables.js';
import { issueCreditNote } from '../invoices/issue-credit-note.js';
import { issueInvoice } from '../invoices/issue-invoice.js';
import type { Invoice } from '../invoices/invoice-rows.js';
import { taxOfPart } from '../tax/tax-amounts.js';
import type { OrderRow } from './order-rows.js';

/** Issues the invoice of an order, once. @param dueAt null: it is paid already */
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
 * @param amount with tax, in minor units; everything that is left if missing
 * @returns undefined: there is no invoice, or nothing to credit
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
  const lines =
    amount === undefined
      ? undefined
      : [{ description: order.product.name, quantity: 1, unitNet: partOf(order, BigInt(amount)).net }];
  const issued = await issueCreditNote(trx, {
    site,
    key: `credit:${order.id}:${order.refunded_amount}`,
    invoiceId: order.invoice_id,
    ...(lines ? { lines } : {}),
    ...(reason === undefined ? {} : { reason }),
    now,
  });
  if (!issued.ok) throw new Error(`The credit note of order ${order.id} was refused: ${issued.refusal}`);
  return issued.invoice;
}

/**
 * What a credit note can be for, which is what is asked for or a cent less: rounding of taxes leaves out some totals.
 *
 * @param amount with tax, in minor units
 */
export function creditableAmount(order: CreditedOrder, amount: number): number {
  return Number(partOf(order, BigInt(amount)).total);
}

type CreditedOrder = Pick<OrderRow, 'tax' | 'net_amount' | 'refunded_amount'>;

/** The largest part of an order that is not more than so much with tax. */
function partOf({ tax, net_amount, refunded_amount }: CreditedOrder, gross: bigint): { net: bigint; total: bigint } {
  const totalOf = (net: bigint, credited: bigint) => taxOfPart(net, credited, { lines: tax.lines }).total;
  const largest = (limit: bigint, credited: bigint, total: bigint): bigint => {
    let [low, high] = [0n, limit];
    while (low < high) {
      const middle = (low + high + 1n) / 2n;
      if (totalOf(middle, credited) <= total) low = middle;
      else high = middle - 1n;
    }
    return low;
  };
  const credited = largest(BigInt(net_amount), 0n, BigInt(refunded_amount));
  const net = largest(BigInt(net_amount) - credited, credited, gross);
  return { net, total: totalOf(net, credited) };
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
