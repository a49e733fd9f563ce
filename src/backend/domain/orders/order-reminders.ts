import { sql, type Kysely } from 'kysely';
import type { BackendSite } from '#contract/backend/backend.js';
import type { Database } from '../../platform/database/schema.js';
import type { OrderMail } from '../../platform/mail/outbox.js';
import { mailAboutOrder } from './order-mails.js';
import { lockOrder, moveOrder } from './order-rows.js';
import { databaseNow } from './settle-order.js';

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
