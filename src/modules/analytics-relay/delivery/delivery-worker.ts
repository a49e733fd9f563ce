import { Logger } from '@nestjs/common';
import { RecurringWork, type RoundResult } from '#shared/recurring-work/recurring-work.js';
import type { Destination, Verdict } from '../destinations.js';
import type { QueuedEvent } from '../queue/memory-queue.js';
import type { RelayStore } from '../queue/relay-store.js';
import type { DestinationName } from '../relay-event.js';
import type { JsonPoster, PostResult } from './post-json.js';

const MAX_DELIVERIES = 50;

/** The most recent events that this process has sent. */
export class RecentDeliveries {
  private readonly deliveries: RecentDelivery[] = [];

  add(deliveries: readonly RecentDelivery[]): void {
    this.deliveries.push(...deliveries.slice(-MAX_DELIVERIES));
    this.deliveries.splice(0, this.deliveries.length - MAX_DELIVERIES);
  }

  /** Returns the deliveries, newest first. */
  list(): RecentDelivery[] {
    return [...this.deliveries].reverse();
  }
}

const FIRST_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 5 * 60_000;

/** Two to this power exceeds the longest pause. */
const MAX_DOUBLINGS = 20;

/**
 * Decides whether requests are sent to a destination. After a failure there is a pause, then a single trial request; each further failure
 * doubles the pause. Jitter keeps processes from resuming at the same moment. Unlike the circuit breaker of the backend client, it needs no
 * probe, because no visitor waits for these events.
 */
class Circuit {
  private failures = 0;
  private opensAt = 0;

  /** @param random returns a number between 0 and 1 */
  constructor(private readonly random: () => number = Math.random) {}

  get state(): 'closed' | 'open' | 'half-open' {
    if (this.failures === 0) return 'closed';
    return this.opensAt > Date.now() ? 'open' : 'half-open';
  }

  /** Remaining pause before the next trial request, in milliseconds. */
  get pauseMs(): number {
    return Math.max(0, this.opensAt - Date.now());
  }

  succeeded(): void {
    this.failures = 0;
    this.opensAt = 0;
  }

  /** @param atLeastMs minimum pause requested by the destination */
  failed(atLeastMs = 0): void {
    // Parallel requests that fail together count as one failure.
    if (this.state === 'open') return;
    const pause = Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(this.failures, MAX_DOUBLINGS));
    this.failures += 1;
    this.opensAt = Date.now() + Math.max(Math.min(atLeastMs, MAX_PAUSE_MS), pause * (0.5 + this.random() / 2));
  }

  /** Ends the pause, because an administrator requested another attempt. */
  reset(): void {
    this.opensAt = 0;
  }
}

/** Events that arrive within this time after the first one may share its request. */
const COLLECT_MS = 1_000;
const IDLE_MS = 60_000;
const MAX_ANSWER_LENGTH = 300;

/** Sends the events of one destination: several requests in parallel while it responds, one at a time while it is being retried. */
export class DeliveryWorker {
  readonly circuit = new Circuit();
  private readonly logger = new Logger('AnalyticsRelay');
  private readonly work: RecurringWork;

  constructor(
    private readonly destination: Destination,
    private readonly store: RelayStore,
    private readonly poster: JsonPoster,
    private readonly recent: RecentDeliveries,
  ) {
    this.work = new RecurringWork({
      shortestMs: 50,
      longestMs: IDLE_MS,
      retryMs: IDLE_MS,
      round: () => this.round(),
      onFailure: (error) => this.logger.error(error, 'events could not be relayed'),
    });
  }

  /** Called when there is an event to send. */
  wake(): void {
    this.work.wake(COLLECT_MS);
  }

  /** Sends the waiting events at once, without completing the pause after a failure. */
  retry(): void {
    this.circuit.reset();
    this.work.wake();
  }

  stop(): Promise<void> {
    return this.work.stop();
  }

  private async round(): Promise<RoundResult> {
    // Not idle for good: an administrator may request another attempt.
    if (this.circuit.state === 'open') return { nextInMs: this.circuit.pauseMs };
    const lanes = this.circuit.state === 'half-open' ? 1 : this.destination.maxRequests;
    await Promise.all(Array.from({ length: lanes }, () => this.sendAll(lanes)));
    const isEmpty = this.store.queue(this.destination.name).size === 0;
    return { nextInMs: this.circuit.state === 'closed' ? (isEmpty ? IDLE_MS : 0) : this.circuit.pauseMs };
  }

  /** @param lanes number of parallel requests at the start of this round */
  private async sendAll(lanes: number): Promise<void> {
    const queue = this.store.queue(this.destination.name);
    while (!this.work.isStopped && this.circuit.state !== 'open') {
      const batch = queue.take(this.destination.maxBatch, Date.now());
      if (!batch) return;
      await this.send(batch);
      // The destination responds again, so the next round uses all lanes.
      if (lanes === 1 && this.circuit.state === 'closed') return;
    }
  }

  /** Splits a rejected batch into halves until the invalid event is found. */
  private async send(batch: readonly QueuedEvent[]): Promise<void> {
    const { destination, store } = this;
    await store.noteSending(batch, Date.now());
    const events = batch.map(({ event }) => event);
    const { address, body } = destination.request(events);
    const result = await this.poster.post(address, JSON.stringify(body));
    const verdict = destination.verdict(result);
    this.note(batch, verdict, result);
    if (verdict.kind === 'delivered') {
      store.finish(destination.name, batch, 'delivered');
      this.succeeded();
    } else if (verdict.kind === 'refused') {
      this.succeeded();
      if (batch.length === 1) store.finish(destination.name, batch, 'refused');
      else {
        const middle = Math.ceil(batch.length / 2);
        await this.send(batch.slice(0, middle));
        await this.send(batch.slice(middle));
      }
    } else {
      if (verdict.kind === 'unanswered' && !destination.dropsRepetitions)
        store.finish(destination.name, batch, 'unanswered');
      else store.release(destination.name, batch, verdict.reason);
      this.failed(verdict);
    }
  }

  private succeeded(): void {
    if (this.circuit.state !== 'closed') this.logger.log(`Events are relayed again (${this.destination.name})`);
    this.circuit.succeeded();
  }

  private failed(verdict: Extract<Verdict, { reason: string }>): void {
    if (this.circuit.state === 'closed')
      this.logger.warn(`Events cannot be relayed (${this.destination.name}) and stay in the queue: ${verdict.reason}`);
    this.circuit.failed('afterMs' in verdict ? verdict.afterMs : undefined);
  }

  private note(batch: readonly QueuedEvent[], verdict: Verdict, result: PostResult): void {
    const said = result.kind === 'answered' ? `${result.status} ${result.text}`.trim() : result.reason;
    const { name: destination } = this.destination;
    const shared = { at: new Date(), destination, outcome: verdict.kind, answer: said.slice(0, MAX_ANSWER_LENGTH) };
    this.recent.add(
      batch.slice(-MAX_NOTED).map(({ event }) => ({
        ...shared,
        site: event.site,
        name: event.name,
        body: this.destination.redacted(event),
      })),
    );
  }
}

/** Maximum number of events recorded per request; more are not displayed. */
const MAX_NOTED = 50;

/** A sent event, in the form that administrators may see. */
interface RecentDelivery {
  at: Date;
  destination: DestinationName;
  site: string;
  name: string;
  /** The event as sent, without data that identifies a browser. */
  body: object;
  outcome: 'delivered' | 'refused' | 'retry' | 'unanswered';
  /** The response of the destination, or why there was none. */
  answer: string;
}
