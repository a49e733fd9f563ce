import { sql, type Kysely } from 'kysely';
import { ALERT_SECONDS } from '#contract/alerts.js';
import type { Database } from '../../platform/database/schema.js';
import type { AlertViolation } from './alert-faults.js';
import type { StoredAlert } from './alert-rows.js';
import { dueAfterChange, nextDue } from './alert-times.js';
import { notifyWorkers } from './notify-workers.js';

/** From now on mails may come. What has been found so far is nothing new. */
export async function confirmAlert(database: Kysely<Database>, alert: StoredAlert, now: Date): Promise<void> {
  if (alert.confirmed_at) return;
  await database.transaction().execute(async (trx) => {
    await sql`
      update alert set confirmed_at = ${now}, due_at = ${nextDue(now, alert.every_seconds)}, since = pg_current_snapshot()
      where id = ${alert.id}::uuid and confirmed_at is null
    `.execute(trx);
    await notifyWorkers(trx, alert.site);
  });
}

/** @returns what is wrong */
export async function changeAlert(
  database: Kysely<Database>,
  alert: StoredAlert,
  everySeconds: number,
  now: Date,
): Promise<AlertViolation[]> {
  if (!ALERT_SECONDS[alert.kind].includes(everySeconds)) return [{ field: 'everySeconds', rule: 'seconds' }];
  const last = alert.sent_at ?? alert.confirmed_at;
  const due = last && dueAfterChange(last, everySeconds, now);
  await database.transaction().execute(async (trx) => {
    await sql`
      update alert set every_seconds = ${everySeconds}, due_at = ${due}::timestamptz,
        since = case when due_at is null then pg_current_snapshot() else since end
      where id = ${alert.id}::uuid
    `.execute(trx);
    await notifyWorkers(trx, alert.site);
  });
  return [];
}

/** With all that was found and sent. */
export async function deleteAlert(database: Kysely<Database>, { id }: StoredAlert): Promise<void> {
  await database.deleteFrom('alert').where('id', '=', id).execute();
}
