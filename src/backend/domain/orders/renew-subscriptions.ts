import { sql, type Kysely } from 'kysely';
import type { BackendSite } from '#contract/backend/backend.js';
import type { Database } from '../../platform/database/schema.js';
import { loadBillingProfile } from './billing-profiles.js';
import { RENEWAL_KEY } from './renewal-key.js';
import { placeOrder, quoteOrder, taxedBuyer, type OrderingDeps } from './place-order.js';

/** Number of days before its end at which a renewal is invoiced. */
export const RENEWAL_DAYS = 30;
/** Maximum number of subscriptions in a round. */
const BATCH = 100;

interface DueSubscription {
  id: number;
  organizationId: number;
  site: string;
  product: string;
  quantity: number;
  language: string;
  buyerId: string | null;
}

/**
 * Orders renewals of self-renewing subscriptions, on invoice, at the current price. Each is ordered once, because the subscription's id
 * is part of the order's key. A product that is no longer sold is not renewed.
 *
 * @returns the number of orders
 */
export async function renewSubscriptions(deps: OrderingDeps, sites: ReadonlyMap<string, BackendSite>): Promise<number> {
  const { rows } = await sql<DueSubscription>`
    select s.id, s.organization_id as "organizationId", o.site, c.product ->> 'code' as product, c.quantity, c.language,
      c.buyer_id as "buyerId"
    from subscription s
      join organization o on o.id = s.organization_id and o.state <> 'closed'
      join customer_order c on s.reference = 'order:' || c.id
    where s.renewal = 'automatic' and s.status = 'active' and s.cancellation_at is null
      and s.end_at > clock_timestamp() and s.end_at <= clock_timestamp() + make_interval(days => ${RENEWAL_DAYS})
      and not exists (
        select from customer_order r
        where r.site = o.site and r.organization_id = s.organization_id and r.key = ${RENEWAL_KEY} || s.id
      )
    order by s.end_at limit ${BATCH}
  `.execute(deps.database);
  let ordered = 0;
  for (const due of rows) {
    const site = sites.get(due.site);
    if (site && (await renew(deps, due, site))) ordered += 1;
  }
  return ordered;
}

async function renew(deps: OrderingDeps, due: DueSubscription, site: BackendSite): Promise<boolean> {
  const { id, organizationId, product, quantity, language: locale, buyerId } = due;
  const billing = await loadBillingProfile(deps.database, organizationId);
  const buyer = billing ? taxedBuyer(billing) : null;
  const { sold, price, violations } = await quoteOrder(deps, { product, quantity }, { site, locale, buyer });
  const placed =
    sold &&
    price &&
    (await placeOrder(
      deps,
      {
        organizationId,
        product,
        quantity,
        priceId: sold.priceId,
        total: price.total,
        provider: 'invoice',
        key: RENEWAL_KEY + String(id),
        // Accepted with the order that started the subscription.
        termsAccepted: true,
        destination: null,
      },
      { accountId: buyerId, site, locale },
    ));
  if (placed?.ok) return !placed.isRepeated;
  const rules = (placed ? placed.violations : violations).map(({ rule }) => rule);
  deps.logger.warn({ subscription: id, rules }, 'A subscription could not be renewed');
  return false;
}

/** Unpaid renewals of subscriptions that were cancelled since: nobody has to pay them. */
export async function findCanceledRenewals(database: Kysely<Database>): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select o.id from customer_order o
      join subscription s on o.key = ${RENEWAL_KEY} || s.id and s.organization_id = o.organization_id
    where o.state in ('placed', 'overdue') and s.cancellation_at is not null limit ${BATCH}
  `.execute(database);
  return rows.map(({ id }) => id);
}
