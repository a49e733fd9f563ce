import { CONSENT_COOKIE, parseConsentCookie } from '#contract/consent/consent-cookie.js';
import {
  CONVERSION_API_PATH,
  DEFAULT_EVENT_VALUE,
  type EventDefinition,
  type EventParameters,
  MEASUREMENT_API_PATH,
  relayedParameters,
  SERVER_EVENT_PREFIX,
} from '#contract/measurement/events.js';
import type { PageMeasurement } from '#contract/measurement/page-measurement.js';

const RETRY_MS = 500;
const MAX_TRIES = 30;
const MAX_TEXT_LENGTH = 100;

export interface MeasuredEvent {
  key: string;
  definition: EventDefinition;
  /** The same at every attempt and for every destination, so that the event is counted only once. */
  id: string;
  parameters: EventParameters;
}

/** Global functions that tags of other services define once they are loaded. */
interface TagWindow {
  gtag?: (command: 'event', name: string, parameters: object) => void;
  dataLayer?: object[];
  fbq?: (command: 'track' | 'trackCustom', name: string, data: object, options: { eventID: string }) => void;
}

/**
 * Sends an event to every destination that the site uses and the visitor has agreed to. The relays check the consent
 * again.
 */
export function sendEvent({ key, definition, id, parameters }: MeasuredEvent, page: PageMeasurement): void {
  const consent = parseConsentCookie(cookie(CONSENT_COOKIE));
  const said = { value: DEFAULT_EVENT_VALUE, ...shortened(parameters) };
  const isKnown = (keys: readonly string[]): boolean => keys.includes(key);
  if (page.client && definition.type !== 'server') {
    const tags = window as TagWindow;
    if (consent['google-analytics'] || consent['google-tag-manager'])
      defer(() => {
        if (tags.gtag) tags.gtag('event', key, { ...said, event_id: id });
        else if (tags.dataLayer) tags.dataLayer.push({ ...said, event: key, event_id: id });
        else return false;
        return true;
      });
    if (consent['meta-pixel'])
      defer(() => {
        if (!tags.fbq) return false;
        const { metaName } = definition;
        tags.fbq(metaName ? 'track' : 'trackCustom', metaName ?? key, said, { eventID: id });
        return true;
      });
  }
  if (definition.type === 'client') return;
  const relayed = relayedParameters(key, said);
  if (isKnown(page.server) && consent['google-analytics'])
    relay(MEASUREMENT_API_PATH, {
      event: SERVER_EVENT_PREFIX + key,
      params: { ...relayed, server: 1, frontend: page.frontend },
      event_id: id,
    });
  if (isKnown(page.conversions) && consent['meta-pixel'])
    relay(CONVERSION_API_PATH, { event_name: key, custom_data: relayed, event_id: id });
}

/** Tags may load at any time: retries for a while until the tag accepts the event. */
function defer(attempt: () => boolean, tries = 1): void {
  if (attempt() || tries >= MAX_TRIES) return;
  setTimeout(() => defer(attempt, tries + 1), RETRY_MS);
}

/** @param body sent again after a network or server error, but not if it was rejected */
function relay(path: string, body: object, tries = 1): void {
  const options = { method: 'POST', headers: { 'content-type': 'application/json' }, keepalive: true };
  fetch(path, { ...options, body: JSON.stringify(body) }).then(
    ({ status }) => status >= 500 && again(),
    () => again(),
  );
  const again = (): void => {
    if (tries < MAX_TRIES) setTimeout(() => relay(path, body, tries + 1), RETRY_MS);
  };
}

function shortened(parameters: EventParameters): EventParameters {
  const longer: Readonly<Record<string, number>> = { page_title: 300, page_location: 1000 };
  return Object.fromEntries(
    Object.entries(parameters).map(([name, value]) => [
      name,
      typeof value === 'string' ? value.slice(0, longer[name] ?? MAX_TEXT_LENGTH) : value,
    ]),
  );
}

function cookie(name: string): string | undefined {
  return document.cookie
    .split('; ')
    .find((each) => each.startsWith(`${name}=`))
    ?.slice(name.length + 1);
}
