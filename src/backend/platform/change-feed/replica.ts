import { setTimeout as sleep } from 'node:timers/promises';
import type { BackendLogger } from '#contract/backend/backend.js';
import type { Change } from './change.js';
import type { ChangeFeed } from './change-feed.js';

/** What a copy of a part of the database knows how to do. Keys name what changes: ids, words. */
export interface ReplicaSource<Key> {
  /** For the log: `The search index`. */
  name: string;
  /** The keys that a change is about; none where it does not touch the copy. */
  keysOf(change: Change): readonly Key[];
  /** Makes the copy as of any moment from now on. @throws when it cannot now. @param signal what is being made is of no use. */
  fill(signal: AbortSignal): Promise<void>;
  /** Reads some keys anew. @throws when it cannot now. */
  refresh(keys: readonly Key[]): Promise<void>;
  /** Throws the copy away. */
  invalidate(): void;
}

// Of more at once, nobody waits for the end: the copy is not right meanwhile.
const MAX_AWAITED = 2000;
const REFRESHED_AT_ONCE = 500;
const RETRY_MS = 1000;

/** Keeps a copy of a part of the database right: makes it in the background, then follows the feed of changes. */
export class Replica<Key> {
  private readonly changed = new Set<Key>();
  /** The copy is what the database was when the feed was last read. */
  private inStep = false;
  private filled = false;
  private over = false;
  private working: Promise<void> | undefined;
  private filling = new AbortController();
  private readonly closing = new AbortController();
  private readonly unsubscribe: () => void;

  /** @param mostBytes of the copy. Beyond it there is none. */
  constructor(
    private readonly feed: ChangeFeed,
    private readonly copy: ReplicaSource<Key>,
    private readonly maxBytes: number,
    private readonly logger: BackendLogger,
  ) {
    this.unsubscribe = feed.subscribe((changes) => this.onChanges(changes));
    this.work();
  }

  /** Whether the copy knows all that the last `sync` of the feed has told, and that was not long ago. */
  get isValid(): boolean {
    return this.inStep && this.feed.isCurrent;
  }

  /** Whether the copy is that of the feed's position. */
  get isInStep(): boolean {
    return this.inStep;
  }

  /** To be refreshed as well, as if they had changed. */
  add(keys: Iterable<Key>): void {
    for (const key of keys) this.changed.add(key);
  }

  /** Whether the copy may have so much memory. If not, there is to be none any more. */
  fits(bytes: number): boolean {
    if (bytes <= this.maxBytes) return true;
    const details = { megabytes: toMegabytes(bytes), maxMegabytes: toMegabytes(this.maxBytes) };
    this.logger.warn(details, `${this.copy.name} needs more memory than it may have: PostgreSQL answers alone`);
    this.over = true;
    this.startOver();
    return false;
  }

  /** Ends its work; the copy stays as it is. */
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
    // Otherwise whoever is at work takes them along.
    if (!this.inStep || this.changed.size === 0) return;
    if (this.changed.size <= MAX_AWAITED) {
      try {
        await this.refreshChanged();
        return;
      } catch (error) {
        this.logger.warn({ error: String(error) }, `${this.copy.name} in memory is behind`);
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
        // What was forgotten meanwhile is made again.
        if (!(await this.provide())) continue;
        await this.refreshChanged();
        this.inStep = this.isComplete();
      } catch (error) {
        if (this.closing.signal.aborted) return;
        this.logger.warn({ error: String(error) }, `${this.copy.name} has to wait before it is in memory`);
        await sleep(RETRY_MS, undefined, { ref: false, signal: this.closing.signal }).catch(() => undefined);
      }
    }
  }

  /** @returns whether there is a copy. */
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
