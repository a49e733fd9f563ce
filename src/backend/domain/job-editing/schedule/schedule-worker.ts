import type { Kysely } from 'kysely';
import type { BackendLogger } from '#contract/backend/backend.js';
import type { Change } from '../../../platform/change-feed/change.js';
import type { Database } from '../../../platform/database/schema.js';
import { RecurringWork, type RoundResult } from '../../../platform/background-jobs/recurring-work.js';
import { expireJobs, findNextExpiry } from './expire-jobs.js';
import { checkClock } from './schedule-clock.js';
import type { SearchIndexer } from '../../../platform/search-index/search-indexer.port.js';
import { findNextRelease, releaseJobs } from '../workflow/release-jobs.js';

export interface ScheduleWorker {
  /** Waits for a sweep under way. */
  stop(): Promise<void>;
}

// The machine's clock may be set, and another process may die with the work it has begun.
const MAX_SLEEP_MS = 60_000;
const MIN_SLEEP_MS = 100;
const RETRY_MS = 1000;
const LOG_HELD_EVERY_MS = 3_600_000;

/**
 * Publishes scheduled jobs when their time has come, and archives jobs when it is over, also what came due while no process was there:
 * sleeps until the next one is due, and looks again when jobs have changed. A failure is logged, and tried again. Where the clock has
 * jumped far ahead it does nothing, until the clock is right again or an administrator confirms it.
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
      logger.error({ error: (error as Error).message }, 'Jobs could not be published or archived at their time'),
  });

  let heldLoggedAt: number | undefined;

  async function sweep(): Promise<RoundResult> {
    // The one time of this sweep: a clock that jumps between its check and its use would be used unchecked.
    const now = clock();
    if (await isHeld(now)) return { nextInMs: MAX_SLEEP_MS };
    // In this order: of a job that should have come and gone meanwhile both is told.
    const release = await takeDue(findNextRelease, releaseJobs, now);
    if (release.count > 0) logger.info({ released: release.count }, 'Published scheduled jobs');
    const expiry = await takeDue(findNextExpiry, expireJobs, now);
    if (expiry.count > 0) logger.info({ expired: expiry.count }, 'Archived expired jobs');
    const next = Math.min(release.next?.getTime() ?? Infinity, expiry.next?.getTime() ?? Infinity);
    return { nextInMs: next - clock().getTime() };
  }

  /** @returns whether the clock cannot be trusted; says so in the log, again every hour, and when that is over */
  async function isHeld(now: Date): Promise<boolean> {
    const held = await checkClock(database, now);
    if (!held) {
      if (heldLoggedAt !== undefined) logger.info({ now }, 'Jobs are published and archived at their time again');
      heldLoggedAt = undefined;
      return false;
    }
    if (heldLoggedAt === undefined || performance.now() - heldLoggedAt > LOG_HELD_EVERY_MS) {
      heldLoggedAt = performance.now();
      logger.error(
        { now, lastAtWork: held.seenAt },
        'The clock of this machine is far ahead of the time at which this database was last at work. No job is published or archived' +
          ' until the clock is right, or an administrator confirms it at /admin/queue by trying what has failed again',
      );
    }
    return true;
  }

  /** @returns how many there were, and when the next one is due */
  async function takeDue(find: typeof findNextExpiry, take: typeof expireJobs, now: Date) {
    let count = 0;
    let next = await find(database);
    while (next && next <= now && !work.isStopped) {
      const batch = await take(database, indexer, now);
      count += batch;
      next = await find(database);
      // Another process is at it.
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
