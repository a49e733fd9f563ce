import type { EventKey } from '#contract/measurement/events.js';
import type { track } from './track';

/** Two clicks within this time count as one, in milliseconds. */
const DOUBLE_CLICK_MS = 1_000;

const lastOccasions = new Map<string, string>();

/**
 * An element that marks an event of the page: it is sent when the element is shown or clicked.
 *
 * @param report sends the event; it is part of the first script
 */
export function trackElement(element: HTMLElement, until: AbortSignal, report: typeof track): void {
  const { track: name, trackOn, trackOccasion = '', trackOnce, trackParameters } = element.dataset;
  const send = (): void => report(name as EventKey, JSON.parse(trackParameters ?? '{}') as Parameters<typeof track>[1]);
  if (trackOn === 'click') {
    let lastAt = -Infinity;
    const clicked = (event: Event): void => {
      // The primary button, or the middle one, which opens another tab.
      if (event instanceof MouseEvent && event.button > 1) return;
      if (event.timeStamp - lastAt < DOUBLE_CLICK_MS) return;
      lastAt = event.timeStamp;
      send();
    };
    element.addEventListener('click', clicked, { signal: until });
    element.addEventListener('auxclick', clicked, { signal: until });
    return;
  }
  // Soft navigation renders the same search again when a job is opened beside it.
  if (lastOccasions.get(name!) === trackOccasion) return;
  lastOccasions.set(name!, trackOccasion);
  if (trackOnce === undefined || isFirst(`tracked ${name!} ${trackOccasion}`)) send();
}

/** @returns false if the event was already sent in this browser session; always true without storage */
function isFirst(key: string): boolean {
  try {
    if (sessionStorage.getItem(key) !== null) return false;
    sessionStorage.setItem(key, '');
  } catch {
    // A duplicate event is better than a missing one.
  }
  return true;
}
