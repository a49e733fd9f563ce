import { sql, type Kysely } from 'kysely';
import type { Query, Retention } from '#contract/generated/resolvers.js';
import {
  RETENTION_KINDS,
  retentionDefault,
  retentionOf,
  type RetentionKind,
  unitsAfter,
} from '#contract/retention/retention-periods.js';
import type { BackendSite, BackendLogger } from '#contract/backend/backend.js';
import { observeTask } from '#shared/telemetry/telemetry.js';
import { allow, type RootResolvers } from '../../platform/graphql/allow.js';
import type { BackendModule } from '../../platform/graphql/backend-module.js';
import {
  Cutoff,
  type RetentionRule,
  rowsOlderThanAllowed,
  type DeletedRows,
} from '../../platform/retention/retention-rule.js';
import { type BackgroundTask, RecurringWork } from '../../platform/background-jobs/recurring-work.js';
import type { Database } from '../../platform/database/schema.js';
import { writeAudit } from '../audit/audit-log.js';

/** Maximum number of rows in a transaction, so that nobody waits long for its locks. */
const BATCH = 500;

/** Maximum number of rows that are found at a time, to be processed in several transactions. */
const MAX_FOUND = 10_000;

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/**
 * Interval between runs, by the unit of the retention period. Files of applications are checked hourly instead, because their
 * deletion is promised for a certain day.
 */
const EVERY_MS = { hour: 10 * MINUTE_MS, day: 24 * HOUR_MS, month: 24 * HOUR_MS } as const;

/** Time after which a kind with much to delete lets the others take their turn, in milliseconds; the next round follows at once. */
const TURN_MS = MINUTE_MS;
const CONTINUE_IN_MS = 1000;

const EVERY_HOUR: ReadonlySet<RetentionKind> = new Set(['applicationFiles']);

/** Interval between checks whether a run is due. */
const LOOK_EVERY_MS = 10 * MINUTE_MS;

/** Delay of the first run, while the process is busy starting. */
const FIRST_IN_MS = 5000;

/** Counting stops at this number: exact counts above it are of no interest, and slow. */
const MAX_COUNTED = 10_000;

/** Retention of the proof that deletions were announced. */
const noticeRetention = rowsOlderThanAllowed('notices', { table: 'retention_notice', since: sql`deletes_at` });

/** Deletes expired data by the rules of the modules that own it, and shows the result to administrators. */
export function createRetention(options: RetentionOptions): BackendModule {
  const { database, sites } = options;
  const rules = [...options.rules, noticeRetention];
  for (const kind of RETENTION_KINDS)
    if (!rules.some((rule) => rule.kind === kind)) throw new Error(`No module implements the deletion of "${kind}".`);
  return {
    resolvers: [retentionResolvers({ database, rules, sites })],
    startJobs: () => startRetentionWorker({ ...options, rules }),
  };
}

function retentionResolvers(parts: Pick<RetentionOptions, 'database' | 'rules' | 'sites'>) {
  return {
    Query: {
      retention: allow<object, Query['retention']>('administrator', (_args, { site, now }) =>
        listRetention(parts, site, now),
      ),
    },
  } satisfies RootResolvers;
}

/** @returns all kinds, in the order of `RETENTION` */
async function listRetention(
  { database, rules, sites }: Pick<RetentionOptions, 'database' | 'rules' | 'sites'>,
  site: BackendSite,
  now: Date,
): Promise<Retention[]> {
  const { rows: runs } = await sql<RetentionRun>`
    select kind, started_at, finished_at, failed_at, deleted from retention_run
  `.execute(database);
  const listed: Retention[] = [];
  // One after the other, so that this page takes no connections from visitors.
  for (const kind of RETENTION_KINDS) {
    const rule = rules.find((each) => each.kind === kind)!;
    const run = runs.find((each) => each.kind === kind);
    const nextRun = nextRunOf(rule, run, now);
    const { period, source } = retentionOf(kind, site);
    listed.push({
      __typename: 'Retention',
      kind,
      period,
      source,
      unit: retentionDefault(kind).unit,
      lastRun: run?.finished_at?.toISOString() ?? null,
      runningSince: run && !run.finished_at ? (run.started_at?.toISOString() ?? null) : null,
      failedAt: run?.failed_at?.toISOString() ?? null,
      deleted: (run?.deleted[site.name] ?? 0) + (run?.deleted[''] ?? 0),
      nextRun: nextRun.toISOString(),
      due: await rule.countDue(database, new Cutoff(kind, sites, nextRun), site.name, MAX_COUNTED),
    });
  }
  return listed;
}

function nextRunOf({ kind }: RetentionRule, run: RetentionRun | undefined, now: Date): Date {
  const planned = run?.finished_at ? run.finished_at.getTime() + pauseBetweenRuns(kind) : 0;
  return new Date(Math.max(planned, now.getTime()));
}

interface RetentionOptions {
  database: Kysely<Database>;
  /** One rule for each kind. */
  rules: readonly RetentionRule[];
  sites: readonly BackendSite[];
  /** Whether a time can be trusted for irreversible operations. */
  isClockTrusted: (now: Date) => Promise<boolean>;
  clock: () => Date;
  logger: BackendLogger;
}

/** Pause between the end of one run of a kind and the start of the next, in milliseconds. */
function pauseBetweenRuns(kind: RetentionKind): number {
  return EVERY_HOUR.has(kind) ? HOUR_MS : EVERY_MS[retentionDefault(kind).unit];
}

/** Last run of a kind. */
interface RetentionRun {
  kind: RetentionKind;
  started_at: Date | null;
  /** null while the run is in progress, or is to be continued */
  finished_at: Date | null;
  failed_at: Date | null;
  /** Number of rows by the name of the site; rows without a site are under an empty name. */
  deleted: Record<string, number>;
}

interface RunOptions {
  database: Kysely<Database>;
  sites: readonly BackendSite[];
  now: Date;
}

/**
 * Deletes expired data, kind by kind. Runs that were missed while no process was running are made up for once. If a kind fails, the error
 * is logged and the kind is retried; the others continue. Nothing is deleted by a clock that has jumped far ahead.
 */
function startRetentionWorker(options: RetentionOptions): BackgroundTask {
  const { logger } = options;
  const work: RecurringWork = new RecurringWork({
    shortestMs: CONTINUE_IN_MS,
    longestMs: LOOK_EVERY_MS,
    retryMs: LOOK_EVERY_MS,
    round: async () => {
      const isMore = await deleteAllDue(options, () => !work.isStopped);
      return { nextInMs: isMore ? CONTINUE_IN_MS : LOOK_EVERY_MS };
    },
    onFailure: (error) => logger.error({ error: String(error) }, 'Expired data could not be deleted'),
  });
  work.wake(FIRST_IN_MS);
  return { stop: () => work.stop() };
}

/**
 * Runs one round over all kinds.
 *
 * @param mayGoOn returns false to leave the rest for later
 * @returns whether a kind used up its time, and another round is to continue it
 */
export async function deleteAllDue(options: RetentionOptions, mayGoOn: () => boolean = () => true): Promise<boolean> {
  const { database, rules, sites, isClockTrusted, clock, logger } = options;
  const now = clock();
  if (!(await isClockTrusted(now))) return false;
  let isMore = false;
  for (const rule of rules) {
    if (!mayGoOn()) return isMore;
    const { kind } = rule;
    // Only batches use up the turn, so that a long search is followed by some of them.
    let leftMs = TURN_MS;
    const spend: Spend = async (batch) => {
      const began = clock().getTime();
      const result = await batch();
      leftMs -= Math.max(0, clock().getTime() - began);
      return result;
    };
    try {
      const count = await runRetention(rule, { database, sites, now }, () => mayGoOn() && leftMs > 0, spend);
      if (count > 0) logger.info({ kind, count }, 'Deleted expired data');
      if (leftMs <= 0) isMore = true;
    } catch (error) {
      logger.error({ kind, error: String(error) }, 'Expired data could not be deleted');
      await noteFailure(database, kind, now);
    }
  }
  return isMore;
}

/**
 * Records the failure of a run, which is then retried. If no run was due, only the check for one has failed; a failure recorded then
 * would be shown until the next run.
 */
async function noteFailure(database: Kysely<Database>, kind: RetentionKind, now: Date): Promise<void> {
  const { rows } = await sql<Pick<RetentionRun, 'kind' | 'finished_at'>>`
    select kind, finished_at from retention_run where kind = ${kind}
  `.execute(database);
  if (rows[0] && isDue(rows[0], now))
    await sql`update retention_run set failed_at = ${now} where kind = ${kind}`.execute(database);
}

/** Does a batch, and counts its time. */
type Spend = <Result>(batch: () => Promise<Result>) => Promise<Result>;

/**
 * Deletes the due rows of a kind and then announces later deletions, if a run is due. The deletion, its counts and the audit entries are
 * one transaction per batch: a process that dies loses one batch, and the next process continues the same run. Each batch locks the row of
 * the run: two processes may search at the same time, but each batch is done once.
 *
 * @param mayGoOn returns false to leave the rest of the run for later
 * @param spend called with each batch
 * @returns the number of rows deleted by this call
 */
export async function runRetention(
  rule: RetentionRule,
  { database, sites, now }: RunOptions,
  mayGoOn: () => boolean = () => true,
  spend: Spend = (batch) => batch(),
): Promise<number> {
  const { kind, announcement, batch: limit = BATCH } = rule;
  await sql`insert into retention_run (kind) values (${kind}) on conflict do nothing`.execute(database);
  const cutoff = new Cutoff(kind, sites, now);
  let total = 0;
  const passes: Pass[] = [
    {
      find: rule.findDue && ((max) => rule.findDue!(database, cutoff, max)),
      async take(trx, found) {
        const deleted = await rule.deleteDue(trx, cutoff, limit, found);
        return { count: deleted.reduce((sum, each) => sum + each.count, 0), deleted };
      },
      onDone: (count) => (total += count),
    },
  ];
  if (announcement) {
    const ahead = new Cutoff(kind, sites, unitsAfter(now, announcement.days, 'day'));
    passes.push({
      find: (max) => announcement.find(database, ahead, max, now),
      take: async (trx, found) => ({ count: await announcement.announce(trx, ahead, found, now), deleted: [] }),
    });
  }
  for (const pass of passes) {
    const of = { kind, limit, isFinal: pass === passes.at(-1) };
    if (!(await complete(pass, of, { database, sites, now, mayGoOn, spend }))) break;
  }
  return total;
}

/** One kind of work of a run. */
interface Pass {
  /** Finds the ids of rows; undefined if each batch finds its rows. */
  find: ((limit: number) => Promise<string[]>) | undefined;
  /** Processes a batch of rows within the caller's transaction. @returns the number of rows that were processed */
  take: (
    trx: Kysely<Database>,
    found: readonly string[],
  ) => Promise<{ count: number; deleted: readonly DeletedRows[] }>;
  /** Called once a batch is committed. */
  onDone?: (count: number) => void;
}

/** @returns whether the pass was completed; otherwise, no run is due, or the rest is left for later or for another process */
async function complete(
  { find, take, onDone }: Pass,
  { kind, limit, isFinal }: { kind: RetentionKind; limit: number; isFinal: boolean },
  options: RunOptions & { mayGoOn: () => boolean; spend: Spend },
): Promise<boolean> {
  const { mayGoOn, spend, now } = options;
  const { rows } = await sql<RetentionRun>`
    select kind, finished_at, failed_at from retention_run where kind = ${kind}
  `.execute(options.database);
  if (!rows[0] || !isDue(rows[0], now) || hasJustFailed(rows[0], now)) return false;
  for (;;) {
    if (!mayGoOn()) return false;
    const found = find && (await observeTask('retention', kind, () => find(MAX_FOUND)));
    let done = 0;
    // An empty batch ends the run, too.
    for (let from = 0; from < Math.max(found?.length ?? 0, 1); from += limit) {
      if (!mayGoOn()) return false;
      // Rows that could not be processed would be found again, and must not keep the run going.
      const isOver = (count: number): boolean =>
        found ? from + limit >= found.length && (found.length < MAX_FOUND || done + count === 0) : count < limit;
      const work = (trx: Kysely<Database>) => take(trx, found?.slice(from, from + limit) ?? []);
      const isLast = (processed: number) => isFinal && isOver(processed);
      const count = await spend(() => takeBatch(kind, options, work, isLast));
      if (count === undefined) return false;
      onDone?.(count);
      if (isOver(count)) return true;
      done += count;
    }
  }
}

/**
 * Does a part of a run in one transaction.
 *
 * @param isLast whether the run is over when a number of rows has been processed
 * @returns the number of processed rows; undefined if another process works on the run or has ended it
 */
function takeBatch(
  kind: RetentionKind,
  { database, sites, now }: RunOptions,
  work: (trx: Kysely<Database>) => Promise<{ count: number; deleted: readonly DeletedRows[] }>,
  isLast: (count: number) => boolean,
): Promise<number | undefined> {
  return database.transaction().execute(async (trx) => {
    const { rows } = await sql<RetentionRun>`
      select kind, started_at, finished_at, failed_at, deleted from retention_run where kind = ${kind} for update skip locked
    `.execute(trx);
    const run = rows[0];
    if (!run || !isDue(run, now)) return undefined;
    const isNew = run.started_at === null || run.finished_at !== null;
    const batch = await observeTask('retention', kind, () => work(trx));
    const deleted = added(isNew ? {} : run.deleted, batch.deleted);
    const isOver = isLast(batch.count);
    await sql`
      update retention_run set started_at = ${isNew ? now : run.started_at}, finished_at = ${isOver ? now : null}, failed_at = null,
        deleted = ${JSON.stringify(deleted)}::jsonb
      where kind = ${kind}
    `.execute(trx);
    if (isOver && isAudited(kind)) await writeEntries(trx, kind, { deleted, sites, now });
    return batch.count;
  });
}

/** @returns whether a run is to be started or continued; a time in the future was written by a clock that was since set back */
function isDue({ kind, finished_at: finishedAt }: Pick<RetentionRun, 'kind' | 'finished_at'>, now: Date): boolean {
  if (!finishedAt) return true;
  const passed = now.getTime() - finishedAt.getTime();
  return passed >= pauseBetweenRuns(kind) || passed < 0;
}

/** While another kind has a backlog, rounds follow each other; a kind that has failed waits as it would without. */
function hasJustFailed({ failed_at: failedAt }: Pick<RetentionRun, 'failed_at'>, now: Date): boolean {
  const passed = failedAt ? now.getTime() - failedAt.getTime() : LOOK_EVERY_MS;
  return passed >= 0 && passed < LOOK_EVERY_MS;
}

function added(before: Readonly<Record<string, number>>, batch: readonly DeletedRows[]): Record<string, number> {
  const deleted = { ...before };
  for (const { site, count } of batch) deleted[site ?? ''] = (deleted[site ?? ''] ?? 0) + count;
  return deleted;
}

/** Kinds with a period of hours are not audited: their entries would fill the log without being of use. */
function isAudited(kind: RetentionKind): boolean {
  return retentionDefault(kind).unit !== 'hour';
}

/** Writes an entry for each site with deleted rows. Rows without a site are reported in the first site's entry. */
async function writeEntries(
  trx: Kysely<Database>,
  kind: RetentionKind,
  { deleted, sites, now }: { deleted: Readonly<Record<string, number>>; sites: readonly BackendSite[]; now: Date },
): Promise<void> {
  for (const [name, count] of Object.entries(deleted)) {
    if (count === 0) continue;
    const site = name === '' ? (sites[0]?.name ?? '') : name;
    await writeAudit(trx, { action: 'retention.deleted', site, details: { kind, count: String(count) } }, now);
  }
}
