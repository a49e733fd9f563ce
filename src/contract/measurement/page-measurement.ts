import type { RelayedEventKey } from './events.js';

/** The `meta` element by which a page says what is measured on it; a page without it is not measured. */
export const MEASUREMENT_META = 'measurement';

/** What the scripts of a page need to know. */
export interface PageMeasurement {
  /** Whether tags in the browser get events: page views and what people do. */
  client: boolean;
  /** Events that are sent to the relay for Google, and to that for Meta. */
  server: readonly RelayedEventKey[];
  conversions: readonly RelayedEventKey[];
  /** The name of the site, as operators know it. */
  frontend: string;
  /** After how many seconds a visit counts as activity, and how often it is repeated. */
  minimumVisitSeconds: number;
  heartbeatSeconds: number;
}
