import { sql, type Kysely } from 'kysely';
import type { Database } from '../../platform/database/schema.js';

/** Number of days for which a self-renewing subscription waits for its renewal, which sets a new end. */
const RENEWAL_DAYS = 14;

/**
 * Ends expired subscriptions, by the clock of the database: at once if they do not renew themselves or were cancelled immediately,
 * otherwise when the renewal does not arrive. Their slots stop counting at their end, whenever this runs.
 *
 * @returns the number of subscriptions ended
 */
export async function endSubscriptions(database: Kysely<Database>): Promise<number> {
  const { numAffectedRows } = await sql`
    update subscription set status = 'expired'
    where status = 'active' and end_at <= clock_timestamp() - case
      when renewal = 'automatic' and cancellation_at is null then make_interval(days => ${RENEWAL_DAYS}) else interval '0' end
  `.execute(database);
  return Number(numAffectedRows ?? 0n);
}
