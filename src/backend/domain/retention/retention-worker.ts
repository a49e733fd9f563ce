import type { Kysely } from 'kysely';
import type { BackendLogger, BackendSite } from '#contract/backend/backend.js';
import { type BackgroundTask, RecurringWork } from '../../platform/background-jobs/recurring-work.js';
import type { Database } from '../../platform/database/schema.js';
import type { RetentionRule } from '../../platform/retention/retention-rule.js';
import { noteFailure, runRetention } from './run-retention.js';

const LOOK_EVERY_MS = 10 * 60_000;
/** Delay of the first run, while the process is busy starting. */
const FIRST_IN_MS = 5000;

export interface RetentionOptions {
  database: Kysely<Database>;
  /** One rule for each kind. */
  rules: readonly RetentionRule[];
  sites: readonly BackendSite[];
  /** Whether a time can be trusted for irreversible operations. */
  isClockTrusted: (now: Date) => Promise<boolean>;
  clock: () => Date;
  logger: BackendLogger;
}

/**
 * Deletes expired data, kind by kind. Runs that were missed while no process was running are made up for once. If a kind fails, the error
 * is logged and the kind is retried; the others continue. Nothing is deleted by a clock that has jumped far ahead.
 */
export function startRetentionWorker(options: RetentionOptions): BackgroundTask {
  const { logger } = options;
  const work: RecurringWork = new RecurringWork({
    shortestMs: LOOK_EVERY_MS,
    longestMs: LOOK_EVERY_MS,
    retryMs: LOOK_EVERY_MS,
    round: async () => {
      await deleteAllDue(options, () => !work.isStopped);
      return { nextInMs: LOOK_EVERY_MS };
    },
    onFailure: (error) => logger.error({ error: String(error) }, 'Expired data could not be deleted'),
  });
  work.wake(FIRST_IN_MS);
  return { stop: () => work.stop() };
}

/** Runs one round over all kinds. @param mayGoOn returns false to leave the rest for later */
export async function deleteAllDue(options: RetentionOptions, mayGoOn: () => boolean = () => true): Promise<void> {
  const { database, rules, sites, isClockTrusted, clock, logger } = options;
  const now = clock();
  if (!(await isClockTrusted(now))) return;
  for (const rule of rules) {
    if (!mayGoOn()) return;
    const { kind } = rule;
    try {
      const count = await runRetention(rule, { database, sites, now }, mayGoOn);
      if (count > 0) logger.info({ kind, count }, 'Deleted expired data');
    } catch (error) {
      logger.error({ kind, error: String(error) }, 'Expired data could not be deleted');
      await noteFailure(database, kind, now);
    }
  }
}
