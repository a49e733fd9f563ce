/** URLs to which browsers send events that are relayed to Google's Measurement Protocol and Meta's Conversions API. */
export const MEASUREMENT_API_PATH = '/api/gmapi';
export const CONVERSION_API_PATH = '/api/conversionapi';

/** Prefix of the key of an event that a server relays. */
export const SERVER_EVENT_PREFIX = 'ss_';
/** Default value of an event. */
export const DEFAULT_EVENT_VALUE = 1;

/**
 * How an event is sent: `client` by tags in the browser, `server` by the relays only, `hybrid` by both with the same id. Nothing is sent
 * without the visitor's consent.
 */
export type EventType = 'client' | 'server' | 'hybrid';

export interface EventDefinition {
  type: EventType;
  /** Whether its `entity_id` is relayed: the id of a job or an organization. */
  keepsEntity: boolean;
  /** Parameters that it may have besides `value`. */
  parameters: readonly string[];
  /** Meta's name of the event; the default is its key. */
  metaName?: string;
}

/** All measured events (specification point 9). */
export const EVENT_CATALOGUE = {
  page_view: { type: 'client', keepsEntity: false, parameters: ['page_title', 'page_location'] },
  /** The visitor is still reading: sent after the minimum visit duration, then repeatedly. */
  page_activity: { type: 'client', keepsEntity: false, parameters: ['seconds'] },
  signup_start: { type: 'client', keepsEntity: false, parameters: ['method'] },
  login: { type: 'hybrid', keepsEntity: false, parameters: ['method'] },
  sign_up: {
    type: 'hybrid',
    keepsEntity: false,
    parameters: ['method', 'creation_source'],
    metaName: 'CompleteRegistration',
  },
  job_search: {
    type: 'hybrid',
    keepsEntity: true,
    parameters: ['entity_id', 'search_term', 'results'],
    metaName: 'Search',
  },
  job_visit: { type: 'hybrid', keepsEntity: true, parameters: ['entity_id'], metaName: 'ViewContent' },
  job_bookmark: { type: 'hybrid', keepsEntity: true, parameters: ['entity_id'], metaName: 'AddToWishlist' },
  job_apply_start: { type: 'hybrid', keepsEntity: true, parameters: ['entity_id'] },
  job_apply_complete: {
    type: 'hybrid',
    keepsEntity: true,
    parameters: ['entity_id'],
    metaName: 'SubmitApplication',
  },
  job_edit: { type: 'server', keepsEntity: true, parameters: ['entity_id'] },
  view_original_ad_btn_click: { type: 'server', keepsEntity: true, parameters: ['entity_id'] },
  job_alert_prompt: { type: 'server', keepsEntity: true, parameters: ['entity_id'] },
  orgprofile_visit: { type: 'server', keepsEntity: true, parameters: ['entity_id'] },
} as const satisfies Readonly<Record<string, EventDefinition>>;

export type EventKey = keyof typeof EVENT_CATALOGUE;
export type RelayedEventKey = {
  [Key in EventKey]: (typeof EVENT_CATALOGUE)[Key]['type'] extends 'client' ? never : Key;
}[EventKey];

/** @returns undefined for an unknown key */
export function eventDefinition(key: string): EventDefinition | undefined {
  return Object.hasOwn(EVENT_CATALOGUE, key) ? EVENT_CATALOGUE[key as EventKey] : undefined;
}

/** Events that the server relays. */
export const RELAYED_EVENTS = Object.keys(EVENT_CATALOGUE).filter(
  (key): key is RelayedEventKey => eventDefinition(key)?.type !== 'client',
);

/** Type of an event parameter. */
export type ParameterValue = string | number | boolean;
/** Allowed parameters of an event. */
export type ParametersOf<Key extends EventKey> = Partial<
  Record<(typeof EVENT_CATALOGUE)[Key]['parameters'][number] | 'value', ParameterValue>
>;
export type EventParameters = Readonly<Record<string, ParameterValue>>;

/** Parameters whose names contain one of these describe a person, and are not relayed. */
const PERSONAL_NAMES = ['user', 'session', 'owner', 'referrer'];

/** @returns the parameters that may be relayed: no personal ones, and the id of an object only for events that allow it */
export function relayedParameters(key: string, parameters: EventParameters): Record<string, ParameterValue> {
  const keepsEntity = eventDefinition(key)?.keepsEntity ?? false;
  const isRelayed = (name: string): boolean =>
    (keepsEntity || name !== 'entity_id') && !PERSONAL_NAMES.some((part) => name.toLowerCase().includes(part));
  return Object.fromEntries(Object.entries(parameters).filter(([name]) => isRelayed(name)));
}
