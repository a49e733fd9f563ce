import type { PageMeasurement } from '#contract/measurement/page-measurement.js';

const SECOND_MS = 1000;
const SIGNS = ['pointermove', 'pointerdown', 'keydown', 'scroll'] as const;

/**
 * Calls when somebody has had the page in sight for the shortest visit that counts, then after every heartbeat in which they did something.
 *
 * @param active told for how many seconds the page was in sight in all
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
