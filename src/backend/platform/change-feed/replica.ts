import { setTimeout as sleep } from 'node:timers/promises';
import type { BackendLogger } from '#contract/backend/backend.js';
import type { Change } from './change.js';
import type { ChangeFeed } from './change-feed.js';

/** Operations of an in-memory copy of a part of the database. Keys identify the entries that change, such as ids or words. */
export interface ReplicaSource<Key> {
  /** Name used in the log, such as `The search index`. */
  name: string;
  /** Keys affected by a change; empty if the change does not affect the copy. */
  keysOf(change: Change): readonly Key[];
  /**
   * Creates the copy from the state at any moment during the call.
   *
   * @param signal aborted when the copy under construction has become useless
   * @throws if it is not possible now
   */
  fill(signal: AbortSignal): Promise<void>;
  /**
   * Reads some keys again.
   *
   * @throws if it is not possible now
   */
  refresh(keys: readonly Key[]): Promise<void>;
  /** Discards the copy. */
  invalidate(): void;
}

// With more changed keys than this, callers do not wait for the refresh: the copy is marked as out of date instead.
const MAX_AWAITED = 2000;
const REFRESHED_AT_ONCE = 500;
const RETRY_MS = 1000;

/** Keeps a copy of a part of the database up to date: creates it in the background, then follows the change feed. */
export class Replica<Key> {
  private readonly changed = new Set<Key>();
  /** Whether the copy reflects the database as of the last read of the feed. */
  private inStep = false;
  private filled = false;
  private over = false;
  private working: Promise<void> | undefined;
  private filling = new AbortController();
  private readonly closing = new AbortController();
  private readonly unsubscribe: () => void;

  /** @param maxBytes maximum size of the copy; a larger copy is not kept */
  constructor(
    private readonly feed: ChangeFeed,
    private readonly copy: ReplicaSource<Key>,
    private readonly maxBytes: number,
    private readonly logger: BackendLogger,
  ) {
    this.unsubscribe = feed.subscribe((changes) => this.onChanges(changes));
    this.work();
  }

  /** Whether the copy includes all changes reported by the last `sync` of the feed, and that `sync` was recent. */
  get isValid(): boolean {
    return this.inStep && this.feed.isCurrent;
  }

  /** Whether the copy matches the feed's position. */
  get isInStep(): boolean {
    return this.inStep;
  }

  /** Marks keys to be refreshed, as if they had changed. */
  add(keys: Iterable<Key>): void {
    for (const key of keys) this.changed.add(key);
  }

  /** Whether the copy may use this much memory. If not, the copy is discarded for good. */
  fits(bytes: number): boolean {
    if (bytes <= this.maxBytes) return true;
    const details = { megabytes: toMegabytes(bytes), maxMegabytes: toMegabytes(this.maxBytes) };
    this.logger.warn(details, `${this.copy.name} exceeds its memory limit: PostgreSQL answers all searches`);
    this.over = true;
    this.startOver();
    return false;
  }

  /** Stops following the feed; the copy stays as it is. */
  async close(): Promise<void> {
    this.unsubscribe();
    this.closing.abort();
    this.filling.abort();
    await this.working;
  }

  private async onChanges(changes: readonly Change[]): Promise<void> {
    if (this.over) return;
    if (changes.some(({ kind }) => kind === 'all')) {
      this.startOver();
      this.work();
      return;
    }
    for (const change of changes) this.add(this.copy.keysOf(change));
    // If the copy is not in step, the running background work includes these keys.
    if (!this.inStep || this.changed.size === 0) return;
    if (this.changed.size <= MAX_AWAITED) {
      try {
        await this.refreshChanged();
        return;
      } catch (error) {
        this.logger.warn({ error: String(error) }, `${this.copy.name} in memory is not up to date`);
      }
    }
    this.inStep = false;
    this.work();
  }

  private startOver(): void {
    this.filling.abort();
    this.inStep = this.filled = false;
    this.changed.clear();
    this.copy.invalidate();
  }

  private work(): void {
    this.working ??= Promise.resolve()
      .then(() => this.getInStep())
      .finally(() => (this.working = undefined));
  }

  private async getInStep(): Promise<void> {
    while (!this.inStep && !this.isOver) {
      try {
        // The copy is filled again if it was invalidated in the meantime.
        if (!(await this.provide())) continue;
        await this.refreshChanged();
        this.inStep = this.isComplete();
      } catch (error) {
        if (this.closing.signal.aborted) return;
        this.logger.warn({ error: String(error) }, `${this.copy.name} cannot be loaded into memory yet; trying again`);
        await sleep(RETRY_MS, undefined, { ref: false, signal: this.closing.signal }).catch(() => undefined);
      }
    }
  }

  /** @returns whether the copy is filled */
  private async provide(): Promise<boolean> {
    if (this.filled) return true;
    const { signal } = (this.filling = new AbortController());
    await this.copy.fill(signal);
    if (signal.aborted) this.copy.invalidate();
    else this.filled = true;
    return !signal.aborted;
  }

  private get isOver(): boolean {
    return this.over || this.closing.signal.aborted;
  }

  private isComplete(): boolean {
    return this.filled && this.changed.size === 0;
  }

  private async refreshChanged(): Promise<void> {
    while (this.filled && this.changed.size > 0) {
      const keys = [...this.changed].slice(0, REFRESHED_AT_ONCE);
      for (const key of keys) this.changed.delete(key);
      try {
        await this.copy.refresh(keys);
      } catch (error) {
        this.add(keys);
        throw error;
      }
    }
  }
}

function toMegabytes(bytes: number): number {
  return Math.round(bytes / 1_000_000);
}
