import { type EventKey, eventDefinition, type EventParameters } from '#contract/measurement/events.js';
import { MEASUREMENT_META, type PageMeasurement } from '#contract/measurement/page-measurement.js';
import { PAGE_CHANGED } from '../soft/page-changed';
import { watchActivity } from './activity';
import { creationSource } from './creation-source';
import { type MeasuredEvent, sendEvent } from './send-event';
import { track } from './track';

/** Two clicks within this time are one. */
const DOUBLE_CLICK_MS = 1_000;

const measured = JSON.parse(
  document.querySelector<HTMLMetaElement>(`meta[name="${MEASUREMENT_META}"]`)?.content ?? 'null',
) as PageMeasurement | null;

/** Sends an event to where the site and the visitor want it. */
export function measure(key: EventKey, details: EventParameters): void {
  const definition = eventDefinition(key);
  if (!measured || !definition) return;
  const isNewAccount = key === 'sign_up' || key === 'signup_start';
  const source = isNewAccount ? creationSource(key) : undefined;
  const event: MeasuredEvent = {
    key,
    definition,
    id: randomId(),
    parameters: { ...details, ...(source && key === 'sign_up' ? { creation_source: source } : undefined) },
  };
  sendEvent(event, measured);
  // An account that another service made is complete at once.
  if (key === 'signup_start' && details.method === 'social') measure('sign_up', { method: 'social' });
}

/** Views of pages, and how long somebody reads them. */
export function measurePage(): void {
  if (!measured?.client) return;
  const view = (): void =>
    measure('page_view', { page_title: document.title, page_location: location.origin + location.pathname });
  view();
  addEventListener(PAGE_CHANGED, view);
  watchActivity(measured, (seconds) => measure('page_activity', { seconds }));
}

const lastOccasions = new Map<string, string>();

/** An element by which the page says that something happens: when it is shown, or clicked. */
export function trackElement(element: HTMLElement, until: AbortSignal): void {
  const { track: name, trackOn, trackOccasion = '', trackOnce, trackParameters } = element.dataset;
  const send = (): void => track(name as EventKey, JSON.parse(trackParameters ?? '{}') as Parameters<typeof track>[1]);
  if (trackOn === 'click') {
    let lastAt = -Infinity;
    const clicked = (event: Event): void => {
      // The first button, or the middle one, which opens another tab.
      if (event instanceof MouseEvent && event.button > 1) return;
      if (event.timeStamp - lastAt < DOUBLE_CLICK_MS) return;
      lastAt = event.timeStamp;
      send();
    };
    element.addEventListener('click', clicked, { signal: until });
    element.addEventListener('auxclick', clicked, { signal: until });
    return;
  }
  // Soft navigation shows the same search again when a job is opened beside it.
  if (lastOccasions.get(name!) === trackOccasion) return;
  lastOccasions.set(name!, trackOccasion);
  if (trackOnce === undefined || isFirst(`tracked ${name!} ${trackOccasion}`)) send();
}

/** @returns false where the browser remembers that it was done; it remembers nothing where storage is closed */
function isFirst(key: string): boolean {
  try {
    if (sessionStorage.getItem(key) !== null) return false;
    sessionStorage.setItem(key, '');
  } catch {
    // An event too many is better than none.
  }
  return true;
}

/** `randomUUID` is for secure pages alone. */
function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
