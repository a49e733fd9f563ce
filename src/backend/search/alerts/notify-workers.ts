import { sql, type Kysely } from 'kysely';
import type { Database } from '../../platform/database/schema.js';

/** Mails may be due sooner than the workers of all processes think; to be called in the transaction that makes them so. */
export async function notifyWorkers(trx: Kysely<Database>, site: string): Promise<void> {
  await sql`insert into data_change (kind, site) values ('alert', ${site})`.execute(trx);
}
