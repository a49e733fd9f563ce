import type { Kysely } from 'kysely';
import type { Database } from '../../platform/database/schema.js';
import { chargeCredits, grantCredits, refundCredits, type LedgerOwner, type LedgerResult } from '../ledger/ledger.js';
import type { OrderRow } from './order-rows.js';

type BookedOrder = Pick<OrderRow, 'id' | 'site' | 'organization_id' | 'currency' | 'total' | 'refunded_amount'>;

/** Books the payment of an order in the ledger: money is received, and spent on the order. */
export async function bookPayment(trx: Kysely<Database>, order: BookedOrder): Promise<void> {
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
export async function bookRefund(trx: Kysely<Database>, order: BookedOrder, amount: number): Promise<void> {
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
