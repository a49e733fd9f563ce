import { type Kysely, sql } from 'kysely';
import type { BackendLogger } from '#contract/backend/backend.js';
import { observeTask } from '#shared/telemetry/telemetry.js';
import type { Change } from '../../../platform/change-feed/change.js';
import { KEEP_PLAN } from '../../../platform/database/pool.js';
import type { Database } from '../../../platform/database/schema.js';
import { RecurringWork, type RoundResult } from '../../../platform/background-jobs/recurring-work.js';
import { endPlacements, findNextPlacementEnd } from '../placements/placements.js';
import type { SearchIndexer } from '../../../platform/search-index/search-index.port.js';

const DAY_MS = 86_400_000;

/** A wrong clock is mostly wrong by years, and a site is rarely down for longer than this. */
const MAX_UNSEEN_MS = 60 * DAY_MS;

/** Minimum number of due jobs that wait for an implausible clock to be confirmed: fewer can be corrected manually. */
const MIN_HELD_JOBS = 5;

/** The schedule is checked every minute; the time does not need to be written as often. */
const WRITE_EVERY_MS = 5 * 60_000;

export interface ScheduleWorker {
  /** Waits for a running sweep. */
  stop(): Promise<void>;
}

// The machine's clock may be changed, and another process may die during its sweep.
const MAX_SLEEP_MS = 60_000;
const MIN_SLEEP_MS = 100;
const RETRY_MS = 1000;
const LOG_HELD_EVERY_MS = 3_600_000;

/**
 * Publishes scheduled jobs when they are due, and archives jobs and ends placements when they expire, including those that became due
 * while no process was running. Sleeps until the next one is due, and wakes up when jobs change. A failure is logged and retried. If the
 * clock has jumped far ahead, several jobs that are due at once wait until the clock is right again or an administrator confirms it.
 */
export function startScheduleWorker(options: {
  database: Kysely<Database>;
  indexer: SearchIndexer;
  changes: { subscribe(listener: (changes: readonly Change[]) => void): () => void };
  clock: () => Date;
  logger: BackendLogger;
}): ScheduleWorker {
  const { database, indexer, changes, clock, logger } = options;
  const work = new RecurringWork({
    shortestMs: MIN_SLEEP_MS,
    longestMs: MAX_SLEEP_MS,
    retryMs: RETRY_MS,
    round: sweep,
    onFailure: (error) =>
      logger.error({ error: (error as Error).message }, 'Scheduled publishing and archiving failed'),
  });

  let heldLoggedAt: number | undefined;

  async function sweep(): Promise<RoundResult> {
    // One time for the whole sweep: a clock that jumps between its check and its use would be used unchecked.
    const now = clock();
    if (await mustWait(now)) return { nextInMs: MAX_SLEEP_MS };
    // In this order, so that a job that was due both for publication and archiving gets both steps.
    const release = await takeDue('release', { find: findNextRelease, take: releaseJobs }, now);
    if (release.count > 0) logger.info({ released: release.count }, 'Published scheduled jobs');
    const expiry = await takeDue('expire', { find: findNextExpiry, take: expireJobs }, now);
    if (expiry.count > 0) logger.info({ expired: expiry.count }, 'Archived expired jobs');
    const placement = await takeDue('end-placement', { find: findNextPlacementEnd, take: endPlacements }, now);
    const next = Math.min(...[release, expiry, placement].map((each) => each.next?.getTime() ?? Infinity));
    return { nextInMs: next - clock().getTime() };
  }

  /** @returns whether jobs must wait because of the clock; logs a doubtful clock at once, then hourly, and when it is over */
  async function mustWait(now: Date): Promise<boolean> {
    const doubt = await checkClock(database, now);
    if (!doubt) {
      if (heldLoggedAt !== undefined) logger.info({ now }, 'The clock of this machine is trusted again');
      heldLoggedAt = undefined;
      return false;
    }
    if (heldLoggedAt === undefined || performance.now() - heldLoggedAt > LOG_HELD_EVERY_MS) {
      heldLoggedAt = performance.now();
      logger.error(
        { now, lastAtWork: doubt.seenAt, jobsWait: doubt.areManyDue },
        'The clock of this machine is far ahead of the time at which this database was last at work. No expired data is deleted, and jobs' +
          ' are not published or archived if several are due, until the clock is right, or an administrator confirms it at /admin/queue' +
          ' by trying what has failed again',
      );
    }
    return doubt.areManyDue;
  }

  /** @returns the number of jobs, and the time at which the next one is due */
  async function takeDue(
    name: string,
    { find, take }: { find: typeof findNextExpiry; take: typeof expireJobs },
    now: Date,
  ) {
    let count = 0;
    let next = await find(database);
    while (next && next <= now && !work.isStopped) {
      const batch = await observeTask('schedule', name, () => take(database, indexer, now));
      count += batch;
      next = await find(database);
      // Another process is working on them.
      if (batch === 0) break;
    }
    return { count, next };
  }

  const unsubscribe = changes.subscribe((changed) => {
    if (changed.some(({ kind }) => kind === 'job' || kind === 'schedule' || kind === 'all')) work.wake(MIN_SLEEP_MS);
  });
  work.wake();
  return {
    async stop() {
      unsubscribe();
      await work.stop();
    },
  };
}

// Lock that admits one of all processes that share a database to the sweep; the others skip it.
const LOCK = 4_217_002;
const BATCH = 1000;

/**
 * Archives expired jobs, and removes them from the search index in the same transaction.
 *
 * @returns the number of jobs, at most a thousand; call again if it is that many
 */
export async function expireJobs(database: Kysely<Database>, indexer: SearchIndexer, now: Date): Promise<number> {
  return database.transaction().execute(async (trx) => {
    const { rows: lock } = await sql<{ got: boolean }>`select pg_try_advisory_xact_lock(${LOCK}) as got`.execute(trx);
    if (!lock[0]?.got) return 0;
    const { rows } = await sql<{ id: number }>`
      with expired as (
        update job set state = 'archived', updated_at = ${now}
        where id in (
          select id from job where state = 'published' and expires_at <= ${now} order by expires_at limit ${BATCH} for update
        )
        returning id
      ), told as (
        insert into job_event (job_id, at, step, from_state, to_state)
        select id, ${now}, 'expire', 'published', 'archived' from expired
      )
      select id from expired
    `.execute(trx);
    if (rows.length > 0)
      await indexer.remove(
        trx,
        rows.map((row) => String(row.id)),
      );
    return rows.length;
  });
}

/** @returns the next time at which a published job expires; undefined if none has an end */
async function findNextExpiry(database: Kysely<Database>): Promise<Date | undefined> {
  const { rows } = await sql<{ next: Date | null }>`${sql.raw(KEEP_PLAN)}
    select min(expires_at) as next from job where state = 'published' and expires_at is not null
  `.execute(database);
  return rows[0]?.next ?? undefined;
}

const RELEASE_BATCH = 500;

/**
 * Publishes scheduled jobs that are due, and adds them to the search index in the same transaction. Each is published once, even by
 * concurrent processes: rows locked by another one are skipped.
 *
 * @returns the number of jobs, at most five hundred; call again if it is that many
 */
async function releaseJobs(database: Kysely<Database>, indexer: SearchIndexer, now: Date): Promise<number> {
  return database.transaction().execute(async (trx) => {
    const { rows } = await sql<{ id: number }>`
      with due as (
        select id, updated_at, change_submitted_at from job where state = 'scheduled' and published_at <= ${now}
        order by published_at limit ${RELEASE_BATCH} for update skip locked
      ), shown as (
        delete from job_draft d using due where d.job_id = due.id and d.changed_at <= due.updated_at
          and due.change_submitted_at is null returning d.job_id, d.version
      ), released as (
        update job set state = 'published', updated_at = ${now},
          form_version = coalesce((select version + 1 from shown where job_id = due.id), form_version)
        from due where job.id = due.id returning job.id
      ), told as (
        insert into job_event (job_id, at, step, from_state, to_state)
        select id, ${now}, 'release', 'scheduled', 'published' from released
      )
      select id from released
    `.execute(trx);
    if (rows.length > 0)
      await indexer.index(
        trx,
        rows.map(({ id }) => String(id)),
      );
    return rows.length;
  });
}

/** @returns the next time at which a scheduled job is due; undefined if there is none */
async function findNextRelease(database: Kysely<Database>): Promise<Date | undefined> {
  const { rows } = await sql<{ next: Date | null }>`${sql.raw(KEEP_PLAN)}
    select min(published_at) as next from job where state = 'scheduled'
  `.execute(database);
  return rows[0]?.next ?? undefined;
}

/** A clock that is far ahead of the time at which this database was last at work. */
interface ClockDoubt {
  /** Time at which the schedule was last processed with a trusted clock. */
  seenAt: Date;
  /** Whether so many jobs are due by this clock that they have to wait: publishing and archiving cannot be undone for many at once. */
  areManyDue: boolean;
}

/**
 * Checks whether the clock can be trusted. A clock far ahead of the last activity never becomes the new measure by itself, even if no job
 * is due by it: data would then be deleted by a wrong clock.
 *
 * @returns undefined if the clock is trusted
 */
async function checkClock(database: Kysely<Database>, now: Date): Promise<ClockDoubt | undefined> {
  const { rows } = await sql<{ seenAt: Date; heldAt: Date | null }>`
    select seen_at as "seenAt", held_at as "heldAt" from schedule_clock
  `.execute(database);
  const last = rows[0];
  if (last && now.getTime() - last.seenAt.getTime() > MAX_UNSEEN_MS) {
    if (!last.heldAt) await sql`update schedule_clock set held_at = ${now}`.execute(database);
    return { seenAt: last.seenAt, areManyDue: await areManyDue(database, now) };
  }
  if (!last || last.heldAt || Math.abs(now.getTime() - last.seenAt.getTime()) > WRITE_EVERY_MS)
    await trustClock(database, now);
  return undefined;
}

/** Accepts the time as correct, so that jobs that are due are processed, and expired data is deleted. */
export async function trustClock(database: Kysely<Database>, now: Date): Promise<void> {
  await sql`
    insert into schedule_clock (seen_at) values (${now})
    on conflict (one) do update set seen_at = excluded.seen_at, held_at = null
  `.execute(database);
}

/** @returns whether a clock waits to be confirmed */
export async function isScheduleHeld(database: Kysely<Database>): Promise<boolean> {
  const { rows } = await sql`select from schedule_clock where held_at is not null`.execute(database);
  return rows.length > 0;
}

/** @returns whether a time is close enough to the last activity of this database to be used for deleting data */
export async function isClockTrusted(database: Kysely<Database>, now: Date): Promise<boolean> {
  const { rows } = await sql<{ seenAt: Date; heldAt: Date | null }>`
    select seen_at as "seenAt", held_at as "heldAt" from schedule_clock
  `.execute(database);
  const last = rows[0];
  return !last || (!last.heldAt && now.getTime() - last.seenAt.getTime() <= MAX_UNSEEN_MS);
}

async function areManyDue(database: Kysely<Database>, now: Date): Promise<boolean> {
  const { rows } = await sql`
    (select from job where state = 'published' and expires_at <= ${now} limit ${MIN_HELD_JOBS})
    union all (select from job where state = 'scheduled' and published_at <= ${now} limit ${MIN_HELD_JOBS})
  `.execute(database);
  return rows.length >= MIN_HELD_JOBS;
}
