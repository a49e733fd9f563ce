import { sql, type Transaction } from 'kysely';
import type { Database } from '../database/schema.js';

/**
 * Lets the files of one browser be counted and stored one after the other, until the transaction ends: two that come at the same time
 * would both find the room that only one of them may take.
 */
export async function lockOwner(trx: Transaction<Database>, owner: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`pending files of ${owner}`}, 0))`.execute(trx);
}
