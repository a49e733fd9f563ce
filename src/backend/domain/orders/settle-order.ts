import { sql, type Kysely, type Transaction } from 'kysely';
import type { BackendSite } from '#contract/backend/backend.js';
import { orderPath } from '#contract/pages/paths.js';
import { formatMoney } from '#shared/money/format-money.js';
import { timeZoneOf } from '#shared/time-zones/time-zone.js';
import type { Database } from '../../platform/database/schema.js';
import { writeAudit } from '../audit/audit-log.js';
import { deliverProduct, withdrawDelivery } from '../entitlements/delivery.js';
import { renewedSubscription } from '../entitlements/subscriptions.js';
import { chargeCredits, grantCredits, refundCredits, type LedgerOwner, type LedgerResult } from '../ledger/ledger.js';
import { putMail, type OrderMail } from '../../platform/mail/outbox.js';
import { creditOrder, invoiceOrder } from './order-invoices.js';
import { moveOrder, type Change, type OrderRow } from './order-rows.js';

/** How an order is settled. */
export interface Settlement {
  site: BackendSite;
  /** Account of the administrator; omit for what a payment service or the clock does. */
  actorId?: string;
  reason?: string;
}

/** - `state`: not possible in the current state of the order; a concurrent request may have been faster. */
export type SettleResult = { ok: true } | { ok: false; rule: 'state' | 'amount' };

const DONE: SettleResult = { ok: true };
const REFUSED: SettleResult = { ok: false, rule: 'state' };

/**
 * Records the payment of an order: unless already done, it is invoiced and delivered; then the payment is booked and confirmed by mail.
 * All of it happens in the caller's transaction. The order must be locked.
 */
export async function payOrder(
  trx: Transaction<Database>,
  order: OrderRow,
  action: 'payment' | 'markPaid',
  settlement: Settlement,
): Promise<SettleResult> {
  const { site } = settlement;
  if (!(await moveOrder(trx, order, changeOf(action, settlement), { paid: true }))) return REFUSED;
  const now = await databaseNow(trx);
  await deliverOrder(trx, order, now);
  await keepCancellation(trx, order);
  await bookPayment(trx, order);
  await auditOrder(trx, order, 'order.paid', settlement, now);
  const invoice = order.invoice_id === null ? await invoiceOrder(trx, { order, site, dueAt: null, now }) : undefined;
  await mailAboutOrder(trx, 'order-paid', {
    order: { ...order, invoice_id: order.invoice_id ?? invoice!.id },
    site,
    now,
  });
  return DONE;
}

/**
 * Delivers an order, once. If its organization was deleted or closed meanwhile, nothing is delivered: an administrator refunds the order.
 */
export async function deliverOrder(trx: Transaction<Database>, order: OrderRow, now: Date): Promise<void> {
  if (order.delivered_at !== null || (await isGone(trx, order.organization_id))) return;
  // A renewal starts when the subscription ends.
  const begins = (await renewedFrom(trx, order.key)) ?? now;
  await deliverProduct(trx, {
    ...deliveryOf(order),
    product: order.product,
    quantity: order.quantity,
    now: begins,
  });
  await trx.updateTable('customer_order').set({ delivered_at: now }).where('id', '=', order.id).execute();
}

/**
 * Cancels an unpaid order: its invoice is credited, and what is left of its delivery is withdrawn. If an administrator cancels a renewal,
 * the renewed subscription is canceled as well.
 */
export async function cancelOrder(
  trx: Transaction<Database>,
  order: OrderRow,
  action: 'cancel' | 'failure',
  settlement: Settlement,
): Promise<SettleResult> {
  const { site, reason } = settlement;
  const isDelivered = order.delivered_at !== null;
  const isMoved = await moveOrder(trx, order, changeOf(action, settlement), isDelivered ? { withdrawn: true } : {});
  if (!isMoved) return REFUSED;
  const now = await databaseNow(trx);
  await auditOrder(trx, order, 'order.canceled', settlement, now);
  await stopRenewals(trx, order, settlement, now);
  if (isDelivered) await withdraw(trx, order, settlement);
  const credit = await creditOrder(trx, { order, site, ...(reason === undefined ? {} : { reason }), now });
  await mailAboutOrder(trx, 'order-canceled', { order, site, now, document: credit?.id ?? null });
  return DONE;
}

/**
 * Records a refund. After a full refund, what is left of the delivery is withdrawn. If an administrator refunds a renewal in full, the
 * renewed subscription is canceled as well.
 *
 * @param amount including tax, in minor units
 */
export async function refundOrder(
  trx: Transaction<Database>,
  order: OrderRow,
  amount: number,
  settlement: Settlement,
): Promise<SettleResult> {
  const { site, reason } = settlement;
  const left = order.total - order.refunded_amount;
  if (amount < 0 || amount > left || (amount === 0 && order.total > 0)) return { ok: false, rule: 'amount' };
  const isWhole = amount === left;
  const change = { ...changeOf(isWhole ? 'refund' : 'partialRefund', settlement), amount };
  const isDelivered = isWhole && order.delivered_at !== null && order.withdrawn_at === null;
  if (!(await moveOrder(trx, order, change, isDelivered ? { withdrawn: true } : {}))) return REFUSED;
  const now = await databaseNow(trx);
  await auditOrder(trx, order, 'order.refunded', settlement, now);
  if (isWhole) await stopRenewals(trx, order, settlement, now);
  if (isDelivered) await withdraw(trx, order, settlement);
  if (amount > 0) await bookRefund(trx, order, amount);
  const part = isWhole ? {} : { amount };
  const credit = await creditOrder(trx, { order, site, ...part, ...(reason === undefined ? {} : { reason }), now });
  await mailAboutOrder(trx, 'order-refunded', { order, site, now, amount, document: credit?.id ?? null });
  return DONE;
}

async function withdraw(trx: Transaction<Database>, order: OrderRow, { actorId, reason }: Settlement): Promise<void> {
  await withdrawDelivery(trx, {
    ...deliveryOf(order),
    reason: reason ?? '',
    ...(actorId === undefined ? {} : { actorId }),
  });
}

/** Reference of the delivery, used both to deliver and to withdraw. */
function deliveryOf({ id, site, organization_id }: OrderRow) {
  return { site, organizationId: organization_id, orderId: String(id), reference: `order:${id}` };
}

function changeOf(action: Change['action'], { actorId, reason }: Settlement): Change {
  return { action, ...(actorId === undefined ? {} : { actorId }), ...(reason === undefined ? {} : { reason }) };
}

/** Audits an administrator's action; actions of a payment service are only in the history of the order. */
export async function auditOrder(
  trx: Kysely<Database>,
  order: OrderRow,
  action: 'order.paid' | 'order.canceled' | 'order.refunded',
  { actorId, reason }: Settlement,
  now: Date,
): Promise<void> {
  if (actorId === undefined) return;
  const details = { order: String(order.id), organization: String(order.organization_id), ...(reason && { reason }) };
  await writeAudit(trx, { action, actorId, site: order.site, details }, now);
}

/** Time of the database: clocks of processes may differ, or be set back. */
export async function databaseNow(database: Kysely<Database>): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(database);
  return rows[0]!.now;
}

/** Condition that the organization `o` is not closed for good; a suspended one may return. */
export const IS_KEPT = sql<boolean>`(o.state <> 'closed' or o.suspended_from is not null)`;

/** Returns whether an organization was deleted or closed for good. If not, it stays so until the transaction ends. */
export async function isGone(trx: Kysely<Database>, organizationId: number): Promise<boolean> {
  const { rows } = await sql`
    select from organization o where o.id = ${organizationId} and ${IS_KEPT} for share
  `.execute(trx);
  return rows.length === 0;
}

type BookedOrder = Pick<OrderRow, 'id' | 'site' | 'organization_id' | 'currency' | 'total' | 'refunded_amount'>;

/** Books the payment of an order in the ledger: money is received, and spent on the order. */
async function bookPayment(trx: Kysely<Database>, order: BookedOrder): Promise<void> {
  if (order.total === 0) return;
  const amount = BigInt(order.total);
  const shared = { owner: ownerOf(order), unit: order.currency, cause: causeOf(order), amount };
  expectDone(await grantCredits(trx, { ...shared, key: `order:${order.id}:payment`, source: 'purchased' }));
  expectDone(await chargeCredits(trx, { ...shared, key: saleKey(order, 0) }));
}

/**
 * Books a refund: the sale is reversed, booked again with the remaining amount, and the rest is paid out.
 *
 * @param amount in minor units
 */
async function bookRefund(trx: Kysely<Database>, order: BookedOrder, amount: number): Promise<void> {
  const owner = ownerOf(order);
  const sale = await trx
    .selectFrom('ledger_transfer')
    .select('id')
    .where('site', '=', owner.site)
    .where('owner_kind', '=', owner.kind)
    .where('owner_id', '=', owner.id)
    .where('key', '=', saleKey(order, order.refunded_amount))
    .executeTakeFirstOrThrow();
  const cause = causeOf(order);
  expectDone(await refundCredits(trx, { transferId: String(sale.id), cause }));
  const refunded = order.refunded_amount + amount;
  const rest = BigInt(order.total - refunded);
  const shared = { owner, unit: order.currency };
  if (rest > 0n)
    expectDone(await chargeCredits(trx, { ...shared, cause, amount: rest, key: saleKey(order, refunded) }));
  expectDone(
    await chargeCredits(trx, {
      ...shared,
      cause: { kind: 'refund', id: String(order.id) },
      amount: BigInt(amount),
      key: `order:${order.id}:refund:${refunded}`,
    }),
  );
}

/** @param refunded amount that had been refunded before */
function saleKey(order: BookedOrder, refunded: number): string {
  return `order:${order.id}:sale:${refunded}`;
}

function ownerOf({ site, organization_id }: BookedOrder): LedgerOwner {
  return { site, kind: 'organization', id: String(organization_id) };
}

function causeOf({ id }: BookedOrder): { kind: string; id: string } {
  return { kind: 'order', id: String(id) };
}

function expectDone(result: LedgerResult): void {
  if (!result.ok) throw new Error(`The ledger refused to book an order: ${result.refusal}`);
}

/**
 * Cancels the subscription that an order renews after an administrator has canceled the order. Otherwise the renewal would be ordered
 * again within an hour. The buyer sees the cancellation, and can revoke it.
 *
 * This precedes the withdrawal of the delivery: as in `setSubscriptionRenewal`, a subscription is locked before the one that continues it.
 */
async function stopRenewals(trx: Kysely<Database>, order: OrderRow, { actorId }: Settlement, now: Date): Promise<void> {
  const id = renewedSubscription(order.key);
  if (actorId === undefined || id === undefined) return;
  const { numAffectedRows = 0n } = await sql`
    update subscription set cancellation_at = ${now}
    where id = ${id} and organization_id = ${order.organization_id} and status = 'active' and cancellation_at is null
  `.execute(trx);
  if (numAffectedRows === 0n) return;
  const details = { order: String(order.id), organization: String(order.organization_id) };
  await writeAudit(trx, { action: 'subscription.canceled', actorId, site: order.site, details }, now);
}

/**
 * Cancels the subscription that a paid renewal has started, if the renewed one was canceled before the payment arrived: the buyer was told
 * that nothing more is charged. The lock excludes a cancellation at the same moment, which would not see the payment.
 */
async function keepCancellation(trx: Kysely<Database>, order: OrderRow): Promise<void> {
  const id = renewedSubscription(order.key);
  if (id === undefined) return;
  await sql`
    with renewed as (
      select cancellation_at from subscription where id = ${id} and organization_id = ${order.organization_id} for share
    )
    update subscription n set cancellation_at = renewed.cancellation_at from renewed
    where n.reference = ${deliveryOf(order).reference} and n.cancellation_at is null and renewed.cancellation_at is not null
  `.execute(trx);
}

/** @returns the start of the delivered period, if the order renews a subscription that has not ended yet */
async function renewedFrom(database: Kysely<Database>, key: string): Promise<Date | undefined> {
  const id = renewedSubscription(key);
  if (id === undefined) return undefined;
  const { rows } = await sql<{ end: Date }>`
    select end_at as end from subscription where id = ${id} and end_at > clock_timestamp()
  `.execute(database);
  return rows[0]?.end;
}

/** Queues a mail to the recipient of the invoices, in the language of the order, within the caller's transaction. */
export async function mailAboutOrder(
  trx: Transaction<Database>,
  template: OrderMail,
  {
    order,
    site,
    now,
    amount,
    document = order.invoice_id,
  }: {
    order: OrderRow;
    site: BackendSite;
    now: Date;
    amount?: number;
    /** Id of the document to attach as PDF; defaults to the invoice of the order; null for none. */
    document?: number | null;
  },
): Promise<void> {
  const { id, language, currency, billing, product, quantity, due_at } = order;
  const timeZone = timeZoneOf(site);
  await putMail(
    trx,
    {
      site: order.site,
      language: language.slice(0, 2),
      template,
      recipient: billing.email,
      details: {
        path: orderPath(String(id)),
        order: String(id),
        product: quantity > 1 ? `${quantity} × ${product.name}` : product.name,
        amount: formatMoney(amount ?? order.total, currency, language),
        ...(due_at && { due: new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone }).format(due_at) }),
        payment: site.commerce?.seller?.paymentDetails.join('\n') ?? '',
        ...(document === null ? {} : { invoice: String(document) }),
      },
    },
    now,
  );
}
