import { sql, type Kysely } from 'kysely';
import type { Database } from '../../platform/database/schema.js';
import type { CreditType } from '../../platform/database/tables/ledger-tables.js';
import { grantCredits, revokeGrant, type LedgerOwner } from '../ledger/ledger.js';

const DAY_MS = 86_400_000;

/** Contents of one unit of a product, as defined when it was bought: the columns of `product`. */
export interface DeliveredProduct {
  code: string;
  /** Name in the language of the buyer, for the list of subscriptions. */
  name: string;
  job_credits: number;
  contact_credits: number;
  credit_days: number | null;
  featured_days: number;
  top_days: number;
  subscription_months: number | null;
  job_slots: number;
  contact_slots: number;
  renewal: 'none' | 'automatic';
}

/** Delivery of an order line. */
export interface Delivery {
  site: string;
  organizationId: number;
  /** Order number for the statement, with the cause `order`. */
  orderId: string;
  /** Unique on the site, such as `order:17:1`: a repeated delivery with the same reference has no effect. At most 200 characters. */
  reference: string;
  product: DeliveredProduct;
  quantity: number;
  actorId?: string;
  now: Date;
}

type Withdrawal = Pick<Delivery, 'site' | 'organizationId' | 'orderId' | 'reference'> & {
  reason: string;
  actorId?: string;
};

/** Amount of a delivery that was withdrawn, and the delivered amount. Each slot counts as one credit. */
export interface Withdrawn {
  delivered: bigint;
  withdrawn: bigint;
}

const UNITS: readonly (readonly [CreditType, keyof DeliveredProduct])[] = [
  ['job', 'job_credits'],
  ['resume_contact', 'contact_credits'],
  ['featured_day', 'featured_days'],
  ['top_day', 'top_days'],
];

/** Delivers a purchase, in the transaction that records it: credits as a grant, slots as a subscription. */
export async function deliverProduct(trx: Kysely<Database>, delivery: Delivery): Promise<void> {
  const { product, quantity, now, orderId, actorId } = delivery;
  const expiresAt = product.credit_days === null ? undefined : new Date(now.getTime() + product.credit_days * DAY_MS);
  for (const [unit, column] of UNITS) {
    const amount = BigInt(Number(product[column]) * quantity);
    if (amount === 0n) continue;
    const granted = await grantCredits(trx, {
      owner: ownerOf(delivery),
      unit,
      amount,
      key: keyOf(delivery, unit),
      cause: { kind: 'order', id: orderId },
      source: 'purchased',
      ...(expiresAt ? { expiresAt } : {}),
      ...(actorId === undefined ? {} : { actorId }),
    });
    if (!granted.ok) throw new Error(`The delivery ${delivery.reference} was refused: ${granted.refusal}`);
  }
  if (product.subscription_months !== null) await startSubscription(trx, delivery, product.subscription_months);
}

/** Calendar months: a subscription for one month from 31 January ends on 28 or 29 February. */
async function startSubscription(trx: Kysely<Database>, delivery: Delivery, months: number): Promise<void> {
  const { organizationId, reference, product, quantity, now } = delivery;
  const [jobSlots, contactSlots] = [product.job_slots * quantity, product.contact_slots * quantity];
  await sql`
    insert into subscription (organization_id, type, status, product_id, product_name, label, start_at, end_at, job_slots,
      resume_contact_slots, reference, renewal)
    values (${organizationId}, ${jobSlots > 0 ? 'job_slots' : 'resume_contacts'}, 'active', ${product.code}, ${product.name},
      ${product.name}, ${now}, ${now}::timestamptz + make_interval(months => ${months}), ${jobSlots},
      ${contactSlots > 0 ? contactSlots : null}, ${reference}, ${product.renewal})
    on conflict (reference) do nothing
  `.execute(trx);
}

/**
 * Withdraws what is left of a delivery, for example after a refund. Spent credits stay spent; a subscription ends at once, and jobs with
 * a slot of it stay published until their end.
 */
export async function withdrawDelivery(trx: Kysely<Database>, withdrawal: Withdrawal): Promise<Withdrawn> {
  const { orderId, reason, actorId, reference } = withdrawal;
  const owner = ownerOf(withdrawal);
  const grants = await trx
    .selectFrom('ledger_transfer')
    .select(['id', 'amount'])
    .where('site', '=', owner.site)
    .where('owner_kind', '=', owner.kind)
    .where('owner_id', '=', owner.id)
    .where(
      'key',
      'in',
      UNITS.map(([unit]) => keyOf(withdrawal, unit)),
    )
    // A fixed order avoids deadlocks: each withdrawal locks the account of its unit.
    .orderBy('id')
    .execute();
  let [delivered, withdrawn] = [0n, 0n];
  for (const { id, amount } of grants) {
    delivered += BigInt(amount);
    const revoked = await revokeGrant(trx, {
      transferId: String(id),
      cause: { kind: 'order', id: orderId },
      reason,
      ...(actorId === undefined ? {} : { actorId }),
    });
    if (revoked.ok) withdrawn += await amountOf(trx, revoked.transferId);
  }
  const { rows } = await sql<{ slots: number; used: number }>`
    with ended as (
      update subscription set status = 'canceled', end_at = greatest(start_at, least(end_at, clock_timestamp()))
      where reference = ${reference} returning id, job_slots, resume_contact_slots, resume_contact_slots_used
    )
    select job_slots + coalesce(resume_contact_slots, 0) as slots,
      resume_contact_slots_used + (select count(distinct job_id) from job_charge where subscription_id = ended.id)::integer as used
    from ended
  `.execute(trx);
  const [subscription] = rows;
  if (subscription) {
    delivered += BigInt(subscription.slots);
    withdrawn += BigInt(Math.max(subscription.slots - subscription.used, 0));
  }
  return { delivered, withdrawn };
}

async function amountOf(trx: Kysely<Database>, transferId: string): Promise<bigint> {
  const row = await trx
    .selectFrom('ledger_transfer')
    .select('amount')
    .where('id', '=', Number(transferId))
    .executeTakeFirstOrThrow();
  return BigInt(row.amount);
}

function ownerOf({ site, organizationId }: Pick<Delivery, 'site' | 'organizationId'>): LedgerOwner {
  return { site, kind: 'organization', id: String(organizationId) };
}

/** Key of the grant of one unit. */
function keyOf({ reference }: Pick<Delivery, 'reference'>, unit: CreditType): string {
  return `${reference}:${unit}`;
}
