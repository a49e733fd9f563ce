import { sql, type Kysely } from 'kysely';
import { EMPLOYER_ROLES } from '#contract/accounts/account-roles.js';
import { fillPlaceholders } from '#contract/applications/placeholders.js';
import type { BackendLogger, BackendSite } from '#contract/backend/backend.js';
import type { ApplicationState } from '#contract/generated/resolvers.js';
import { observeTask } from '#shared/telemetry/telemetry.js';
import { type BackgroundTask, RecurringWork } from '../../../platform/background-jobs/recurring-work.js';
import type { Change } from '../../../platform/change-feed/change.js';
import type { Database } from '../../../platform/database/schema.js';
import { answerFacts } from '../templates/answer-templates.js';
import { type Decider, moveRow, writeAnswer } from './answer-application.js';
import { findApplication } from '../application-rows.js';

/** Number of applications in a transaction: small, so that a manual step on one of them does not wait long. */
const PART = 25;
const MAX_SLEEP_MS = 15_000;
const MIN_SLEEP_MS = 20;
const RETRY_MS = 1000;

/** Processes steps and answers for many applications, in parts; if a process dies, another one continues. */
export function startBulkWorker(deps: {
  database: Kysely<Database>;
  changes: { subscribe(listener: (changes: readonly Change[]) => void): () => void };
  clock: () => Date;
  sites: readonly BackendSite[];
  logger: BackendLogger;
}): BackgroundTask {
  const { database, changes, clock, sites, logger } = deps;
  const work = new RecurringWork({
    shortestMs: MIN_SLEEP_MS,
    longestMs: MAX_SLEEP_MS,
    retryMs: RETRY_MS,
    round: async () => {
      while (!work.isStopped && (await takePart(database, sites, clock())));
      return { nextInMs: MAX_SLEEP_MS };
    },
    onFailure: (error) =>
      logger.error({ error: String(error) }, 'Bulk operations on applications could not be processed'),
  });
  const unsubscribe = changes.subscribe((changed) => {
    if (changed.some(({ kind }) => kind === 'schedule' || kind === 'all')) work.wake();
  });
  work.wake();
  return {
    stop() {
      unsubscribe();
      return work.stop();
    },
  };
}

interface Bulk {
  id: number;
  site: string;
  state: ApplicationState | null;
  subject: string | null;
  body: string | null;
  ends_interviews: boolean;
  seen_at: Date | null;
  account_id: string;
  masquerader_id: string | null;
  email: string;
  mayAct: boolean;
}

/**
 * Processes a part of the oldest bulk in one transaction: steps, history, mails and the progress are stored together or not at all. The
 * row of the bulk is locked, so that two processes never work on the same bulk.
 *
 * @returns whether there was a bulk to process
 */
export async function takePart(database: Kysely<Database>, sites: readonly BackendSite[], now: Date): Promise<boolean> {
  return database.transaction().execute(async (trx) => {
    const { rows } = await sql<Bulk>`
      select b.id, b.site, b.state, b.subject, b.body, b.ends_interviews, b.seen_at, b.account_id, b.masquerader_id,
        account.email, account.blocked_at is null and account.roles && ${[...EMPLOYER_ROLES]}::text[] and exists (
          select from organization_member m join job on job.organization_id = m.organization_id
          where job.id = b.job_id and m.account_id = b.account_id
        ) as "mayAct"
      from application_bulk b join account on account.id = b.account_id
      where b.finished_at is null order by b.id limit 1 for update of b skip locked
    `.execute(trx);
    const bulk = rows[0];
    if (!bulk) return false;
    await observeTask('bulk', bulk.state ?? 'message', () => takeNextItems(trx, bulk, sites, now));
    return true;
  });
}

/**
 * Processes the next few applications of a bulk and records the progress. @param trx a transaction that holds the lock of the bulk's row
 */
async function takeNextItems(
  trx: Kysely<Database>,
  bulk: Bulk,
  sites: readonly BackendSite[],
  now: Date,
): Promise<void> {
  const { rows: items } = await sql<{ id: string }>`
      delete from application_bulk_item where bulk_id = ${bulk.id} and application_id in (
        select application_id from application_bulk_item where bulk_id = ${bulk.id} order by application_id limit ${PART}
      ) returning application_id as id
    `.execute(trx);
  const ids = items.map(({ id }) => id);
  const by = {
    viewer: { accountId: bulk.account_id, email: bulk.email, masqueraderId: bulk.masquerader_id ?? undefined },
    site: sites.find(({ name }) => name === bulk.site) ?? {},
    now,
  };
  const last = await lockAndFindLastEvent(trx, ids);
  const counts = { done: 0, skipped: 0, changed: 0 };
  for (const id of ids) counts[await decide(trx, id, bulk, by)] += 1;
  await sql`
      insert into application_bulk_event (event_id, bulk_id)
      select id, ${bulk.id} from application_event where application_id = any(${ids}::uuid[]) and id > ${last}
    `.execute(trx);
  await sql`
      update application_bulk b set done = done + ${items.length}, skipped = skipped + ${counts.skipped},
        changed = changed + ${counts.changed},
        finished_at = case when not exists (select from application_bulk_item i where i.bulk_id = b.id) then ${now}::timestamptz end
      where id = ${bulk.id}
    `.execute(trx);
}

/** Locks applications, so that no events are added to them meanwhile. @returns the id of their last event */
async function lockAndFindLastEvent(trx: Kysely<Database>, ids: readonly string[]): Promise<number> {
  await sql`select from application where id = any(${ids}::uuid[]) order by id for update`.execute(trx);
  const { rows } = await sql<{ last: number }>`
    select coalesce(max(id), 0) as last from application_event where application_id = any(${ids}::uuid[])
  `.execute(trx);
  return rows[0]!.last;
}

/**
 * @returns `skipped` if the step was not possible; `changed` if somebody has changed the state of the application since the list was shown
 */
async function decide(
  trx: Kysely<Database>,
  id: string,
  bulk: Bulk,
  by: Decider,
): Promise<'done' | 'skipped' | 'changed'> {
  // A person who no longer works for the organization may not decide any more.
  const row = bulk.mayAct ? await findApplication(trx, bulk.site, id) : undefined;
  if (!row) return 'skipped';
  const { state, ends_interviews: endsInterview, seen_at: seen } = bulk;
  if (state !== null && seen !== null && row.updated_at > seen) return 'changed';
  if (row.state === 'withdrawn') return 'skipped';
  const outcome = (violations: readonly unknown[]) => (violations.length === 0 ? 'done' : 'skipped');
  if (bulk.body === null)
    return state === null ? 'skipped' : outcome(await moveRow(trx, row, { state, endsInterview }, by));
  const fill = (text: string) => fillPlaceholders(text, answerFacts(row));
  const words = { subject: fill(bulk.subject ?? ''), body: fill(bulk.body), state, endsInterview };
  return outcome(await writeAnswer(trx, row, words, by));
}
