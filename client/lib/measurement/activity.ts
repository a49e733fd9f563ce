import type { PageMeasurement } from '#contract/measurement/page-measurement.js';

const SECOND_MS = 1000;
const SIGNS = ['pointermove', 'pointerdown', 'keydown', 'scroll'] as const;

/**
 * Calls `active` when the page was visible for the minimum duration of a visit, then after every heartbeat interval
 * with user activity.
 *
 * @param active receives the total number of seconds for which the page was visible
 */
export function watchActivity(
  { minimumVisitSeconds, heartbeatSeconds }: Pick<PageMeasurement, 'minimumVisitSeconds' | 'heartbeatSeconds'>,
  active: (seconds: number) => void,
): void {
  let seconds = 0;
  let next = minimumVisitSeconds;
  let isActive = true;
  for (const sign of SIGNS) addEventListener(sign, () => (isActive = true), { passive: true });
  setInterval(() => {
    if (document.visibilityState !== 'visible') return;
    seconds += 1;
    if (seconds < next) return;
    next = seconds + heartbeatSeconds;
    if (isActive) active(seconds);
    isActive = false;
  }, SECOND_MS);
}
