/** Where events of browsers are sent to be relayed to the Measurement Protocol of Google, and to the Conversions API of Meta. */
export const MEASUREMENT_API_PATH = '/api/gmapi';
export const CONVERSION_API_PATH = '/api/conversionapi';

/** Before the key of an event that a server relays. */
export const SERVER_EVENT_PREFIX = 'ss_';
/** What an event is worth where nobody says otherwise. */
export const DEFAULT_EVENT_VALUE = 1;

/**
 * By whom an event is sent: `client` by tags in the browser, `server` by the relays alone, `hybrid` by both, each with the same id.
 * What a visitor did not agree to is sent by nobody.
 */
export type EventType = 'client' | 'server' | 'hybrid';

export interface EventDefinition {
  type: EventType;
  /** Whether its `entity_id` is relayed: the number of a job or an organization. */
  keepsEntity: boolean;
  /** What it may say besides `value`. */
  parameters: readonly string[];
  /** What Meta calls it; missing: it goes by its key. */
  metaName?: string;
}

/** All that is measured (specification point 9). */
export const EVENT_CATALOGUE = {
  page_view: { type: 'client', keepsEntity: false, parameters: ['page_title', 'page_location'] },
  /** Somebody is still reading: after the shortest visit that counts, then again and again. */
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

/** @returns undefined for a key that nobody knows */
export function eventDefinition(key: string): EventDefinition | undefined {
  return Object.hasOwn(EVENT_CATALOGUE, key) ? EVENT_CATALOGUE[key as EventKey] : undefined;
}

/** Events that are relayed by the server. */
export const RELAYED_EVENTS = Object.keys(EVENT_CATALOGUE).filter(
  (key): key is RelayedEventKey => eventDefinition(key)?.type !== 'client',
);

/** What a parameter of an event may be. */
export type ParameterValue = string | number | boolean;
/** What an event may say. */
export type ParametersOf<Key extends EventKey> = Partial<
  Record<(typeof EVENT_CATALOGUE)[Key]['parameters'][number] | 'value', ParameterValue>
>;
export type EventParameters = Readonly<Record<string, ParameterValue>>;

/** Parameters whose names contain one of these say something about a person, and are not relayed. */
const PERSONAL_NAMES = ['user', 'session', 'owner', 'referrer'];

/** @returns the parameters that may be relayed: none about a person, and the id of a thing only for events that have one */
export function relayedParameters(key: string, parameters: EventParameters): Record<string, ParameterValue> {
  const keepsEntity = eventDefinition(key)?.keepsEntity ?? false;
  const isRelayed = (name: string): boolean =>
    (keepsEntity || name !== 'entity_id') && !PERSONAL_NAMES.some((part) => name.toLowerCase().includes(part));
  return Object.fromEntries(Object.entries(parameters).filter(([name]) => isRelayed(name)));
}
