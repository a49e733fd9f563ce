import { sql, type Kysely } from 'kysely';
import type { BackendLogger } from '#contract/backend/backend.js';
import { type BackgroundTask, repeat } from '../../platform/background-jobs/recurring-work.js';
import type { Database } from '../../platform/database/schema.js';

const EVERY_MS = 60_000;
/** Maximum number of transfers in a transaction, so that no account is locked for long. */
const BATCH = 100;

/**
 * Voids lapsed holds and books expired credits, by the clock of the database. Concurrent processes are safe: each transfer is made once.
 *
 * @returns the number of holds and grants
 */
export async function makeTimedTransfers(database: Kysely<Database>): Promise<{ voided: number; expired: number }> {
  // In this order, because voiding a hold may release credits that have already expired.
  const voided = await inBatches(database, 'ledger_void_lapsed');
  const expired = await inBatches(database, 'ledger_expire');
  return { voided, expired };
}

async function inBatches(database: Kysely<Database>, name: string): Promise<number> {
  let total = 0;
  for (;;) {
    const { rows } = await sql<{ done: number }>`select ${sql.id(name)}(${BATCH}) as done`.execute(database);
    const done = rows[0]!.done;
    total += done;
    if (done === 0) return total;
  }
}

/** Starts a task that does this every minute. */
export function startTimedTransfers(options: { database: Kysely<Database>; logger: BackendLogger }): BackgroundTask {
  return repeat({
    everyMs: EVERY_MS,
    work: () => makeTimedTransfers(options.database),
    failed: 'Lapsed holds and expired credits could not be booked',
    logger: options.logger,
  });
}
