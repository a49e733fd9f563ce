import { sql, type Kysely } from 'kysely';
import { KEEP_PLAN } from '../../../platform/database/prepared-statements.js';
import type { Database } from '../../../platform/database/schema.js';
import type { SearchIndexer } from '../../../platform/search-index/search-indexer.port.js';

// Of all processes that share a database one sweeps; the others pass.
const LOCK = 4_217_002;
const BATCH = 1000;

/**
 * Archives published jobs whose time is over, and takes them out of the search index in the same transaction.
 *
 * @returns how many. At most a thousand a call: call again when it is that many.
 */
export async function expireJobs(database: Kysely<Database>, indexer: SearchIndexer, now: Date): Promise<number> {
  return database.transaction().execute(async (trx) => {
    const { rows: lock } = await sql<{ got: boolean }>`select pg_try_advisory_xact_lock(${LOCK}) as got`.execute(trx);
    if (!lock[0]?.got) return 0;
    const { rows } = await sql<{ id: number }>`
      with expired as (
        update job set state = 'archived', updated_at = ${now}
        where id in (
          select id from job where state = 'published' and expires_at <= ${now} order by expires_at limit ${BATCH} for update
        )
        returning id
      ), told as (
        insert into job_event (job_id, at, step, from_state, to_state)
        select id, ${now}, 'expire', 'published', 'archived' from expired
      )
      select id from expired
    `.execute(trx);
    if (rows.length > 0)
      await indexer.remove(
        trx,
        rows.map((row) => String(row.id)),
      );
    return rows.length;
  });
}

/** @returns when the next published job's time is over; undefined: none has an end. */
export async function findNextExpiry(database: Kysely<Database>): Promise<Date | undefined> {
  const { rows } = await sql<{ next: Date | null }>`${sql.raw(KEEP_PLAN)}
    select min(expires_at) as next from job where state = 'published' and expires_at is not null
  `.execute(database);
  return rows[0]?.next ?? undefined;
}
