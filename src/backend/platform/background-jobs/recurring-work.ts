import type { BackendLogger } from '#contract/backend/backend.js';
import { RecurringWork } from '#shared/recurring-work/recurring-work.js';

export { RecurringWork, type RoundResult } from '#shared/recurring-work/recurring-work.js';

/** Background jobs that were started. */
export interface BackgroundTask {
  /** Resolves when nothing of it is running any more. */
  stop(): Promise<void>;
}

/** @returns tasks as one, stopped in the order in which they are given */
export function together(...tasks: readonly BackgroundTask[]): BackgroundTask {
  return {
    async stop() {
      for (const task of tasks) await task.stop();
    },
  };
}

/**
 * Does something now and then. A failure is logged, and the next time tries again.
 *
 * @param options.firstInMs when the first time is; `everyMs` unless told
 * @param options.failed for the log: `Old mails were not forgotten`
 */
export function repeat(options: {
  everyMs: number;
  firstInMs?: number;
  work: () => Promise<unknown>;
  failed: string;
  logger: BackendLogger;
}): BackgroundTask {
  const { everyMs, firstInMs = everyMs, work, failed, logger } = options;
  const repeated = new RecurringWork({
    shortestMs: everyMs,
    longestMs: everyMs,
    retryMs: everyMs,
    round: async () => {
      await work();
      return { nextInMs: everyMs };
    },
    onFailure: (error) => logger.warn({ error: String(error) }, failed),
  });
  repeated.wake(firstInMs);
  return repeated;
}
