import { sql, type Kysely } from 'kysely';
import type { BackendSite } from '#contract/backend/backend.js';
import { observeTask } from '#shared/telemetry/telemetry.js';
import type { Change } from '../../platform/change-feed/change.js';
import type { Database } from '../../platform/database/schema.js';
import {
  type BackgroundTask,
  RecurringWork,
  repeat,
  type RoundResult,
  together,
} from '../../platform/background-jobs/recurring-work.js';
import { nextEventIn, recordEvent, takeDueEvent, type DuePaymentEvent } from '../payments/payment-provider.js';
import type { OrderMail } from '../../platform/mail/outbox.js';
import type { OrderPayments } from './order-payments.js';
import { cancelOrder, databaseNow, mailAboutOrder, RENEWAL_KEY } from './settle-order.js';
import { lockOrder, moveOrder } from './order-rows.js';
import { type OrderingDeps, placeOrder, quoteOrder, taxedBuyer } from './place-order.js';
import { loadBillingProfile } from './billing-profiles.js';

/** Number of days before its end at which a renewal is invoiced. */
const RENEWAL_DAYS = 30;

/** Maximum number of subscriptions in a round. */
const RENEWED_AT_ONCE = 100;

const DAY_MS = 86_400_000;

/** Maximum number of orders in a round. */
const BATCH = 100;

/** Reminder mails for unpaid invoices, by days after the due date. After the last one, an administrator decides. */
export const REMINDERS: readonly { afterDays: number; template: OrderMail }[] = [
  { afterDays: -3, template: 'payment-reminder' },
  { afterDays: 0, template: 'payment-overdue' },
  { afterDays: 14, template: 'payment-overdue' },
];

const DAYS = sql`${REMINDERS.map(({ afterDays }) => afterDays)}::integer[]`;

/** Orders for which a reminder is still to be sent. */
export const REMINDED_ORDERS = sql<boolean>`state in ('placed', 'overdue') and provider = 'invoice'
  and reminders < ${REMINDERS.length} and due_at is not null`;

/** Due time of that reminder. */
export const NEXT_REMINDER = sql<Date>`due_at + make_interval(days => (${DAYS})[reminders + 1])`;

const HOUR_MS = 3_600_000;
const MIN_SLEEP_MS = 20;
const MAX_SLEEP_MS = 15_000;
/** Sessions of payment services are open for a day; one hour is added as a margin. */
const OPEN_FOR_HOURS = 25;

interface WorkDeps extends OrderingDeps {
  sites: readonly BackendSite[];
  payments: OrderPayments;
}

/** Starts the background work of orders: events of payment services, reminders, and payments without an event. */
export function startOrderWork(
  deps: WorkDeps & { changes: { subscribe(listener: (changes: readonly Change[]) => void): () => void } },
): BackgroundTask {
  const { database, changes, logger } = deps;
  const sites = new Map(deps.sites.map((site) => [site.name, site]));
  const events = new RecurringWork({
    shortestMs: MIN_SLEEP_MS,
    longestMs: MAX_SLEEP_MS,
    retryMs: MAX_SLEEP_MS,
    round: async (): Promise<RoundResult> => {
      while (!events.isStopped && (await processNextEvent(deps)));
      return { nextInMs: (await nextEventIn(database)) ?? MAX_SLEEP_MS };
    },
    onFailure: (error) => logger.error({ error: String(error) }, 'Events of payment services could not be processed'),
  });
  const hourly = repeat({
    everyMs: HOUR_MS,
    firstInMs: MAX_SLEEP_MS,
    work: async () => {
      await remindOfPayments(database, sites);
      await checkOpenPayments(deps);
      for (const id of [...(await findOrphans(database)), ...(await findCanceledRenewals(database))])
        await cancelUnpaid(database, deps.sites, id);
      await renewSubscriptions(deps, sites);
    },
    failed: 'Payment reminders could not be sent',
    logger,
  });
  const unsubscribe = changes.subscribe((changed) => {
    if (changed.some(({ kind }) => kind === 'schedule' || kind === 'all')) events.wake();
  });
  events.wake();
  return {
    stop() {
      unsubscribe();
      return together(events, hourly).stop();
    },
  };
}

/** @returns whether there was an event to process */
export async function processNextEvent({
  database,
  payments,
  logger,
}: Pick<WorkDeps, 'database' | 'payments' | 'logger'>): Promise<boolean> {
  const event = await takeDueEvent(database);
  if (!event) return false;
  try {
    await observeTask('payment', 'event', async () => {
      const order = await orderOf(database, payments, event);
      if (order !== undefined) await payments.reconcile(order);
      await recordEvent(database, event);
    });
  } catch (error) {
    const { name, message } = error as Error;
    const about = { provider: event.provider, event: event.id, type: event.type, order: event.order_id };
    logger.warn({ ...about, error: name }, 'An event of a payment service failed and will be retried');
    await recordEvent(database, event, `${name}: ${message}`.slice(0, 500));
  }
  return true;
}

/** @returns undefined if the event does not concern an order, because the account of the service has other uses too */
async function orderOf(
  database: Kysely<Database>,
  payments: OrderPayments,
  { provider, order_id, payment_id }: DuePaymentEvent,
): Promise<number | undefined> {
  const named = order_id ?? (payment_id === null ? undefined : await payments.provider(provider)?.orderOf(payment_id));
  if (named === undefined) return undefined;
  const found = await database
    .selectFrom('customer_order')
    .select('id')
    .where('id', '=', named)
    .where('provider', '=', provider as 'stripe')
    .executeTakeFirst();
  return found?.id;
}

/** Queries payments for which no event has arrived, and ends orders that can no longer be paid. */
async function checkOpenPayments({ database, payments, sites, logger }: WorkDeps): Promise<void> {
  const { rows } = await sql<{ id: number; payment_id: string | null; is_over: boolean }>`
    select id, payment_id, placed_at < clock_timestamp() - make_interval(hours => ${OPEN_FOR_HOURS}) as is_over
    from customer_order
    where state = 'placed' and provider <> 'invoice' and placed_at < clock_timestamp() - interval '10 minutes'
    order by placed_at limit 200
  `.execute(database);
  for (const { id, payment_id, is_over } of rows) {
    try {
      if (payment_id !== null) await payments.reconcile(id);
      else if (is_over) await cancelUnpaid(database, sites, id);
    } catch (error) {
      logger.warn({ order: id, error: (error as Error).name }, 'The payment of an order could not be checked');
    }
  }
}

/** Orders whose organization was deleted: nobody is left to pay them. */
async function findOrphans(database: Kysely<Database>): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from customer_order o where state in ('placed', 'overdue') and provider = 'invoice'
      and not exists (select from organization g where g.id = o.organization_id) limit 200
  `.execute(database);
  return rows.map(({ id }) => id);
}

async function cancelUnpaid(database: Kysely<Database>, sites: readonly BackendSite[], id: number): Promise<void> {
  await database.transaction().execute(async (trx) => {
    const order = await lockOrder(trx, id);
    const site = sites.find(({ name }) => name === order?.site);
    if (order && site) await cancelOrder(trx, order, order.state === 'overdue' ? 'cancel' : 'failure', { site });
  });
}

/**
 * Sends payment reminders for unpaid invoices, each once, by the clock of the database. If several were missed, only the last one is
 * sent. An invoice past its due date becomes overdue.
 *
 * @returns the number of orders
 */
export async function remindOfPayments(
  database: Kysely<Database>,
  sites: ReadonlyMap<string, BackendSite>,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select id from customer_order
    where ${REMINDED_ORDERS} and ${NEXT_REMINDER} <= clock_timestamp() and site = any(${[...sites.keys()]}::text[])
    order by due_at limit ${BATCH}
  `.execute(database);
  for (const { id } of rows) await remind(database, id, sites);
  return rows.length;
}

async function remind(database: Kysely<Database>, id: number, sites: ReadonlyMap<string, BackendSite>): Promise<void> {
  await database.transaction().execute(async (trx) => {
    const order = await lockOrder(trx, id);
    const site = order && sites.get(order.site);
    if (!site || !order.due_at || (order.state !== 'placed' && order.state !== 'overdue')) return;
    const now = await databaseNow(trx);
    const late = (now.getTime() - order.due_at.getTime()) / DAY_MS;
    const reached = REMINDERS.filter(({ afterDays }) => afterDays <= late);
    // Another process was faster.
    if (reached.length <= order.reminders) return;
    await trx.updateTable('customer_order').set({ reminders: reached.length }).where('id', '=', id).execute();
    if (late >= 0 && order.state === 'placed') await moveOrder(trx, order, { action: 'time' });
    // Recent orders get no reminder.
    const isNew = now.getTime() - order.placed_at.getTime() < DAY_MS;
    if (!isNew || late >= 0) await mailAboutOrder(trx, reached.at(-1)!.template, { order, site, now });
  });
}

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
    order by s.end_at limit ${RENEWED_AT_ONCE}
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
    where o.state in ('placed', 'overdue') and s.cancellation_at is not null limit ${RENEWED_AT_ONCE}
  `.execute(database);
  return rows.map(({ id }) => id);
}
