import { type RawBuilder, sql } from 'kysely';
import type { QueueState } from '#contract/generated/resolvers.js';
import { NEXT_REMINDER, remindedOf } from '../../orders/order-work.js';
import { IS_OPEN_EVENT } from '../../payments/payment-provider.js';
import { shownReason } from '../../../platform/background-jobs/recurring-work.js';
import { MAX_COUNTED, type QueueSource } from './queue-source.js';

/** An event that failed is retried automatically for about a week; after that, only an administrator can retry it. */
function inState(state: QueueState): RawBuilder<boolean> {
  if (state === 'running') return sql`false`;
  return state === 'failed'
    ? sql`e.done_at is null and e.failure is not null`
    : sql`e.done_at is null and e.failure is null`;
}

interface Row {
  id: string;
  site: string | null;
  type: string;
  order_id: number | null;
  due_at: Date;
  attempts: number;
  failure: string | null;
}

/** Events of payment services that have not been processed yet (decision 100). */
export const paymentQueue: QueueSource = {
  kind: 'payment',

  async count(database) {
    const counted = (state: QueueState) =>
      sql`(select count(*)::integer from (select from payment_event e where ${inState(state)} limit ${MAX_COUNTED}) counted)`;
    const { rows } = await sql<{ waiting: number; failed: number; nextAt: Date | null }>`
      select ${counted('waiting')} as waiting, ${counted('failed')} as failed,
        (select min(due_at) from payment_event where ${IS_OPEN_EVENT}) as "nextAt"
    `.execute(database);
    return { ...rows[0]!, running: 0 };
  },

  async findFirstDue(database) {
    // An event is due when it arrives.
    const { rows } = await sql<{ at: Date | null }>`
      select min(received_at) as at from payment_event where ${IS_OPEN_EVENT}
    `.execute(database);
    return rows[0]!.at;
  },

  async list(database, { state, limit, offset, texts: { t } }) {
    const { rows } = await sql<Row>`
      select e.provider || ':' || e.id as id, o.site, e.type, e.order_id, e.due_at, e.attempts, e.failure
      from payment_event e left join customer_order o on o.id = e.order_id
      where ${inState(state)} order by e.due_at, e.id limit ${limit} offset ${offset}
    `.execute(database);
    return rows.map((row) => ({
      id: row.id,
      site: row.site ?? '',
      name: row.type,
      about: row.order_id === null ? null : t('queue.order', { number: String(row.order_id) }),
      dueAt: row.due_at.toISOString(),
      attempts: row.attempts,
      reason: shownReason(row.failure),
      isRetryable: row.failure !== null,
    }));
  },

  async retry(trx, which, now) {
    const chosen = 'id' in which ? sql`provider || ':' || id = ${which.id}` : inState(which.state);
    const { numAffectedRows = 0n } = await sql`
      update payment_event e set due_at = ${now}, attempts = 0
      where ${chosen} and done_at is null and failure is not null
    `.execute(trx);
    return Number(numAffectedRows);
  },
};

interface DueReminder {
  id: number;
  site: string;
  email: string;
  at: Date;
  reminders: number;
}

/**
 * Invoices with a payment reminder to be sent. One that fails is in the log and is tried again an hour later; once queued, its mail belongs
 * to the outbox.
 *
 * @param sites those that this process serves; it sends no reminders for others
 */
export const reminderQueue = (sites: readonly string[]): QueueSource => ({
  kind: 'reminder',

  async count(database) {
    const { rows } = await sql<{ waiting: number; nextAt: Date | null }>`
      select count(*)::integer as waiting, min(at) as "nextAt"
      from (select ${NEXT_REMINDER} as at from customer_order where ${remindedOf(sites)} limit ${MAX_COUNTED}) counted
    `.execute(database);
    return { ...rows[0]!, running: 0, failed: 0 };
  },

  async list(database, { state, limit, offset, texts: { t } }) {
    if (state !== 'waiting') return [];
    const { rows } = await sql<DueReminder>`
      select id, site, billing ->> 'email' as email, reminders, ${NEXT_REMINDER} as at
      from customer_order where ${remindedOf(sites)} order by at, id limit ${limit} offset ${offset}
    `.execute(database);
    return rows.map(({ id, site, email, at }) => ({
      id: String(id),
      site,
      name: t('queue.order', { number: String(id) }),
      about: email,
      dueAt: at.toISOString(),
      attempts: 0,
      reason: null,
      isRetryable: false,
    }));
  },
});
