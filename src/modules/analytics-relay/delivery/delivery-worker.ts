import { Logger } from '@nestjs/common';
import { RecurringWork, type RoundResult } from '#shared/recurring-work/recurring-work.js';
import type { Destination, Verdict } from '../destinations/destination.js';
import type { QueuedEvent } from '../queue/memory-queue.js';
import type { RelayStore } from '../queue/relay-store.js';
import { Circuit } from './circuit.js';
import type { JsonPoster, PostResult } from './post-json.js';
import type { RecentDeliveries } from './recent-deliveries.js';

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
