import { sql, type Kysely } from 'kysely';
import type { Database } from '../../platform/database/schema.js';

/** Prefix of the keys of renewal orders, followed by the id of the subscription. */
export const RENEWAL_KEY = 'renewal:';

/** @returns the start of the delivered period, if the order renews a subscription that has not ended yet */
export async function renewedFrom(database: Kysely<Database>, key: string): Promise<Date | undefined> {
  const id = subscriptionOf(key);
  if (id === undefined) return undefined;
  const { rows } = await sql<{ end: Date }>`
    select end_at as end from subscription where id = ${id} and end_at > clock_timestamp()
  `.execute(database);
  return rows[0]?.end;
}

function subscriptionOf(key: string): number | undefined {
  return key.startsWith(RENEWAL_KEY) ? Number(key.slice(RENEWAL_KEY.length)) : undefined;
}
