import type { PostResult } from '../delivery/post-json.js';
import type { DestinationName, RelayEvent } from '../relay-event.js';

/** What a response means for the events of the request. */
export type Verdict =
  | { kind: 'delivered' }
  /** The request was read and rejected because of its content: repeating it with the same events would fail again. */
  | { kind: 'refused'; reason: string }
  /** Nothing was accepted, for a temporary reason. */
  | { kind: 'retry'; reason: string; afterMs?: number }
  /** It is unknown whether the events were accepted. */
  | { kind: 'unanswered'; reason: string };

/** A service that events are relayed to. */
export interface Destination {
  readonly name: DestinationName;
  readonly maxBatch: number;
  readonly maxRequests: number;
  /** Whether the service drops events that it receives twice. */
  readonly dropsRepetitions: boolean;
  /** Events with the same group may share a request. */
  groupOf(event: RelayEvent): string;
  request(events: readonly RelayEvent[]): { address: string; body: object };
  verdict(result: PostResult): Verdict;
  /** Returns the event as it is sent, without data that identifies a browser, for administrators. */
  redacted(event: RelayEvent): object;
}
