import type { BackendLogger } from '#contract/backend/backend.js';
import { RecurringWork } from '#shared/recurring-work/recurring-work.js';

export { RecurringWork, type RoundResult } from '#shared/recurring-work/recurring-work.js';

/** A started background job. */
export interface BackgroundTask {
  /** Resolves when the job has stopped completely. */
  stop(): Promise<void>;
}

/** @returns a task that stops the given tasks in their order */
export function together(...tasks: readonly BackgroundTask[]): BackgroundTask {
  return {
    async stop() {
      for (const task of tasks) await task.stop();
    },
  };
}

/**
 * Repeats work at an interval. A failure is logged, and the work is tried again at the next interval.
 *
 * @param options.firstInMs delay of the first run; `everyMs` by default
 * @param options.failed log message after a failure, such as `Old mails were not forgotten`
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
