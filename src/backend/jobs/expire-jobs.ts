import { sql, type Kysely } from 'kysely';
import type { Database } from '../database/schema.js';
import type { SearchIndexer } from './search-indexer.port.js';

// Of all processes that share a database one sweeps; the others pass.
const LOCK = 4_217_002;
const BATCH = 1000;

/**
 * Archives published jobs whose time is over, and takes them out of the search index in the same transaction.
 *
 * @returns how many. At most a thousand a call: call again when it is that many.
 */
export async function expireJobs(database: Kysely<Database>, indexer: SearchIndexer, now: Date): Promise<number> {
  if (!(await isAnyDue(database, now))) return 0;
  return database.transaction().execute(async (trx) => {
    const { rows: lock } = await sql<{ got: boolean }>`select pg_try_advisory_xact_lock(${LOCK}) as got`.execute(trx);
    if (!lock[0]?.got) return 0;
    const { rows } = await sql<{ id: number }>`
      update job set state = 'archived', updated_at = ${now}
      where id in (
        select id from job where state = 'published' and expires_at <= ${now} order by expires_at limit ${BATCH} for update
      )
      returning id
    `.execute(trx);
    if (rows.length > 0)
      await indexer.remove(
        trx,
        rows.map((row) => String(row.id)),
      );
    return rows.length;
  });
}

async function isAnyDue(database: Kysely<Database>, now: Date): Promise<boolean> {
  const { rows } = await sql<{ due: boolean }>`
    select exists(select from job where state = 'published' and expires_at <= ${now}) as due
  `.execute(database);
  return rows[0]?.due ?? false;
}
