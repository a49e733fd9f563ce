import { type EventKey, eventDefinition, type EventParameters } from '#contract/measurement/events.js';
import type { PageMeasurement } from '#contract/measurement/page-measurement.js';
import { watchActivity } from './activity';
import { creationSource } from './creation-source';
import { type MeasuredEvent, sendEvent } from './send-event';

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
