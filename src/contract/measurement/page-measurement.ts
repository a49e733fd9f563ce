import type { RelayedEventKey } from './events.js';

/** The `meta` element with the measurement settings of a page; a page without it is not measured. */
export const MEASUREMENT_META = 'measurement';

/** Events that the URL of the next page reports once, for analytics (ROUTE-15). */
export type DispatchedEvent = 'signup_start' | 'login' | 'sign_up';

export const DISPATCH_PARAMETER = 'dispatch';

/** Measurement settings for the scripts of a page. */
export interface PageMeasurement {
  /** Whether tags in the browser receive events: page views and actions of visitors. */
  client: boolean;
  /** Whether the site has an id of Google Analytics: its tag then receives events as commands, not as data layer objects. */
  gtag: boolean;
  /** Events that are sent to the relay for Google, and to the relay for Meta. */
  server: readonly RelayedEventKey[];
  conversions: readonly RelayedEventKey[];
  /** The name by which operators identify the site. */
  frontend: string;
  /** Seconds after which a visit counts as activity; also the interval at which the event is repeated. */
  minimumVisitSeconds: number;
  heartbeatSeconds: number;
}

/** @param address a path of the site or an absolute URL; its other parts are kept */
export function withDispatch(address: string, event: DispatchedEvent): string {
  const hashAt = address.indexOf('#');
  const [place, hash] = hashAt < 0 ? [address, ''] : [address.slice(0, hashAt), address.slice(hashAt)];
  return `${place}${place.includes('?') ? '&' : '?'}${DISPATCH_PARAMETER}=${event}${hash}`;
}
