import { sql, type Kysely } from 'kysely';
import type { BackendLogger } from '#contract/backend/backend.js';
import type { Database } from '../database/schema.js';
import { repeat } from '../background-jobs/recurring-work.js';

const LOCK = 4_217_003;
const MAX_ROWS = 100_000;
const EVERY_MS = 10 * 60_000;

/**
 * Takes out of the log what is older than a day or beyond 100,000 rows, and writes down how far. Of all processes that share a
 * database one does it; the others pass. Whatever could still be news to a reader that keeps up stays.
 *
 * @returns how many rows.
 */
export async function pruneChanges(
  database: Kysely<Database>,
  retentionHours = 24,
  retainedRows = MAX_ROWS,
): Promise<number> {
  return database.transaction().execute(async (trx) => {
    const { rows: lock } = await sql<{ got: boolean }>`select pg_try_advisory_xact_lock(${LOCK}) as got`.execute(trx);
    if (!lock[0]?.got) return 0;
    const { rows } = await sql<{ n: number }>`
      with gone as (
        delete from data_change
        where xid < pg_snapshot_xmin(pg_current_snapshot()) and (
          at < now() - make_interval(hours => ${retentionHours}::integer)
          or id <= (select max(id) - ${retainedRows}::bigint from data_change)
        )
        returning xid
      ), newest as (select max(xid) as xid, count(*)::integer as n from gone),
      floor as (
        update data_change_floor set xid = greatest(data_change_floor.xid, newest.xid), pruned_by = pg_current_xact_id()
        from newest where newest.n > 0
      )
      select n from newest
    `.execute(trx);
    return rows[0]?.n ?? 0;
  });
}

export function startPruning(database: Kysely<Database>, logger: BackendLogger): { stop(): Promise<void> } {
  return repeat({
    everyMs: EVERY_MS,
    work: () => pruneChanges(database),
    failed: 'The log of changes was not pruned',
    logger,
  });
}
