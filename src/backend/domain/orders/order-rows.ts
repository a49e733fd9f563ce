import { sql, type Kysely, type Selectable } from 'kysely';
import type { OrderState } from '#contract/generated/resolvers.js';
import type { Database } from '../../platform/database/schema.js';
import type { CustomerOrderTable } from '../../platform/database/tables/order-tables.js';
import type { DeliveredProduct } from '../entitlements/delivery.js';
import type { StoredBillingProfile } from './billing-profiles.js';
import type { StoredTax } from './order-price.js';
import { nextState, type OrderAction } from './order-states.js';

export type OrderRow = Omit<Selectable<CustomerOrderTable>, 'product' | 'tax' | 'billing' | 'state'> & {
  product: DeliveredProduct;
  tax: StoredTax;
  billing: StoredBillingProfile;
  state: OrderState;
};

/** An order with further columns for lists. */
export type ListedOrder = OrderRow & { organizationName: string };

/** Locks an order until the transaction ends. Does not check access. @returns undefined if there is none */
export async function lockOrder(trx: Kysely<Database>, id: number): Promise<OrderRow | undefined> {
  const { rows } = await sql<OrderRow>`select * from customer_order where id = ${id} for update`.execute(trx);
  return rows[0];
}

/** Orders of a site, the newest first. Does not check access. */
export async function listOrders(
  database: Kysely<Database>,
  filter: { site: string; id?: number; organizationId?: number; state?: OrderState },
  { limit, offset }: { limit: number; offset: number },
): Promise<{ orders: ListedOrder[]; total: number }> {
  const conditions = [sql`o.site = ${filter.site}`];
  if (filter.id !== undefined) conditions.push(sql`o.id = ${filter.id}`);
  if (filter.organizationId !== undefined) conditions.push(sql`o.organization_id = ${filter.organizationId}`);
  if (filter.state !== undefined) conditions.push(sql`o.state = ${filter.state}`);
  const where = sql.join(conditions, sql` and `);
  const { rows } = await sql<ListedOrder>`
    select o.*, coalesce(g.name, '') as "organizationName"
    from customer_order o left join organization g on g.id = o.organization_id
    where ${where} order by o.placed_at desc, o.id desc limit ${limit} offset ${offset}
  `.execute(database);
  const counted = await sql<{ total: number }>`
    select count(*)::integer as total from customer_order o where ${where}
  `.execute(database);
  return { orders: rows, total: counted.rows[0]!.total };
}

/** Does not check access. */
export async function findOrder(
  database: Kysely<Database>,
  { site, id }: { site: string; id: number | undefined },
): Promise<ListedOrder | undefined> {
  if (id === undefined) return undefined;
  const { orders } = await listOrders(database, { site, id }, { limit: 1, offset: 0 });
  return orders[0];
}

/** The actor of a change, and the reason. */
export interface Change {
  action: OrderAction;
  actorId?: string;
  reason?: string;
  /** Refunded amount in minor units. */
  amount?: number;
}

/**
 * Changes the state of a locked order and writes its history.
 *
 * @param more further columns to change
 * @returns false if the change is not possible in the current state
 */
export async function moveOrder(
  trx: Kysely<Database>,
  order: OrderRow,
  { action, actorId, reason, amount }: Change,
  more: { paid?: true; withdrawn?: true } = {},
): Promise<boolean> {
  const state = nextState(order.state, action);
  if (state === undefined) return false;
  await sql`
    update customer_order set state = ${state},
      paid_at = ${more.paid ? sql`clock_timestamp()` : sql`paid_at`},
      withdrawn_at = ${more.withdrawn ? sql`clock_timestamp()` : sql`withdrawn_at`},
      refunded_amount = refunded_amount + ${amount ?? 0}
    where id = ${order.id}
  `.execute(trx);
  await trx
    .insertInto('customer_order_event')
    .values({
      order_id: order.id,
      action,
      from_state: order.state,
      to_state: state,
      actor_id: actorId ?? null,
      reason: reason ?? null,
      amount: amount ?? null,
    })
    .execute();
  return true;
}
