import type { RelayedEventKey } from './events.js';

/** The `meta` element with the measurement settings of a page; a page without it is not measured. */
export const MEASUREMENT_META = 'measurement';

/** Measurement settings for the scripts of a page. */
export interface PageMeasurement {
  /** Whether tags in the browser receive events: page views and actions of visitors. */
  client: boolean;
  /** Events that are sent to the relay for Google, and to the relay for Meta. */
  server: readonly RelayedEventKey[];
  conversions: readonly RelayedEventKey[];
  /** The name by which operators identify the site. */
  frontend: string;
  /** Seconds after which a visit counts as activity; also the interval at which the event is repeated. */
  minimumVisitSeconds: number;
  heartbeatSeconds: number;
}
