import { sql, type Kysely } from 'kysely';
import type { BackendLogger, BackendSite } from '#contract/backend/backend.js';
import { observeTask } from '#shared/telemetry/telemetry.js';
import type { Change } from '../../platform/change-feed/change.js';
import type { AlertKind } from '../../platform/database/tables/alert-tables.js';
import type { Database } from '../../platform/database/schema.js';
import { RecurringWork, type RoundResult, repeat } from '../../platform/background-jobs/recurring-work.js';
import { rowsOlderThanAllowed } from '../../platform/retention/retention-rule.js';
import type { BackendModule } from '../../platform/graphql/backend-module.js';
import { type AlertIndexes, sitesWithAlerts } from './alert-rows.js';
import { followEarlierMerges } from './edit-alerts.js';
import { matchArrivals } from './match-arrivals.js';
import { sendAlerts } from './send-alerts.js';
import { alertResolvers } from './alert.resolvers.js';

export interface AlertWorker {
  /** Stops the worker and waits until the current round has ended. */
  stop(): Promise<void>;
}

export interface AlertWorkerOptions {
  database: Kysely<Database>;
  indexes: AlertIndexes;
  sites: readonly BackendSite[];
  changes: { subscribe(listener: (changes: readonly Change[]) => void): () => void };
  clock: () => Date;
  logger: BackendLogger;
}

const KINDS: readonly AlertKind[] = ['job', 'resume'];
// Limits the sleep, because the system clock may be changed, and another process may die before it has finished its work.
const MAX_SLEEP_MS = 60_000;
const MIN_SLEEP_MS = 200;
const RETRY_MS = 5000;
const BUSY_MS = 1000;
const FIRST_CLEANUP_MS = 600_000;
const CLEANUP_EVERY_MS = 6 * 3_600_000;
/** Deletes alerts whose address was not confirmed in time. */
export const alertRetention = rowsOlderThanAllowed('unconfirmedAlerts', {
  table: 'alert',
  since: sql`created_at`,
  site: sql`site`,
  where: sql`confirmed_at is null`,
});

/**
 * Sends alerts when they are due: sleeps until the next one is due, or until any process creates or changes one. Each round first matches
 * all new jobs or resumes, so that the mails are up to date. For due times that passed while no process was running, one mail is sent.
 */
export function startAlertWorker(options: AlertWorkerOptions): AlertWorker {
  const { database, changes, logger } = options;
  const work: RecurringWork = new RecurringWork({
    shortestMs: MIN_SLEEP_MS,
    longestMs: MAX_SLEEP_MS,
    retryMs: RETRY_MS,
    round: () => runAlerts(options, () => work.isStopped),
    onFailure: (error) => logger.error({ error: (error as Error).message }, 'Alerts could not be sent'),
  });
  const forgetting = repeat({
    everyMs: CLEANUP_EVERY_MS,
    firstInMs: FIRST_CLEANUP_MS,
    work: async () => {
      await followEarlierMerges(database);
      await deleteLeftovers(database);
    },
    failed: 'What merges and ended alerts have left could not be put right',
    logger,
  });
  const unsubscribe = changes.subscribe((changed) => {
    if (changed.some(({ kind }) => kind === 'alert' || kind === 'all')) work.wake(MIN_SLEEP_MS);
  });
  work.wake();
  return {
    async stop() {
      unsubscribe();
      await work.stop();
      await forgetting.stop();
    },
  };
}

/** Runs one round. @returns time until the next one is due */
export async function runAlerts(
  options: Omit<AlertWorkerOptions, 'changes'>,
  isStopped: () => boolean = () => false,
): Promise<RoundResult> {
  const { database, indexes, clock, logger } = options;
  await straightenTimes(database, clock());
  for (const kind of KINDS) {
    const due = await findDue(database, options, kind);
    if (due === undefined || due > clock()) continue;
    for (let outcome; outcome !== 'none';) {
      if (isStopped()) return { nextInMs: 0 };
      const match = () => matchArrivals({ database, index: indexes[kind], logger }, kind);
      outcome = await observeTask('alert', `match ${kind}s`, match);
      // Another process is still matching: mails sent now would be incomplete.
      if (outcome === 'busy') return { nextInMs: BUSY_MS };
    }
    let mails = 0;
    for (let isMore = true; isMore && !isStopped();) {
      const turn = await observeTask('alert', `send ${kind}s`, () => sendAlerts(options, kind, clock()));
      mails += turn.mails;
      isMore = turn.due > 0;
    }
    if (mails > 0) logger.info({ kind, mails }, 'Queued alert emails');
  }
  const next = await Promise.all(KINDS.map((kind) => findDue(database, options, kind)));
  return { nextInMs: Math.min(...next.map((due) => due?.getTime() ?? Infinity)) - clock().getTime() };
}

/** @returns time at which the next alert of a kind is due; undefined if there is none */
async function findDue(
  database: Kysely<Database>,
  { sites }: Pick<AlertWorkerOptions, 'sites'>,
  kind: AlertKind,
): Promise<Date | undefined> {
  const names = sitesWithAlerts(sites, kind);
  const { rows } = await sql<{ due_at: Date }>`
    select due_at from alert where kind = ${kind} and due_at is not null and site = any(${names}::text[]) order by due_at limit 1
  `.execute(database);
  return rows[0]?.due_at;
}

/** Corrects due times that are too far in the future because the clock was ahead and has been set back. */
async function straightenTimes(database: Kysely<Database>, now: Date): Promise<void> {
  await sql`
    update alert set due_at = ${now}::timestamptz + every_seconds * interval '1 second'
    where due_at > ${now}::timestamptz + interval '1 day'
      and due_at > ${now}::timestamptz + every_seconds * interval '1 second' + interval '2 hours'
  `.execute(database);
}

/** Deletes searches without alerts, matches of deleted jobs and resumes, and arrivals of a kind for which no alert is active. */
export async function deleteLeftovers(database: Kysely<Database>): Promise<void> {
  await sql`
    delete from alert_match m using alert
    where alert.id = m.alert_id and case alert.kind
      when 'job' then not exists (select from job where job.id = m.item_id)
      else not exists (select from resume where resume.id = m.item_id) end
  `.execute(database);
  await sql`
    delete from alert_search where id in (
      select id from alert_search s where not exists (select from alert where alert.search_id = s.id) for update skip locked
    )
  `.execute(database);
  await sql`
    delete from alert_arrival r where not exists (select from alert where alert.kind = r.kind and due_at is not null)
  `.execute(database);
}

/** Creates the module for alerts of saved searches, with the worker that sends them. */
export function createAlerts(deps: AlertWorkerOptions): BackendModule {
  return {
    resolvers: [alertResolvers(deps)],
    retention: [alertRetention],
    startJobs: () => startAlertWorker(deps),
  };
}
