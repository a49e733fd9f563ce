import type { Kysely } from 'kysely';
import type { BackendLogger } from '#contract/backend/backend.js';
import type { ChangeFeed } from '../../platform/change-feed/change-feed.js';
import type { ConnectionTarget } from '../../platform/database/pool.js';
import type { Database } from '../../platform/database/schema.js';
import type { SearchCodes } from '../codes/search-codes.js';
import { DictionaryReplica } from '../suggest/memory.similar-words.js';
import { PostgresSimilarWords, type SimilarWords } from '../suggest/similar-words.js';
import type { AdvertLimits } from '../adverts/advert-limits.js';
import type { Analysis } from '../analysis/keyword-query.js';
import { Replica, type ReplicaSource } from '../../platform/change-feed/replica.js';
import { MemoryIndex } from './memory/memory-index.js';
import { MemorySearchEngine } from './memory/memory.search-engine.js';
import { loadAllRows, loadRowsOf } from './memory/index-loader.js';
import { readSnapshot, SnapshotWriter } from './memory/index-snapshot.js';

export interface InMemorySearchParts {
  database: Kysely<Database>;
  target: ConnectionTarget;
  analysis: Analysis;
  /** Maps values of advert facets to limits; defaults to the product's exchange rates. */
  adverts?: AdvertLimits;
  codes: SearchCodes;
  feed: ChangeFeed;
  folder: string;
  maxBytes: number;
  logger: BackendLogger;
}

// Share of the memory limit: the dictionary is small compared with the postings.
const PART_OF_LEXICON = 0.1;
// Pause between slices of merging. During imports, merging takes 5% of the process's time; pauses spread it over 20%, so that page requests
// are hardly delayed.
const MERGE_REST_MS = 3;
const MEGABYTE = 1_000_000;

/** The in-memory data of the search. It loads itself and follows the change feed. */
export class InMemorySearch {
  /** Always available: falls back to the database. */
  readonly similarWords: SimilarWords;
  private readonly dictionary: DictionaryReplica;
  private readonly replica: IndexReplica;
  private readonly engines = new WeakMap<MemoryIndex, MemorySearchEngine>();

  constructor(private readonly parts: InMemorySearchParts) {
    const { database, feed, maxBytes, logger } = parts;
    const inDatabase = new PostgresSimilarWords(database);
    this.dictionary = new DictionaryReplica(database, feed, inDatabase, maxBytes * PART_OF_LEXICON, logger);
    this.similarWords = this.dictionary;
    this.replica = new IndexReplica({ ...parts, maxBytes: maxBytes * (1 - PART_OF_LEXICON) });
  }

  /** @returns undefined while there is no up-to-date index */
  engine(): MemorySearchEngine | undefined {
    const index = this.replica.current();
    if (!index) return undefined;
    let engine = this.engines.get(index);
    if (!engine) this.engines.set(index, (engine = new MemorySearchEngine({ ...this.parts, index })));
    return engine;
  }

  /** Size of the index in use. */
  get bytes(): number {
    return this.replica.current()?.bytes ?? 0;
  }

  async close(): Promise<void> {
    await this.dictionary.close();
    await this.replica.close();
  }
}

interface IndexReplicaOptions {
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
class IndexReplica implements ReplicaSource<number> {
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
    // The index must receive changes until it is saved: the snapshot is said to contain all up to the feed's position.
    await this.snapshots.close();
    await this.copy.close();
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

function sizeOf({ documents, bytes }: MemoryIndex): { documents: number; megabytes: number } {
  return { documents, megabytes: Math.round(bytes / MEGABYTE) };
}
