import { sql, type Kysely } from 'kysely';
import type { BackendSite } from '#contract/backend/backend.js';
import { observeTask } from '#shared/telemetry/channels.js';
import type { Change } from '../../platform/change-feed/change.js';
import type { Database } from '../../platform/database/schema.js';
import {
  type BackgroundTask,
  RecurringWork,
  repeat,
  type RoundResult,
  together,
} from '../../platform/background-jobs/recurring-work.js';
import { nextEventIn, recordEvent, takeDueEvent, type DuePaymentEvent } from '../payments/payment-events.js';
import type { OrderPayments } from './order-payments.js';
import { remindOfPayments } from './order-reminders.js';
import { findCanceledRenewals, renewSubscriptions } from './renew-subscriptions.js';
import { cancelOrder } from './settle-order.js';
import { lockOrder } from './order-rows.js';
import type { OrderingDeps } from './place-order.js';

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
