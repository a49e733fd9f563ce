const SECOND_MS = 1000;
const HOUR_MS = 3600 * SECOND_MS;
const PAUSES_S = [2, 15, 60, 300, 900, 1800];
/** As long as the longest link in a mail works. */
const TRIED_FOR_HOURS = 72;
const SPREAD = 0.2;
/** No mail rests longer between two attempts. */
export const MAX_PAUSE_MS = Math.max(...PAUSES_S) * SECOND_MS * (1 + SPREAD);

/**
 * How long a mail rests after an attempt that failed, in milliseconds: seconds at first, half an hour at last, and never quite the same for
 * all mails of an outage.
 *
 * @param attempts so far, at least 1
 */
export function pauseAfter(attempts: number, random = Math.random): number {
  const seconds = PAUSES_S[Math.min(attempts, PAUSES_S.length) - 1]!;
  return Math.round(seconds * SECOND_MS * (1 + SPREAD * random()));
}

/** From when on a failure is the last one. */
export function giveUpAfter(createdAt: Date): Date {
  return new Date(createdAt.getTime() + TRIED_FOR_HOURS * HOUR_MS);
}
