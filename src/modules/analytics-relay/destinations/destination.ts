import type { PostResult } from '../delivery/post-json.js';
import type { DestinationName, RelayEvent } from '../relay-event.js';

/** What an answer means for the events of a request. */
export type Verdict =
  | { kind: 'delivered' }
  /** The request was read and not accepted because of what it says: another one of the same events would not be either. */
  | { kind: 'refused'; reason: string }
  /** Nothing was accepted, for reasons that pass. */
  | { kind: 'retry'; reason: string; afterMs?: number }
  /** Nobody knows whether it was accepted. */
  | { kind: 'unanswered'; reason: string };

/** A service that events are relayed to. */
export interface Destination {
  readonly name: DestinationName;
  readonly maxBatch: number;
  readonly maxRequests: number;
  /** Whether the service drops an event that it gets twice. */
  readonly dropsRepetitions: boolean;
  /** Events that may go in one request have the same. */
  groupOf(event: RelayEvent): string;
  request(events: readonly RelayEvent[]): { address: string; body: object };
  verdict(result: PostResult): Verdict;
  /** One event as it is sent, without what identifies a browser, for administrators. */
  redacted(event: RelayEvent): object;
}
