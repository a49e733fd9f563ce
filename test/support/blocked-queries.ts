import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database } from '../../src/backend/platform/database/schema.js';

/**
 * Queries of other connections that wait for a lock of `holder`, or behind each other for one. A test that only counts the waiting
 * connections of the database would also count background jobs that wait for something else.
 */
export async function blockedQueries(database: Kysely<Database>, holder: Transaction<Database>): Promise<string[]> {
  const { rows: own } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(holder);
  // PostgreSQL shows a transaction the same activity until it ends, so the answer comes from another connection.
  const { rows } = await sql<{ query: string }>`
    with recursive blocked as (
      select ${own[0]!.pid}::integer as pid
      union
      select activity.pid from pg_stat_activity activity join blocked on blocked.pid = any(pg_blocking_pids(activity.pid))
      where datname = current_database() and wait_event_type = 'Lock'
    )
    select query from blocked join pg_stat_activity using (pid) where pid <> ${own[0]!.pid}::integer
  `.execute(database);
  return rows.map(({ query }) => query);
}
