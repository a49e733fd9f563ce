import { sql, type Kysely } from 'kysely';
import type { BackendLogger } from '#contract/backend/backend.js';
import { type BackgroundTask, repeat } from '../../platform/background-jobs/recurring-work.js';
import type { Database } from '../../platform/database/schema.js';
import { mailOutcome } from './contact-mails.js';
import { lockContact, moveContact } from './end-contact.js';

const EVERY_MS = 60_000;
/** Maximum number of requests in a transaction. */
const BATCH = 50;

/**
 * Ends pending requests that have expired by the clock of the database: each releases its credit or slot, and notifies the recruiter, in
 * one transaction. Concurrent processes take different requests.
 *
 * @returns the number of requests
 */
export async function lapseContacts(database: Kysely<Database>, now: Date): Promise<number> {
  let total = 0;
  for (;;) {
    const lapsed = await database.transaction().execute(async (trx) => {
      const { rows } = await sql<{ id: number }>`
        select id from resume_contact where state = 'pending' and lapses_at <= clock_timestamp()
        order by lapses_at limit ${BATCH} for update skip locked
      `.execute(trx);
      for (const { id } of rows) await lapseContact(trx, id, now);
      return rows.length;
    });
    total += lapsed;
    if (lapsed < BATCH) return total;
  }
}

/** Ends one request, which the transaction has locked. */
export async function lapseContact(trx: Kysely<Database>, id: number, now: Date): Promise<void> {
  const contact = await lockContact(trx, { id });
  if (contact && (await moveContact(trx, contact, { by: 'time' }))) await mailOutcome(trx, contact, 'lapsed', now);
}

/** Starts a task that does this every minute. */
export function startLapsingContacts(options: {
  database: Kysely<Database>;
  clock: () => Date;
  logger: BackendLogger;
}): BackgroundTask {
  const { database, clock, logger } = options;
  return repeat({
    everyMs: EVERY_MS,
    work: () => lapseContacts(database, clock()),
    failed: 'Lapsed contact requests could not be closed',
    logger,
  });
}
