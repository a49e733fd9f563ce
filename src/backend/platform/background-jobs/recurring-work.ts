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

const MAX_REASON_LENGTH = 300;
const LINK = /\b[a-z][a-z0-9+.-]*:\/\/\S+/gi;
const EMAIL_ADDRESS = /[^\s<>()[\]"',;:@]+@[^\s<>()[\]"',;:@]+/g;

/** Reason of a failure as it may be shown: a mail server's response or a feed's URL may contain a link that grants access to something. */
export function shownReason(failure: string | null): string | null {
  if (failure === null) return null;
  const text = failure.replace(LINK, '…').replace(/\s+/g, ' ').trim();
  return text.length > MAX_REASON_LENGTH ? `${text.slice(0, MAX_REASON_LENGTH)}…` : text;
}

/** The same for the log, which is kept elsewhere and longer than the data: also without email addresses. */
export function loggedReason(failure: string): string | null {
  return shownReason(failure.replace(LINK, '…').replace(EMAIL_ADDRESS, '…'));
}
