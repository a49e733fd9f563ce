import { randomUUID } from 'node:crypto';
import { Logger } from '@nestjs/common';
import {
  DESTINATIONS,
  type DestinationName,
  type DropReason,
  type FinalOutcome,
  type RelayEvent,
  RelayCounts,
} from '../relay-event.js';
import { JournalFolder, type ReplayedJournal, type JournalRecord, JournalFile } from './journal.js';
import { MemoryQueue, type QueuedEvent, type QueueLimits } from './memory-queue.js';

const MAX_JOURNAL_GROWTH_BYTES = 16 * 1024 * 1024;
const TOUCH_MS = 60_000;
/** Minimum interval between log entries about dropped events. */
const DROP_LOG_MS = 60_000;

interface RelayStoreOptions {
  /** Path of the folder for journals. */
  folder: string;
  queues: Readonly<Record<DestinationName, { limits: QueueLimits; groupOf: (event: RelayEvent) => string }>>;
  /** Whether events of a destination may be sent again if it is unknown whether they arrived. */
  mayRepeat: (destination: DestinationName) => boolean;
}

/** Accepted events, in memory and in a journal that survives the process. */
export class RelayStore {
  readonly counts = new RelayCounts();
  private readonly logger = new Logger('AnalyticsRelay');
  private readonly queues: Readonly<Record<DestinationName, MemoryQueue>>;
  private readonly folder: JournalFolder;
  private readonly journal: JournalFile;
  private readonly id = randomUUID();
  private readonly adopted: string[] = [];
  private readonly dropped = new Map<DropReason, { count: number; loggedAt: number }>();
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly options: RelayStoreOptions) {
    const queueOf = (name: DestinationName) => {
      const { limits, groupOf } = options.queues[name];
      return new MemoryQueue(limits, groupOf, (batch, reason) => this.noteFinished(batch, reason));
    };
    this.queues = { measurement: queueOf('measurement'), conversion: queueOf('conversion') };
    this.folder = new JournalFolder(options.folder);
    this.journal = new JournalFile({
      path: this.folder.ownPath,
      snapshot: () => this.snapshot(),
      maxGrowthBytes: MAX_JOURNAL_GROWTH_BYTES,
      onStateChange: (failure) => this.logJournal(failure),
    });
  }

  queue(name: DestinationName): MemoryQueue {
    return this.queues[name];
  }

  /** Adopts the events of earlier processes. @param onFound called when there is something to send */
  async open(onFound: () => void): Promise<void> {
    const adopt = async (): Promise<void> => {
      await this.folder.create();
      await this.folder.adopt((journal) => this.adopt(journal));
      await this.folder.touch();
      if (DESTINATIONS.some((name) => this.queues[name].size > 0)) onFound();
    };
    await adopt().catch((error: unknown) => this.logJournal(error as Error));
    this.timer = setInterval(() => {
      for (const name of DESTINATIONS) this.queues[name].dropExpired(Date.now());
      void adopt().catch(() => undefined);
      void this.journal.flush();
    }, TOUCH_MS).unref();
  }

  /** Resolves when the event is in the journal, if that can be written. */
  accept(event: RelayEvent): Promise<void> {
    const line = this.write({ kind: 'event', event });
    this.counts.add(event.destination, 'accepted');
    this.queues[event.destination].add(event, Buffer.byteLength(line));
    return this.journal.flush();
  }

  /** Counts an event that is not queued. */
  count(destination: DestinationName, outcome: 'suppressed' | 'duplicate'): void {
    this.counts.add(destination, outcome);
    this.write({ kind: 'counted', destination, outcome });
    void this.journal.flush();
  }

  /** Resolves when the journal records that sending has begun: after a crash the events are not treated as never sent. */
  noteSending(batch: readonly QueuedEvent[], now: number): Promise<void> {
    this.write({ kind: 'sending', ids: idsOf(batch), at: now });
    return this.journal.flush();
  }

  release(destination: DestinationName, batch: readonly QueuedEvent[], failure: string): void {
    this.write({ kind: 'waiting', ids: idsOf(batch) });
    this.queues[destination].release(batch, failure);
    void this.journal.flush();
  }

  finish(destination: DestinationName, batch: readonly QueuedEvent[], outcome: FinalOutcome): void {
    this.queues[destination].remove(batch);
    this.noteFinished(batch, outcome);
  }

  async close(): Promise<void> {
    clearInterval(this.timer);
    await this.journal.close();
  }

  private noteFinished(batch: readonly QueuedEvent[], outcome: FinalOutcome): void {
    const [first] = batch;
    if (!first) return;
    this.counts.add(first.event.destination, outcome, batch.length);
    this.write({ kind: 'finished', ids: idsOf(batch), outcome });
    void this.journal.flush();
    if (outcome !== 'delivered') this.logDrop(outcome, batch.length, first.event.destination);
  }

  private async adopt({ id, counts, events }: ReplayedJournal): Promise<void> {
    if (id !== undefined) this.adopted.push(id);
    for (const name of DESTINATIONS)
      for (const [outcome, count] of Object.entries(counts[name]))
        this.counts.add(name, outcome as keyof typeof counts.measurement, count);
    let interrupted = 0;
    for (const { event, bytes, wasSending, attempts, firstTriedAt } of events) {
      if (wasSending && !this.options.mayRepeat(event.destination)) {
        this.counts.add(event.destination, 'interrupted');
        interrupted += 1;
      } else this.queues[event.destination].add(event, bytes, { attempts, firstTriedAt });
    }
    if (interrupted > 0) this.logDrop('interrupted', interrupted, 'measurement');
    await this.journal.replace();
  }

  private *snapshot(): Iterable<string> {
    yield JSON.stringify({ kind: 'journal', id: this.id } satisfies JournalRecord);
    for (const id of this.adopted) yield JSON.stringify({ kind: 'adopted', id } satisfies JournalRecord);
    yield JSON.stringify({ kind: 'counts', counts: this.counts.all() } satisfies JournalRecord);
    for (const name of DESTINATIONS) {
      const sending: string[] = [];
      for (const { event, attempts, firstTriedAt, isSending } of this.queues[name].values()) {
        yield JSON.stringify({ kind: 'event', event, attempts, firstTriedAt } satisfies JournalRecord);
        if (isSending) sending.push(event.id);
      }
      if (sending.length > 0)
        yield JSON.stringify({ kind: 'sending', ids: sending, at: Date.now() } satisfies JournalRecord);
    }
  }

  private write(record: JournalRecord): string {
    const line = JSON.stringify(record);
    this.journal.append(line);
    return line;
  }

  /** Logs one line when events begin to be dropped, and one per minute while it continues. */
  private logDrop(reason: DropReason, count: number, destination: DestinationName): void {
    const known = this.dropped.get(reason) ?? { count: 0, loggedAt: -Infinity };
    this.dropped.set(reason, known);
    known.count += count;
    const now = Date.now();
    if (now - known.loggedAt < DROP_LOG_MS) return;
    this.logger.warn(`Events were not relayed (${destination}, ${reason}): ${known.count}`);
    known.count = 0;
    known.loggedAt = now;
  }

  private logJournal(failure: Error | undefined): void {
    if (failure)
      this.logger.warn(
        `The journal of relayed events cannot be written; queued events are lost when this process ends: ${failure.message}`,
      );
    else this.logger.log('The journal of relayed events can be written again');
  }
}

function idsOf(batch: readonly QueuedEvent[]): string[] {
  return batch.map(({ event }) => event.id);
}
