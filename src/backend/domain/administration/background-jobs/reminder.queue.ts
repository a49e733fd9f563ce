import { sql } from 'kysely';
import { NEXT_REMINDER, REMINDED_ORDERS } from '../../orders/order-reminders.js';
import { MAX_COUNTED, type QueueSource } from './queue-source.js';

interface Row {
  id: number;
  site: string;
  email: string;
  at: Date;
  reminders: number;
}

/** Invoices with a payment reminder to be sent. Reminders never fail individually: once queued, their mail belongs to the outbox. */
export const reminderQueue: QueueSource = {
  kind: 'reminder',

  async count(database) {
    const { rows } = await sql<{ waiting: number; nextAt: Date | null }>`
      select count(*)::integer as waiting, min(at) as "nextAt"
      from (select ${NEXT_REMINDER} as at from customer_order where ${REMINDED_ORDERS} limit ${MAX_COUNTED}) counted
    `.execute(database);
    return { ...rows[0]!, running: 0, failed: 0 };
  },

  async list(database, { state, limit, offset, texts: { t } }) {
    if (state !== 'waiting') return [];
    const { rows } = await sql<Row>`
      select id, site, billing ->> 'email' as email, reminders, ${NEXT_REMINDER} as at
      from customer_order where ${REMINDED_ORDERS} order by at, id limit ${limit} offset ${offset}
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
};
