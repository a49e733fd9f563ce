import { sql, type Kysely } from 'kysely';
import type { BackendLogger, BackendSite } from '#contract/backend/backend.js';
import { observeTask } from '#shared/telemetry/telemetry.js';
import type {
  Alert,
  AlertResult,
  Mutation,
  MutationChangeAlertArgs,
  MutationChangeAlertByLinkArgs,
  MutationConfirmAlertArgs,
  MutationCreateJobAlertArgs,
  MutationCreateResumeAlertArgs,
  MutationDeleteAlertArgs,
  MutationDeleteAlertByLinkArgs,
  Query,
  QueryAlertOfLinkArgs,
  QueryAlertSummaryArgs,
  QueryOwnAlertArgs,
} from '#contract/generated/resolvers.js';
import type { Change } from '../../platform/change-feed/change.js';
import type { AlertKind } from '../../platform/database/tables/alert-tables.js';
import type { Database } from '../../platform/database/schema.js';
import { EMPTY_SNAPSHOT } from '../../platform/database/statement.js';
import { RecurringWork, type RoundResult, repeat } from '../../platform/background-jobs/recurring-work.js';
import { rowsOlderThanAllowed } from '../../platform/retention/retention-rule.js';
import type { BackendModule } from '../../platform/graphql/backend-module.js';
import { allow, type RootResolvers, refused } from '../../platform/graphql/allow.js';
import type { RequestContext } from '../../platform/graphql/request-context.js';
import { refusalOfResumes } from '../../domain/resumes/resume-access.js';
import {
  type AlertIndexes,
  sitesWithAlerts,
  findAlertOf,
  findAlertOfLink,
  findAlertsOf,
  type StoredAlert,
  toAlert,
} from './alert-rows.js';
import {
  followEarlierMerges,
  alertErrors,
  changeAlert,
  confirmAlert,
  deleteAlert,
  type AlertToCreate,
  createAlert,
} from './edit-alerts.js';
import { matchArrivals } from './match-arrivals.js';
import { sendAlerts } from './send-alerts.js';

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
/** Interval at which due times and snapshots are corrected: nearly all alerts are read for it, and they are rarely wrong. */
const CORRECT_EVERY_MS = 3_600_000;
const FIRST_CLEANUP_MS = 600_000;
const CLEANUP_EVERY_MS = 24 * 3_600_000;
/** Key of the advisory lock of the cleanup. */
const CLEANUP_LOCK = 4_217_016;
/** Number of matches that one statement of the cleanup checks, so that it is short and keeps its locks only briefly. */
const CHECKED_AT_ONCE = 2000;
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
  const { database, changes, clock, logger } = options;
  let correctedAt = -Infinity;
  const work: RecurringWork = new RecurringWork({
    shortestMs: MIN_SLEEP_MS,
    longestMs: MAX_SLEEP_MS,
    retryMs: RETRY_MS,
    async round() {
      if (performance.now() - correctedAt >= CORRECT_EVERY_MS) {
        await correctDueTimes(database, clock());
        await correctSnapshots(database);
        correctedAt = performance.now();
      }
      return runAlerts(options, () => work.isStopped);
    },
    onFailure: (error) => logger.error({ error: (error as Error).message }, 'Alerts could not be sent'),
  });
  const forgetting = repeat({
    everyMs: CLEANUP_EVERY_MS,
    firstInMs: FIRST_CLEANUP_MS,
    work: async () => {
      await followEarlierMerges(database);
      await deleteLeftovers(database, () => work.isStopped);
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
export async function correctDueTimes(database: Kysely<Database>, now: Date): Promise<void> {
  await sql`
    update alert set due_at = ${now}::timestamptz + every_seconds * interval '1 second'
    where due_at > ${now}::timestamptz + interval '1 day'
      and due_at > ${now}::timestamptz + every_seconds * interval '1 second' + interval '2 hours'
  `.execute(database);
}

/**
 * Makes all arrivals new to alerts whose snapshots come from another database: it had used more transaction ids, so they seem to see all
 * arrivals. Restoring a backup does the same, but earlier releases did not, and neither do programs that copy databases.
 */
async function correctSnapshots(database: Kysely<Database>): Promise<void> {
  await sql`
    update alert set since = ${EMPTY_SNAPSHOT} where pg_snapshot_xmax(since) > pg_snapshot_xmax(pg_current_snapshot())
  `.execute(database);
}

/**
 * Deletes searches without alerts, matches of deleted jobs and resumes, and arrivals of a kind for which no alert is active. It ends early
 * if another process is doing the same.
 *
 * @param isStopped checked between the statements on matches, of which there may be many
 */
export async function deleteLeftovers(
  database: Kysely<Database>,
  isStopped: () => boolean = () => false,
): Promise<void> {
  let last: MatchKey | undefined;
  do {
    const checked = await deleteLeftMatches(database, last);
    if (checked === 'busy' || isStopped()) return;
    last = checked;
  } while (last);
  await sql`
    delete from alert_search where id in (
      select id from alert_search s where not exists (select from alert where alert.search_id = s.id) for update skip locked
    )
  `.execute(database);
  await sql`
    delete from alert_arrival r where not exists (select from alert where alert.kind = r.kind and due_at is not null)
  `.execute(database);
}

interface MatchKey {
  alert_id: string;
  item_id: number;
}

/**
 * Checks the next matches after a key, and deletes those of deleted jobs and resumes.
 *
 * @returns the key of the last match that was checked; undefined if there are no more; `busy` if another process is checking some
 */
async function deleteLeftMatches(
  database: Kysely<Database>,
  last: MatchKey | undefined,
): Promise<MatchKey | 'busy' | undefined> {
  const after = last ? sql`where (alert_id, item_id) > (${last.alert_id}::uuid, ${last.item_id}::bigint)` : sql``;
  return database.transaction().execute(async (trx) => {
    const { rows: lock } = await sql<{ got: boolean }>`
      select pg_try_advisory_xact_lock(${CLEANUP_LOCK}) as got
    `.execute(trx);
    if (!lock[0]?.got) return 'busy';
    const { rows } = await sql<MatchKey>`
      with checked as (
        select alert_id, item_id from alert_match ${after} order by alert_id, item_id limit ${CHECKED_AT_ONCE}
      ), deleted as (
        delete from alert_match m using checked, alert
        where m.alert_id = checked.alert_id and m.item_id = checked.item_id and alert.id = checked.alert_id
          and not exists (select from job where alert.kind = 'job' and job.id = checked.item_id)
          and not exists (select from resume where alert.kind = 'resume' and resume.id = checked.item_id)
      )
      select alert_id, item_id from checked order by alert_id, item_id offset ${CHECKED_AT_ONCE - 1}
    `.execute(trx);
    return rows[0];
  });
}

/** Creates the module for alerts of saved searches, with the worker that sends them. */
export function createAlerts(deps: AlertWorkerOptions): BackendModule {
  return {
    resolvers: [alertResolvers(deps)],
    retention: [alertRetention],
    startJobs: () => startAlertWorker(deps),
  };
}

/** Saved searches whose new results are sent by email (APP-06, REC-10). */
function alertResolvers({ database, indexes }: { database: Kysely<Database>; indexes: AlertIndexes }) {
  const shown = (row: StoredAlert, context: RequestContext): Promise<Alert> => toAlert(row, indexes, context);

  async function create(input: AlertToCreate, context: RequestContext): Promise<AlertResult> {
    const outcome = await createAlert({ database, indexes }, input, context);
    if (outcome.kind === 'faults')
      return { outcome: 'faults', alert: null, errors: alertErrors(outcome.violations, context) };
    if (outcome.kind === 'check-mail') return { outcome: 'check_mail', alert: null, errors: [] };
    const row = await findAlertOf(database, { id: outcome.id, site: context.site.name, viewer: context.viewer! });
    return { outcome: 'kept', alert: row ? await shown(row, context) : null, errors: [] };
  }

  async function change(
    find: () => Promise<StoredAlert | undefined>,
    everySeconds: number,
    context: RequestContext,
  ): Promise<AlertResult | null> {
    const row = await find();
    if (!row) return null;
    const violations = await changeAlert(database, row, everySeconds, context.now);
    if (violations.length > 0) return { outcome: 'faults', alert: null, errors: alertErrors(violations, context) };
    const changed = await find();
    return changed ? { outcome: 'kept', alert: await shown(changed, context), errors: [] } : null;
  }

  const byLink = (token: string, { site }: RequestContext) => findAlertOfLink(database, { token, site: site.name });

  return {
    Query: {
      ownAlerts: allow<object, Query['ownAlerts']>('user', async (_args, context) => {
        const rows = await findAlertsOf(database, context.site.name, context.viewer);
        return Promise.all(rows.map((row) => shown(row, context)));
      }),
      ownAlert: allow<QueryOwnAlertArgs, Query['ownAlert']>('user', async ({ id }, context) => {
        const row = await findAlertOf(database, { id, site: context.site.name, viewer: context.viewer });
        return row ? shown(row, context) : null;
      }),
      // Anyone who knows the link has received the mail that contains it.
      alertOfLink: allow<QueryAlertOfLinkArgs, Query['alertOfLink']>('anyone', async ({ token }, context) => {
        const row = await byLink(token, context);
        return row ? shown(row, context) : null;
      }),
      alertSummary: allow<QueryAlertSummaryArgs, Query['alertSummary']>('anyone', async ({ kind, search }, context) => {
        const refusal = kind === 'resume' ? refusalOfResumes(context) : undefined;
        if (refusal) throw refused('alertSummary', refusal);
        const { site, language } = context;
        return indexes[kind].describe(await indexes[kind].save(search, site.name), site, language);
      }),
    },
    Mutation: {
      createJobAlert: allow<MutationCreateJobAlertArgs, Mutation['createJobAlert']>('anyone', ({ input }, context) =>
        create({ ...input, kind: 'job' }, context),
      ),
      createResumeAlert: allow<MutationCreateResumeAlertArgs, Mutation['createResumeAlert']>(
        'user',
        ({ input }, context) => {
          const refusal = refusalOfResumes(context);
          if (refusal) throw refused('createResumeAlert', refusal);
          return create({ ...input, kind: 'resume' }, context);
        },
      ),
      changeAlert: allow<MutationChangeAlertArgs, Mutation['changeAlert']>('user', ({ id, everySeconds }, context) => {
        const { site, viewer } = context;
        return change(() => findAlertOf(database, { id, site: site.name, viewer }), everySeconds, context);
      }),
      deleteAlert: allow<MutationDeleteAlertArgs, Mutation['deleteAlert']>('user', async ({ id }, { site, viewer }) => {
        const row = await findAlertOf(database, { id, site: site.name, viewer });
        if (row) await deleteAlert(database, row);
        return row !== undefined;
      }),
      confirmAlert: allow<MutationConfirmAlertArgs, Mutation['confirmAlert']>('anyone', async ({ token }, context) => {
        const row = await byLink(token, context);
        if (row) await confirmAlert(database, row, context.now);
        return row !== undefined;
      }),
      changeAlertByLink: allow<MutationChangeAlertByLinkArgs, Mutation['changeAlertByLink']>(
        'anyone',
        ({ token, everySeconds }, context) => change(() => byLink(token, context), everySeconds, context),
      ),
      deleteAlertByLink: allow<MutationDeleteAlertByLinkArgs, Mutation['deleteAlertByLink']>(
        'anyone',
        async ({ token }, context) => {
          const row = await byLink(token, context);
          if (row) await deleteAlert(database, row);
          return row !== undefined;
        },
      ),
    },
  } satisfies RootResolvers;
}
