import { type EventKey, eventDefinition, type EventParameters } from '#contract/measurement/events.js';
import type { PageMeasurement } from '#contract/measurement/page-measurement.js';
import { type MeasuredEvent, sendEvent } from './send-event';

const SECOND_MS = 1000;
/** Events by which user activity is recognized. */
const SIGNS = ['pointermove', 'pointerdown', 'keydown', 'scroll'] as const;

/** Key under which `client/lib/creation-source.ts` stores the campaign of a visit. */
const VISIT_KEY = 'creation_source';
/**
 * Kept in another storage, because the link in the registration mail opens another tab, which has no data of the visit.
 */
const SIGNUP_KEY = 'signup_creation_source';
/** Maximum length of a campaign that relays accept. */
const MAX_SOURCE_LENGTH = 100;

/**
 * Sends an event to the destinations that the site and the visitor allow. Functions shared with the first script are
 * passed as arguments, so that neither script needs another file.
 */
export function measure(page: PageMeasurement, key: EventKey, details: EventParameters): void {
  const definition = eventDefinition(key);
  if (!definition) return;
  const isNewAccount = key === 'sign_up' || key === 'signup_start';
  const source = isNewAccount ? creationSource(key) : undefined;
  const parameters = source && key === 'sign_up' ? { ...details, creation_source: source } : details;
  const event: MeasuredEvent = { key, definition, id: randomId(), parameters };
  sendEvent(event, page);
  // An account that was created through another service is complete immediately.
  if (key === 'signup_start' && details.method === 'social') measure(page, 'sign_up', { method: 'social' });
}

/** Measures page views and reading time. */
export function measurePage(page: PageMeasurement): void {
  if (!page.client) return;
  const view = (): void =>
    measure(page, 'page_view', { page_title: document.title, page_location: location.origin + location.pathname });
  view();
  // Dispatched by soft navigation.
  addEventListener('page-changed', view);
  watchActivity(page, (seconds) => measure(page, 'page_activity', { seconds }));
}

/** `randomUUID` is available only on secure pages. */
function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/**
 * Calls `active` when the page was visible for the minimum duration of a visit, then after every heartbeat interval
 * with user activity.
 *
 * @param active receives the total number of seconds for which the page was visible
 */
function watchActivity(
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

/** @returns the campaign that led to an account; stored when registration begins, deleted when it is complete */
function creationSource(event: 'signup_start' | 'sign_up'): string | undefined {
  try {
    const source = sessionStorage.getItem(VISIT_KEY) || localStorage.getItem(SIGNUP_KEY);
    if (event === 'sign_up') localStorage.removeItem(SIGNUP_KEY);
    else if (source) localStorage.setItem(SIGNUP_KEY, source);
    return source?.slice(0, MAX_SOURCE_LENGTH) || undefined;
  } catch {
    return undefined;
  }
}
