import { type ConsentService, RELAYED_SERVICES } from '#contract/consent/consent-services.js';
import type { DestinationName } from '#contract/measurement/relay-report.js';
import type { ParameterValue } from '#contract/measurement/events.js';

export { DESTINATIONS, type DestinationName } from '#contract/measurement/relay-report.js';

/** The consent that each destination requires before an event of a visitor is relayed. */
export const CONSENT_OF: Readonly<Record<DestinationName, ConsentService>> = {
  measurement: RELAYED_SERVICES.measurementApi,
  conversion: RELAYED_SERVICES.conversionApi,
};

/** An event as it is queued, after everything that must not leave the server was removed. */
export interface RelayEvent {
  /** Stays the same for all attempts, so that the destination can drop repetitions. */
  id: string;
  destination: DestinationName;
  site: string;
  /** Name that the destination receives. */
  name: string;
  /** Time of acceptance, in milliseconds. */
  at: number;
  parameters: Readonly<Record<string, ParameterValue | readonly ParameterValue[]>>;
  visitor: RelayVisitor;
}

/** What a destination receives about a visitor who has consented. */
export interface RelayVisitor {
  /** Client id of the browser, for Google. */
  clientId?: string;
  /** Whether the event may be used for advertising. */
  allowsAds?: boolean;
  /** For Meta: the page, the browser and the ids set by Meta's pixel. */
  page?: string;
  agent?: string;
  browserId?: string;
  clickId?: string;
}

/** Why an accepted event was not delivered. */
export const DROP_REASONS = ['overflow', 'expired', 'refused', 'unanswered', 'interrupted'] as const;
export type DropReason = (typeof DROP_REASONS)[number];

/** All possible outcomes of an event. */
export type RelayOutcome = 'accepted' | 'suppressed' | 'duplicate' | 'delivered' | DropReason;
export type FinalOutcome = 'delivered' | DropReason;

/** Number of events per outcome: each accepted event is delivered, dropped for a reason, or still queued. */
export type OutcomeCounts = Partial<Record<RelayOutcome, number>>;

/** The counts of all destinations (`causeboard_relay_events_total{destination, outcome}`). */
export class RelayCounts {
  private readonly counts: Record<DestinationName, OutcomeCounts> = { measurement: {}, conversion: {} };

  add(destination: DestinationName, outcome: RelayOutcome, by = 1): void {
    const counts = this.counts[destination];
    counts[outcome] = (counts[outcome] ?? 0) + by;
  }

  of(destination: DestinationName): Readonly<OutcomeCounts> {
    return this.counts[destination];
  }

  all(): Readonly<Record<DestinationName, OutcomeCounts>> {
    return this.counts;
  }
}
