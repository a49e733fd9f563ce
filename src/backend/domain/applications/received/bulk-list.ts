import { sql, type Kysely } from 'kysely';
import { ANSWER_DELAY_MINUTES } from '#contract/applications/answer-delay.js';
import type { ApplicationBulk } from '#contract/generated/resolvers.js';
import type { Database } from '../../../platform/database/schema.js';

/** Time for which a finished bulk is shown: as long as the last of its mails may be delayed. */
const SHOWN_MS = ANSWER_DELAY_MINUTES * 60_000;

/** @returns bulk operations for a job that are running or have just finished, the newest first */
export async function findBulks(database: Kysely<Database>, jobId: number, now: Date): Promise<ApplicationBulk[]> {
  const { rows } = await sql<BulkRow>`
    select ${BULK_COLUMNS} from application_bulk where job_id = ${jobId}
      and (finished_at is null or greatest(finished_at, undone_at) > ${new Date(now.getTime() - SHOWN_MS)})
    order by id desc limit 5
  `.execute(database);
  return rows.map((row) => toBulk(row, now));
}

/** Columns of `application_bulk` that are shown. */
export interface BulkRow {
  id: number;
  created_at: Date;
  finished_at: Date | null;
  total: number;
  done: number;
  skipped: number;
  undone_at: Date | null;
  undone: number;
  undo_sent: number;
  undo_changed: number;
}

export const BULK_COLUMNS = sql.raw(
  'id, created_at, finished_at, total, done, skipped, undone_at, undone, undo_sent, undo_changed',
);

/** Whether the bulk can be undone: possible for as long as it is shown. */
export function mayUndo({ finished_at: end, undone_at: undone, total }: BulkRow, now: Date): boolean {
  return total > 0 && undone === null && (end === null || end.getTime() > now.getTime() - SHOWN_MS);
}

/** @returns a bulk operation in the contract's form */
export function toBulk(row: BulkRow, now: Date): ApplicationBulk {
  const { id, created_at: created, finished_at: end, total, done, skipped } = row;
  return {
    id: String(id),
    created: created.toISOString(),
    total,
    done,
    skipped,
    finished: end !== null || total === 0,
    mayUndo: mayUndo(row, now),
    undo: row.undone_at === null ? null : { undone: row.undone, sent: row.undo_sent, changed: row.undo_changed },
  };
}
