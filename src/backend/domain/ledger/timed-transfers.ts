import { sql, type Kysely } from 'kysely';
import type { BackendLogger } from '#contract/backend/backend.js';
import { type BackgroundTask, repeat } from '../../platform/background-jobs/recurring-work.js';
import type { Database } from '../../platform/database/schema.js';

const EVERY_MS = 60_000;
/** Of one transaction, so that no account is locked for long. */
const BATCH = 100;

/**
 * Voids holds whose time is over, and books what has expired, by the clock of the database. Several processes may do it at the
 * same time: each transfer is made once.
 *
 * @returns how many holds and grants there were.
 */
export async function makeTimedTransfers(database: Kysely<Database>): Promise<{ voided: number; expired: number }> {
  // In this order: a hold that is voided may give back what expires at once.
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

/** Does it every minute from now on. */
export function startTimedTransfers(options: { database: Kysely<Database>; logger: BackendLogger }): BackgroundTask {
  return repeat({
    everyMs: EVERY_MS,
    work: () => makeTimedTransfers(options.database),
    failed: 'Lapsed holds and expired credits could not be booked',
    logger: options.logger,
  });
}
