import { sql, type Kysely } from 'kysely';
import type { PaymentProviderName } from '#contract/generated/resolvers.js';
import type { Database } from '../../platform/database/schema.js';

/** Data of an order that a payment service needs. Amounts are in minor units. */
export interface PayableOrder {
  id: number;
  /** Currency code (ISO 4217). */
  currency: string;
  unitAmount: number;
  quantity: number;
  productName: string;
  /** Labels are in the language of the order: `HST 13 %`. */
  taxes: readonly { label: string; amount: number }[];
  email: string;
  /** For example `en-CA`. */
  locale: string;
  /** Absolute addresses to which the buyer returns. */
  returnTo: { paid: string; canceled: string };
}

/** State of a payment as reported by the service. Amounts are in minor units. */
export interface PaymentStatus {
  /** - `open`: it can still be paid, or is being paid. - `failed`: it can no longer be paid. */
  state: 'open' | 'paid' | 'failed';
  currency: string;
  total: number;
  /** Total amount refunded so far. */
  refunded: number;
  /** Whether the buyer's bank reclaims money (chargeback) and this is not decided yet. */
  isDisputed: boolean;
  /** Total amount of lost disputes, which is not part of `refunded`. */
  lost: number;
}

/** The trusted part of an event of a service: the state of the payment is then requested from the service. */
export interface PaymentEvent {
  id: string;
  type: string;
  orderId?: number;
  paymentId?: string;
}

/** A payment method. Methods that call a service reject if it does not respond. */
export interface PaymentProvider {
  readonly name: PaymentProviderName;
  /** @returns address of the payment page; empty if there is none */
  begin(order: PayableOrder): Promise<{ paymentId?: string; url?: string }>;
  /** @returns undefined if only the operator knows the state */
  status(paymentId: string): Promise<PaymentStatus | undefined>;
  /** @returns whether it can no longer be paid; false if it is being paid, or is completed */
  end(paymentId: string): Promise<boolean>;
  /** @param refund.key idempotency key: repeated calls refund once */
  refund(paymentId: string, refund: { amount: number; key: string }): Promise<void>;
  /** @returns the order of a payment; undefined if the payment was made for something else */
  orderOf(paymentId: string): Promise<number | undefined>;
  /** @returns undefined if the event was not signed by the service, or is too old */
  readEvent(body: string, signature: string): Promise<PaymentEvent | undefined>;
}

/** Payment on invoice: the operator sees payments on the bank account, and makes refunds manually. */
export const invoiceProvider: PaymentProvider = {
  name: 'invoice',
  begin: () => Promise.resolve({}),
  status: () => Promise.resolve(undefined),
  end: () => Promise.resolve(true),
  refund: () => Promise.resolve(),
  orderOf: () => Promise.resolve(undefined),
  readEvent: () => Promise.resolve(undefined),
};

/** An event that is leased to this process. */
export interface DuePaymentEvent {
  provider: string;
  id: string;
  type: string;
  order_id: number | null;
  payment_id: string | null;
  /** Including the current attempt. */
  attempts: number;
}

/** Time after which an unfinished event is taken by another process, because this one has probably died. */
const LEASE_SECONDS = 120;
const PAUSES_SECONDS = [1, 5, 30, 120, 600, 3600];
/** After about a week of attempts, an administrator has to decide. */
const MAX_ATTEMPTS = 170;
/** Condition for the events that are still processed automatically. */
export const IS_OPEN_EVENT = sql<boolean>`payment_event.done_at is null and payment_event.attempts < ${MAX_ATTEMPTS}`;

/**
 * Stores an event, once. After the commit, the receipt may be confirmed to the service. If an event arrives again before it is done, it
 * becomes due at once: the process that had taken it may have died, and processing it twice concurrently has the effect of once.
 */
export async function storePaymentEvent(
  database: Kysely<Database>,
  provider: string,
  { id, type, orderId, paymentId }: PaymentEvent,
): Promise<void> {
  await database
    .insertInto('payment_event')
    .values({ provider, id, type, order_id: orderId ?? null, payment_id: paymentId ?? null })
    .onConflict((conflict) =>
      conflict
        .columns(['provider', 'id'])
        .doUpdateSet({ due_at: sql<Date>`clock_timestamp()` })
        .where('payment_event.done_at', 'is', null),
    )
    .execute();
  await sql`insert into data_change (kind) values ('schedule')`.execute(database);
}

/** Leases the event that has been due for the longest, by the clock of the database. No transaction stays open while it is processed. */
export async function takeDueEvent(database: Kysely<Database>): Promise<DuePaymentEvent | undefined> {
  const { rows } = await sql<DuePaymentEvent>`
    update payment_event set attempts = attempts + 1, due_at = clock_timestamp() + make_interval(secs => ${LEASE_SECONDS})
    where (provider, id) = (
      select provider, id from payment_event
      where ${IS_OPEN_EVENT} and due_at <= clock_timestamp()
      order by due_at limit 1 for update skip locked
    )
    returning provider, id, type, order_id, payment_id, attempts
  `.execute(database);
  return rows[0];
}

/** @returns the time until the next event is due, in milliseconds; undefined if there is none */
export async function nextEventIn(database: Kysely<Database>): Promise<number | undefined> {
  const { rows } = await sql<{ ms: number | null }>`
    select (extract(epoch from min(due_at) - clock_timestamp()) * 1000)::float8 as ms
    from payment_event where ${IS_OPEN_EVENT}
  `.execute(database);
  return rows[0]?.ms ?? undefined;
}

/** @param failure reason for another attempt; omit if the event is done */
export async function recordEvent(
  database: Kysely<Database>,
  { provider, id, attempts }: DuePaymentEvent,
  failure?: string,
): Promise<void> {
  const pause = PAUSES_SECONDS[Math.min(attempts, PAUSES_SECONDS.length) - 1]!;
  await sql`
    update payment_event set failure = ${failure ?? null},
      done_at = case when ${failure === undefined} then clock_timestamp() end,
      due_at = clock_timestamp() + make_interval(secs => ${pause})
    where provider = ${provider} and id = ${id} and done_at is null
  `.execute(database);
}
