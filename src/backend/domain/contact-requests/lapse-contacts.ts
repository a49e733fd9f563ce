import { sql, type Kysely } from 'kysely';
import type { BackendLogger } from '#contract/backend/backend.js';
import { type BackgroundTask, repeat } from '../../platform/background-jobs/recurring-work.js';
import type { Database } from '../../platform/database/schema.js';
import { mailOutcome } from './contact-mails.js';
import { lockContact, moveContact } from './end-contact.js';

const EVERY_MS = 60_000;
/** Of one transaction. */
const BATCH = 50;

/**
 * Ends pending requests whose time is over by the clock of the database: each gives back its credit or slot, and the recruiter is told, in
 * one transaction. Of several processes each takes other requests.
 *
 * @returns how many there were
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

/** Ends one of them, which the transaction has locked. */
export async function lapseContact(trx: Kysely<Database>, id: number, now: Date): Promise<void> {
  const contact = await lockContact(trx, { id });
  if (contact && (await moveContact(trx, contact, { by: 'time' }))) await mailOutcome(trx, contact, 'lapsed', now);
}

/** Does it every minute from now on. */
export function startLapsingContacts(options: {
  database: Kysely<Database>;
  clock: () => Date;
  logger: BackendLogger;
}): BackgroundTask {
  const { database, clock, logger } = options;
  return repeat({
    everyMs: EVERY_MS,
    work: () => lapseContacts(database, clock()),
    failed: 'Requests for contact whose time is over could not be ended',
    logger,
  });
}
