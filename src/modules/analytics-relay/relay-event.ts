import { type ConsentService, RELAYED_SERVICES } from '#contract/consent/consent-services.js';
import type { DestinationName } from '#contract/measurement/relay-report.js';
import type { ParameterValue } from '#contract/measurement/events.js';

export { DESTINATIONS, type DestinationName } from '#contract/measurement/relay-report.js';

/** What a visitor has to agree to before an event of theirs is relayed. */
export const CONSENT_OF: Readonly<Record<DestinationName, ConsentService>> = {
  measurement: RELAYED_SERVICES.measurementApi,
  conversion: RELAYED_SERVICES.conversionApi,
};

/** An event as it is queued: what is left of it when everything that must not leave is gone. */
export interface RelayEvent {
  /** The same at every attempt, so that the destination can drop repetitions. */
  id: string;
  destination: DestinationName;
  site: string;
  /** As the destination gets it. */
  name: string;
  /** When it was accepted, in milliseconds. */
  at: number;
  parameters: Readonly<Record<string, ParameterValue | readonly ParameterValue[]>>;
  visitor: RelayVisitor;
}

/** What a destination is told about a visitor who agreed to it. */
export interface RelayVisitor {
  /** Of the browser, for Google. */
  clientId?: string;
  /** Whether ads may use the event. */
  allowsAds?: boolean;
  /** For Meta: the page, the browser and the ids of its pixel. */
  page?: string;
  agent?: string;
  browserId?: string;
  clickId?: string;
}

/** Why an accepted event was not delivered. */
export const DROP_REASONS = ['overflow', 'expired', 'refused', 'unanswered', 'interrupted'] as const;
export type DropReason = (typeof DROP_REASONS)[number];

/** What becomes of an event. */
export type RelayOutcome = 'accepted' | 'suppressed' | 'duplicate' | 'delivered' | DropReason;
export type FinalOutcome = 'delivered' | DropReason;
