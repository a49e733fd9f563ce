import { NEVER_SECONDS } from '#contract/alerts.js';

const SLOT_MS = 3_600_000;

/**
 * When the next mail of an alert may come: never sooner than asked for, and at a full hour, so that the new jobs are read for many alerts at
 * once.
 *
 * @param last when the last one came, or was due
 * @returns null: never
 */
export function nextDue(last: Date, everySeconds: number): Date | null {
  if (everySeconds === NEVER_SECONDS) return null;
  return new Date(Math.ceil((last.getTime() + everySeconds * 1000) / SLOT_MS) * SLOT_MS);
}

/** The same after a change of how often: what was put off for long need not wait as long again. */
export function dueAfterChange(last: Date, everySeconds: number, now: Date): Date | null {
  const due = nextDue(last, everySeconds);
  return due && due < now ? now : due;
}
