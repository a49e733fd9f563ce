import { type EventKey, eventDefinition, type EventParameters } from '#contract/measurement/events.js';
import { MEASUREMENT_META, type PageMeasurement } from '#contract/measurement/page-measurement.js';
import { PAGE_CHANGED } from '../soft/page-changed';
import { watchActivity } from './activity';
import { creationSource } from './creation-source';
import { type MeasuredEvent, sendEvent } from './send-event';

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

/** `randomUUID` is for secure pages alone. */
function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
