/** Services that events are relayed to: Google (`measurement`) and Meta (`conversion`). */
export const DESTINATIONS = ['measurement', 'conversion'] as const;
export type DestinationName = (typeof DESTINATIONS)[number];

/** State of an event: waiting, being sent, or waiting after a failed attempt. */
export type RelayTaskState = 'waiting' | 'running' | 'failed';

export interface RelayTask {
  id: string;
  site: string;
  /** Name that the destination receives. */
  name: string;
  about: null;
  /** Time of acceptance. */
  dueAt: string;
  attempts: number;
  reason: string | null;
  isRetryable: boolean;
}

/** Number of a destination's events in each state. */
export type RelayTaskCounts = Record<RelayTaskState, number> & { kind: DestinationName; nextAt: string | null };

/** State of a relay in one process. */
export interface DestinationReport {
  name: DestinationName;
  /** Whether the site relays events to this destination. */
  isOn: boolean;
  /** URL of the destination without secrets; missing if it is not configured. */
  target?: string;
  /** Whether requests are sent, paused after failures, or tried one at a time. */
  circuit: 'closed' | 'open' | 'half-open';
  queued: number;
  /** Counts of all sites, by outcome. */
  counts: readonly { outcome: string; count: number }[];
}

/** A sent event, in the form that administrators may see. */
export interface RecentEvent {
  at: string;
  destination: DestinationName;
  name: string;
  /** JSON, without data that identifies a browser. */
  body: string;
  outcome: 'delivered' | 'refused' | 'retry' | 'unanswered';
  answer: string;
}

export interface RelayReport {
  destinations: readonly DestinationReport[];
  /** The most recent events of the site, newest first. */
  recent: readonly RecentEvent[];
}

/** Functions of this process's relays for pages. Only for administrators, which pages have to check. */
export interface RelayAccess {
  report(): RelayReport;
  /** Counts of the configured relays. */
  taskCounts(): readonly RelayTaskCounts[];
  tasks(kind: DestinationName, state: RelayTaskState, range: { limit: number; offset: number }): readonly RelayTask[];
}
