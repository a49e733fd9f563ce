import { sql, type Kysely } from 'kysely';
import { ALERT_CONFIRM_HOURS } from '#contract/alerts.js';
import type { Database } from '../../platform/database/schema.js';

const HOUR_MS = 3_600_000;

/**
 * Forgets addresses that nobody has confirmed in time, searches that nobody keeps, what was found and is not there any more, and what
 * has come where nobody waits for anything.
 *
 * @returns how many addresses
 */
export async function deleteUnconfirmedAlerts(database: Kysely<Database>, now: Date): Promise<number> {
  const { numDeletedRows } = await database
    .deleteFrom('alert')
    .where('confirmed_at', 'is', null)
    .where('created_at', '<', new Date(now.getTime() - ALERT_CONFIRM_HOURS * HOUR_MS))
    .executeTakeFirst();
  await sql`
    delete from alert_match m using alert
    where alert.id = m.alert_id and case alert.kind
      when 'job' then not exists (select from job where job.id = m.item_id)
      else not exists (select from resume where resume.id = m.item_id) end
  `.execute(database);
  await sql`
    delete from alert_search where id in (
      select id from alert_search s where not exists (select from alert where alert.search_id = s.id) for update skip locked
    )
  `.execute(database);
  // Nobody waits for what has come.
  await sql`
    delete from alert_arrival r where not exists (select from alert where alert.kind = r.kind and due_at is not null)
  `.execute(database);
  return Number(numDeletedRows);
}
