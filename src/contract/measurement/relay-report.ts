/** Services that events are relayed to: Google (`measurement`) and Meta (`conversion`). */
export const DESTINATIONS = ['measurement', 'conversion'] as const;
export type DestinationName = (typeof DESTINATIONS)[number];

/** An event that waits, is being sent, or waits after an attempt that failed. */
export type RelayTaskState = 'waiting' | 'running' | 'failed';

export interface RelayTask {
  id: string;
  site: string;
  /** As the destination gets it. */
  name: string;
  about: null;
  /** When it was accepted. */
  dueAt: string;
  attempts: number;
  reason: string | null;
  isRetryable: boolean;
}

/** How many events of a destination are in which state. */
export type RelayTaskCounts = Record<RelayTaskState, number> & { kind: DestinationName; nextAt: string | null };

/** What a process knows of a relay. */
export interface DestinationReport {
  name: DestinationName;
  /** Whether the site relays events there. */
  isOn: boolean;
  /** Where they are sent, without secrets; missing: it is not set up. */
  target?: string;
  /** Whether requests are sent, stopped for a while after failures, or tried one at a time. */
  circuit: 'closed' | 'open' | 'half-open';
  queued: number;
  /** Of all sites, by outcome. */
  counts: readonly { outcome: string; count: number }[];
}

/** An event that was sent, as an administrator may see it. */
export interface RecentEvent {
  at: string;
  destination: DestinationName;
  name: string;
  /** JSON, without what identifies a browser. */
  body: string;
  outcome: 'delivered' | 'refused' | 'retry' | 'unanswered';
  answer: string;
}

export interface RelayReport {
  destinations: readonly DestinationReport[];
  /** The last ones of the site, the newest first. */
  recent: readonly RecentEvent[];
}

/** What pages may ask the relays of this process. Only for administrators: pages have to make sure. */
export interface RelayAccess {
  report(): RelayReport;
  /** Of relays that are set up. */
  taskCounts(): readonly RelayTaskCounts[];
  tasks(kind: DestinationName, state: RelayTaskState, range: { limit: number; offset: number }): readonly RelayTask[];
}
