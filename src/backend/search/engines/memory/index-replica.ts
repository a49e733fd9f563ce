import type { Kysely } from 'kysely';
import type { BackendLogger } from '#contract/backend/backend.js';
import type { ChangeFeed } from '../../../platform/change-feed/change-feed.js';
import { Replica, type ReplicaSource } from '../../../platform/change-feed/replica.js';
import type { ConnectionTarget } from '../../../platform/database/pool.js';
import type { Database } from '../../../platform/database/schema.js';
import { loadAllRows, loadRowsOf } from './index-loader.js';
import { readSnapshot, SnapshotWriter } from './index-snapshot.js';
import { MemoryIndex } from './memory-index.js';

// Pause between slices of merging. During imports, merging takes 5% of the process's time; pauses spread it over 20%, so that page requests
// are hardly delayed.
const MERGE_REST_MS = 3;

export interface IndexReplicaOptions {
  database: Kysely<Database>;
  /** Used to load the index on a separate connection. */
  target: ConnectionTarget;
  feed: ChangeFeed;
  /** Folder for snapshots; created if it does not exist. */
  folder: string;
  /** Maximum size of the index. A larger index is not kept in memory. */
  maxBytes: number;
  logger: BackendLogger;
}

/**
 * Keeps an index in memory in sync with the database: restores it from a snapshot or loads it, applies changes, and saves snapshots.
 */
export class IndexReplica implements ReplicaSource<number> {
  readonly name = 'The search index';
  private index: MemoryIndex | undefined;
  private mayRestore = true;
  private readonly copy: Replica<number>;
  private readonly snapshots: SnapshotWriter;

  constructor(private readonly options: IndexReplicaOptions) {
    const { feed, folder, maxBytes, logger } = options;
    this.snapshots = new SnapshotWriter(folder, logger, () =>
      this.copy.isInStep && this.index
        ? { server: feed.server, position: feed.position, segments: this.index.toPieces() }
        : undefined,
    );
    this.copy = new Replica(feed, this, maxBytes, logger);
  }

  /** @returns the index if it is up to date: it contains all changes up to the last `sync` of the feed, and that `sync` is recent */
  current(): MemoryIndex | undefined {
    return this.copy.isValid ? this.index : undefined;
  }

  /** Saves unsaved changes. */
  async close(): Promise<void> {
    await this.copy.close();
    await this.snapshots.close();
  }

  keysOf({ kind, ids }: Parameters<ReplicaSource<number>['keysOf']>[0]): readonly number[] {
    return kind === 'index' ? ids : [];
  }

  async fill(signal: AbortSignal): Promise<void> {
    const started = performance.now();
    const restored = this.mayRestore ? await this.restore() : undefined;
    this.mayRestore = false;
    const index = restored ?? (await this.load(signal));
    if (signal.aborted || !this.copy.fits(index.bytes)) return;
    this.index = index;
    const details = {
      ...sizeOf(index),
      seconds: Math.round(performance.now() - started) / 1000,
      from: restored ? 'snapshot' : 'database',
    };
    this.options.logger.info(details, 'The search index is in memory');
    if (!restored) this.snapshots.saveSoon();
  }

  async refresh(jobIds: readonly number[]): Promise<void> {
    const { index } = this;
    if (!index) return;
    await index.apply({ removed: jobIds, rows: await loadRowsOf(this.options.database, jobIds) });
    this.snapshots.noteChanges(jobIds.length, index.documents);
    this.mergeLater(index);
    this.copy.fits(index.bytes);
  }

  invalidate(): void {
    this.index = undefined;
  }

  /** @returns undefined if there is no usable snapshot */
  private async restore(): Promise<MemoryIndex | undefined> {
    const found = await this.findSaved();
    if (!found || found instanceof MemoryIndex) return found;
    this.options.logger.info(found, 'The search index snapshot is not used: loading the index from the database');
    return undefined;
  }

  private async findSaved(): Promise<MemoryIndex | { reason: string } | undefined> {
    const { feed, folder } = this.options;
    const snapshot = await readSnapshot(folder);
    if (!snapshot) return undefined;
    if ('unusable' in snapshot) return { reason: snapshot.unusable };
    if (snapshot.server !== feed.server) return { reason: 'it is of another database' };
    const changes = await feed.since(snapshot.position);
    if (changes.some(({ kind }) => kind === 'all')) return { reason: 'the log of changes does not reach back to it' };
    const index = MemoryIndex.fromPieces(snapshot.segments);
    this.copy.add(changes.flatMap((change) => this.keysOf(change)));
    return index ?? { reason: 'it is damaged' };
  }

  private async load(signal: AbortSignal): Promise<MemoryIndex> {
    const index = new MemoryIndex();
    for await (const rows of loadAllRows(this.options.target)) {
      await index.apply({ removed: [], rows });
      await index.maintain();
      if (signal.aborted || !this.copy.fits(index.bytes)) break;
    }
    return index;
  }

  private mergeLater(index: MemoryIndex): void {
    index
      .maintain(MERGE_REST_MS)
      .catch((error: unknown) =>
        this.options.logger.error({ error: String(error) }, 'Search index segments could not be merged'),
      );
  }
}

const MEGABYTE = 1_000_000;

function sizeOf({ documents, bytes }: MemoryIndex): { documents: number; megabytes: number } {
  return { documents, megabytes: Math.round(bytes / MEGABYTE) };
}
