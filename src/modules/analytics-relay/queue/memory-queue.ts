import type { DropReason, RelayEvent } from '../relay-event.js';

/** An event that is waiting or being sent. */
export interface QueuedEvent {
  event: RelayEvent;
  /** Size of the event's JSON. */
  bytes: number;
  isSending: boolean;
  attempts: number;
  /** Time of the first attempt in milliseconds; missing if there was none yet. */
  firstTriedAt?: number;
  failure?: string;
}

/** Limits for the number, size and age of one destination's events. */
export interface QueueLimits {
  maxEvents: number;
  maxBytes: number;
  /** Maximum time since the event was accepted, and since the first attempt, in milliseconds. */
  maxAgeMs: number;
  maxRetryMs: number;
}

/** The events of one destination in order of arrival. Bounded: on overflow the oldest event is dropped. */
export class MemoryQueue {
  private readonly events = new Map<string, QueuedEvent>();
  /** Events by group; events of the same group may share a request. */
  private readonly groups = new Map<string, Set<QueuedEvent>>();
  private bytes = 0;

  /**
   * @param groupOf returns the group; events of the same group may share a request
   * @param onDrop called with events that were dropped without being delivered
   */
  constructor(
    readonly limits: QueueLimits,
    private readonly groupOf: (event: RelayEvent) => string,
    private readonly onDrop: (dropped: readonly QueuedEvent[], reason: DropReason) => void,
  ) {}

  get size(): number {
    return this.events.size;
  }

  has(id: string): boolean {
    return this.events.has(id);
  }

  add(event: RelayEvent, bytes: number, tried: Pick<QueuedEvent, 'attempts' | 'firstTriedAt'> = { attempts: 0 }): void {
    if (this.events.has(event.id)) return;
    const queued: QueuedEvent = { ...tried, event, bytes, isSending: false };
    this.events.set(event.id, queued);
    this.bytes += bytes;
    this.group(queued);
    this.makeRoom();
  }

  /**
   * Takes the oldest waiting event with up to `most` events of its group, and marks them as being sent.
   *
   * @returns undefined if no event is waiting
   */
  take(most: number, now: number): QueuedEvent[] | undefined {
    this.dropExpired(now);
    for (const first of this.events.values()) {
      if (first.isSending) continue;
      const batch: QueuedEvent[] = [];
      for (const queued of this.groups.get(this.groupOf(first.event)) ?? []) {
        if (queued.isSending) continue;
        batch.push(queued);
        if (batch.length === most) break;
      }
      for (const queued of batch) {
        queued.isSending = true;
        queued.attempts += 1;
        queued.firstTriedAt ??= now;
      }
      return batch;
    }
    return undefined;
  }

  /** Returns events of a failed request to the queue. */
  release(batch: readonly QueuedEvent[], failure: string): void {
    for (const queued of batch) {
      queued.isSending = false;
      queued.failure = failure;
    }
    this.makeRoom();
  }

  remove(batch: readonly QueuedEvent[]): void {
    for (const queued of batch) {
      if (!this.events.delete(queued.event.id)) continue;
      this.bytes -= queued.bytes;
      const key = this.groupOf(queued.event);
      const group = this.groups.get(key);
      group?.delete(queued);
      if (group?.size === 0) this.groups.delete(key);
    }
  }

  dropExpired(now: number): void {
    const { maxAgeMs, maxRetryMs } = this.limits;
    const expired: QueuedEvent[] = [];
    for (const queued of this.events.values()) {
      const isOld = queued.event.at + maxAgeMs < now;
      const isLate = (queued.firstTriedAt ?? now) + maxRetryMs < now;
      // Events are in order of acceptance and of first attempt, so all later ones are within the limits too.
      if (!isOld && !isLate) break;
      if (!queued.isSending) expired.push(queued);
    }
    this.drop(expired, 'expired');
  }

  values(): IterableIterator<QueuedEvent> {
    return this.events.values();
  }

  private makeRoom(): void {
    const { maxEvents, maxBytes } = this.limits;
    if (this.events.size <= maxEvents && this.bytes <= maxBytes) return;
    for (const queued of this.events.values()) {
      if (this.events.size <= maxEvents && this.bytes <= maxBytes) return;
      // An event that is being sent may have arrived: it is dropped when the outcome is known, or when its turn comes.
      if (!queued.isSending) this.drop([queued], 'overflow');
    }
  }

  private drop(batch: readonly QueuedEvent[], reason: DropReason): void {
    if (batch.length === 0) return;
    this.remove(batch);
    this.onDrop(batch, reason);
  }

  private group(queued: QueuedEvent): void {
    const key = this.groupOf(queued.event);
    const group = this.groups.get(key);
    if (group) group.add(queued);
    else this.groups.set(key, new Set([queued]));
  }
}
