import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { BackendLogger, BackendSite } from '#contract/backend/backend.js';
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
import { isRenewalOf, renewalKey } from '../entitlements/subscriptions.js';
import { cancelOrder, databaseNow, IS_KEPT, isGone, mailAboutOrder } from './settle-order.js';
import { lockOrder, moveOrder } from './order-rows.js';
import { type OrderingDeps, placeOrder } from './place-order.js';

/** Number of days before the end of a subscription at which its renewal is ordered. */
const RENEWAL_LEAD_DAYS = 30;

const DAY_MS = 86_400_000;

/** Number of orders or subscriptions that are loaded at once. */
const PAGE_SIZE = 100;

/** Reminder mails for unpaid invoices, by days after the end of the due day. After the last one, an administrator decides. */
export const REMINDERS: readonly { afterDays: number; template: OrderMail }[] = [
  { afterDays: -3, template: 'payment-reminder' },
  { afterDays: 0, template: 'payment-overdue' },
  { afterDays: 14, template: 'payment-overdue' },
];

const DAYS = sql`${REMINDERS.map(({ afterDays }) => afterDays)}::integer[]`;

/** Condition on orders of sites for which a reminder is still to be sent. */
export function remindedOf(sites: readonly string[]): RawBuilder<boolean> {
  return sql<boolean>`state in ('placed', 'overdue') and provider = 'invoice'
    and reminders < ${REMINDERS.length} and due_at is not null and site = any(${sites}::text[])`;
}

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
    work: () => workHourly(deps),
    failed: 'The hourly work of orders failed',
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

/** Does what is due by the clock. The steps do not depend on each other, so a failed one does not prevent the others. */
export async function workHourly(deps: WorkDeps): Promise<void> {
  const sites = new Map(deps.sites.map((site) => [site.name, site]));
  const steps: [failed: string, run: () => Promise<unknown>][] = [
    ['Payment reminders could not be sent', () => remindOfPayments(deps, sites)],
    ['Open payments could not be checked', () => checkOpenPayments(deps, sites)],
    ['Orders that nobody has to pay could not be canceled', () => cancelAbandoned(deps, sites)],
    ['Subscriptions could not be renewed', () => renewSubscriptions(deps, sites)],
  ];
  for (const [failed, run] of steps) {
    try {
      await run();
    } catch (error) {
      deps.logger.warn({ error: String(error) }, failed);
    }
  }
}

/** Position in a list that is sorted by a time and an id. The time is a text because a `Date` has no microseconds. */
interface Position {
  at: string;
  id: number;
}

/**
 * Processes the rows of a list page by page. A row that fails is logged and tried again an hour later. It stays in the list, so each page
 * begins after the previous one: otherwise a page of failing rows would prevent all later ones.
 *
 * @param load returns the first `PAGE_SIZE` rows after a position
 * @param options.handle returns whether the row counts
 * @returns the number of rows that count
 */
async function processAll<Row extends Position>(
  load: (after: Position) => Promise<{ rows: Row[] }>,
  options: {
    kind: 'order' | 'subscription';
    handle: (row: Row) => Promise<boolean>;
    failed: string;
    logger: BackendLogger;
  },
): Promise<number> {
  const { kind, handle, failed, logger } = options;
  let count = 0;
  for (let last: Position = { at: '-infinity', id: 0 }; ;) {
    const { rows } = await load(last);
    for (const row of rows) {
      try {
        if (await handle(row)) count += 1;
      } catch (error) {
        // Messages of errors may contain data of the buyer.
        logger.warn({ [kind]: row.id, error: (error as Error).name }, failed);
      }
    }
    if (rows.length < PAGE_SIZE) return count;
    last = rows.at(-1)!;
  }
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
async function checkOpenPayments(
  { database, payments, logger }: WorkDeps,
  sites: ReadonlyMap<string, BackendSite>,
): Promise<void> {
  await processAll(
    ({ at, id }) =>
      sql<Position & { payment_id: string | null; is_over: boolean }>`
        select id, placed_at::text as at, payment_id,
          placed_at < clock_timestamp() - make_interval(hours => ${OPEN_FOR_HOURS}) as is_over
        from customer_order
        where state = 'placed' and provider <> 'invoice' and placed_at < clock_timestamp() - interval '10 minutes'
          and (placed_at, id) > (${at}::timestamptz, ${id}::bigint)
        order by placed_at, id limit ${PAGE_SIZE}
      `.execute(database),
    {
      kind: 'order',
      handle: async ({ id, payment_id, is_over }) => {
        if (payment_id !== null) await payments.reconcile(id);
        else if (is_over) await cancelUnpaid(database, sites, id);
        return true;
      },
      failed: 'The payment of an order could not be checked',
      logger,
    },
  );
}

/**
 * Cancels orders on invoice that nobody has to pay: those of deleted organizations, those of closed organizations unless they were
 * delivered, and renewals of subscriptions that were canceled since, or whose own order was refunded.
 *
 * @returns the number of orders
 */
export async function cancelAbandoned(
  { database, logger }: Pick<WorkDeps, 'database' | 'logger'>,
  sites: ReadonlyMap<string, BackendSite>,
): Promise<number> {
  return processAll(
    ({ at, id }) =>
      sql<Position>`
        select c.id, c.placed_at::text as at from customer_order c
        where c.state in ('placed', 'overdue') and c.provider = 'invoice' and c.site = any(${[...sites.keys()]}::text[])
          and (
            not exists (
              select from organization o where o.id = c.organization_id and (${IS_KEPT} or c.delivered_at is not null)
            )
            or exists (
              select from subscription s where s.organization_id = c.organization_id
                and (s.cancellation_at is not null or s.status = 'canceled') and ${isRenewalOf('c.key', 's.id')}
            )
          )
          and (c.placed_at, c.id) > (${at}::timestamptz, ${id}::bigint)
        order by c.placed_at, c.id limit ${PAGE_SIZE}
      `.execute(database),
    {
      kind: 'order',
      handle: ({ id }) => cancelUnpaid(database, sites, id),
      failed: 'An order that nobody has to pay could not be canceled',
      logger,
    },
  );
}

/** @returns whether the order was canceled */
function cancelUnpaid(
  database: Kysely<Database>,
  sites: ReadonlyMap<string, BackendSite>,
  id: number,
): Promise<boolean> {
  return database.transaction().execute(async (trx) => {
    const order = await lockOrder(trx, id);
    const site = order && sites.get(order.site);
    if (!site) return false;
    return (await cancelOrder(trx, order, order.state === 'overdue' ? 'cancel' : 'failure', { site })).ok;
  });
}

/**
 * Sends payment reminders for unpaid invoices, each once, by the clock of the database. If several were missed, only the last one is
 * sent. An invoice past its due date becomes overdue. Nobody is left to be reminded in an organization that was deleted or closed.
 *
 * @returns the number of orders
 */
export async function remindOfPayments(
  { database, logger }: Pick<WorkDeps, 'database' | 'logger'>,
  sites: ReadonlyMap<string, BackendSite>,
): Promise<number> {
  return processAll(
    ({ at, id }) =>
      sql<Position>`
        select id, due_at::text as at from customer_order
        where ${remindedOf([...sites.keys()])} and ${NEXT_REMINDER} <= clock_timestamp()
          and (due_at, id) > (${at}::timestamptz, ${id}::bigint)
        order by due_at, id limit ${PAGE_SIZE}
      `.execute(database),
    {
      kind: 'order',
      handle: async ({ id }) => {
        await remind(database, id, sites);
        return true;
      },
      failed: 'A payment reminder could not be sent',
      logger,
    },
  );
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
    if ((!isNew || late >= 0) && !(await isGone(trx, order.organization_id)))
      await mailAboutOrder(trx, reached.at(-1)!.template, { order, site, now });
  });
}

interface DueSubscription extends Position {
  organizationId: number;
  site: string;
  product: string;
  quantity: number;
  language: string;
  buyerId: string | null;
  /** Number of renewal orders that were canceled or refunded. */
  ended: number;
}

/**
 * Orders renewals of self-renewing subscriptions, on invoice, at the current price. Each is ordered once, because the subscription's id
 * is part of the order's key. It is ordered again only if its order was canceled or refunded and the subscription renews itself
 * nevertheless: whoever canceled the subscription has revoked that. A product that is no longer sold is not renewed.
 *
 * @returns the number of orders
 */
export async function renewSubscriptions(deps: OrderingDeps, sites: ReadonlyMap<string, BackendSite>): Promise<number> {
  return processAll(
    ({ at, id }) =>
      sql<DueSubscription>`
        select s.id, s.end_at::text as at, s.organization_id as "organizationId", o.site, c.product ->> 'code' as product,
          c.quantity, c.language, c.buyer_id as "buyerId", earlier.ended
        from subscription s
          join organization o on o.id = s.organization_id and o.state <> 'closed'
          join customer_order c on s.reference = 'order:' || c.id
          cross join lateral (
            select count(*)::integer as total,
              (count(*) filter (where r.state in ('canceled', 'refunded')))::integer as ended
            from customer_order r
            where r.site = o.site and r.organization_id = s.organization_id and ${isRenewalOf('r.key', 's.id')}
          ) earlier
        where s.renewal = 'automatic' and s.status = 'active' and s.cancellation_at is null
          and s.end_at > clock_timestamp() and s.end_at <= clock_timestamp() + make_interval(days => ${RENEWAL_LEAD_DAYS})
          and earlier.total = earlier.ended and (s.end_at, s.id) > (${at}::timestamptz, ${id}::bigint)
        order by s.end_at, s.id limit ${PAGE_SIZE}
      `.execute(deps.database),
    {
      kind: 'subscription',
      handle: async (due) => {
        const site = sites.get(due.site);
        return site !== undefined && renew(deps, due, site);
      },
      failed: 'A subscription could not be renewed',
      logger: deps.logger,
    },
  );
}

async function renew(deps: OrderingDeps, due: DueSubscription, site: BackendSite): Promise<boolean> {
  const { id, organizationId, product, quantity, language: locale, buyerId, ended } = due;
  const placed = await placeOrder(
    deps,
    {
      organizationId,
      product,
      quantity,
      seen: null,
      provider: 'invoice',
      key: renewalKey(id, ended + 1),
      // Accepted with the order that started the subscription.
      termsAccepted: true,
      destination: null,
    },
    { accountId: buyerId, site, locale },
  );
  if (placed.ok) return !placed.isRepeated;
  const rules = placed.violations.map(({ rule }) => rule);
  deps.logger.warn({ subscription: id, rules }, 'A subscription could not be renewed');
  return false;
}
