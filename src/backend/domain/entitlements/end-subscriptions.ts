import { sql, type Kysely } from 'kysely';
import type { Database } from '../../platform/database/schema.js';

/** For so many days a subscription that renews itself waits for its renewal, which gives it another end. */
const RENEWAL_DAYS = 14;

/**
 * Ends subscriptions whose time is over, by the clock of the database: those that do not renew themselves or were cancelled at once,
 * others when their renewal has not come. Their slots no longer count from their end on, whenever this runs.
 *
 * @returns how many
 */
export async function endSubscriptions(database: Kysely<Database>): Promise<number> {
  const { numAffectedRows } = await sql`
    update subscription set status = 'expired'
    where status = 'active' and end_at <= clock_timestamp() - case
      when renewal = 'automatic' and cancellation_at is null then make_interval(days => ${RENEWAL_DAYS}) else interval '0' end
  `.execute(database);
  return Number(numAffectedRows ?? 0n);
}
