import {
  type EventKey,
  eventDefinition,
  type EventParameters,
  CONVERSION_API_PATH,
  DEFAULT_EVENT_VALUE,
  type EventDefinition,
  MEASUREMENT_API_PATH,
  relayedParameters,
  SERVER_EVENT_PREFIX,
} from '#contract/measurement/events.js';
import { type PageMeasurement } from '#contract/measurement/page-measurement.js';
import { reportedAddress } from '#contract/consent/consent-services.js';
import { CONSENT_COOKIE, parseConsentCookie } from '#contract/consent/consent-cookie.js';

const RETRY_MS = 500;
const MAX_TRIES = 30;
const MAX_TEXT_LENGTH = 100;

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
  const view = (): void => measure(page, 'page_view', { page_title: document.title, page_location: pageAddress() });
  view();
  // Dispatched by soft navigation.
  addEventListener('page-changed', view);
  watchActivity(page, (seconds) => measure(page, 'page_activity', { seconds }));
}

/** Soft navigation never leads to or from a page about a person, which has another path to report. */
function pageAddress(): string {
  return reportedAddress(location, document.querySelector<HTMLElement>('[data-reported]')?.dataset.reported);
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

interface MeasuredEvent {
  key: string;
  definition: EventDefinition;
  /** The same at every attempt and for every destination, so that the event is counted only once. */
  id: string;
  parameters: EventParameters;
}

/** Global functions that exist once the tags of other services are loaded. */
interface TagWindow {
  causeboardGtag?: (command: 'event', name: string, parameters: object) => void;
  dataLayer?: object[];
  fbq?: (command: 'track' | 'trackCustom', name: string, data: object, options: { eventID: string }) => void;
}

/**
 * Sends an event to every destination that the site uses and the visitor has agreed to. The relays check the consent
 * again.
 */
function sendEvent({ key, definition, id, parameters }: MeasuredEvent, page: PageMeasurement): void {
  const consent = parseConsentCookie(cookie(CONSENT_COOKIE));
  const said = { value: DEFAULT_EVENT_VALUE, ...shortened(parameters) };
  const page_location = pageAddress();
  const isKnown = (keys: readonly string[]): boolean => keys.includes(key);
  if (page.client && definition.type !== 'server') {
    const tags = window as TagWindow;
    // A container of Google Tag Manager on the same page reads the command as well, so it gets no object for the event.
    if (page.gtag && consent['google-analytics'])
      defer(() => {
        // Without it, the tag would report the page on which it was loaded, which soft navigation has replaced since.
        tags.causeboardGtag?.('event', key, { page_location, ...said, event_id: id });
        return tags.causeboardGtag !== undefined;
      });
    else if (consent['google-analytics'] || consent['google-tag-manager'])
      defer(() => {
        tags.dataLayer?.push({ ...said, event: key, event_id: id });
        return tags.dataLayer !== undefined;
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
