import type { Kysely } from 'kysely';
import type { BackendLogger } from '#contract/backend/backend.js';
import type { Change } from '../../platform/change-feed/change.js';
import type { ChangeFeed } from '../../platform/change-feed/change-feed.js';
import type { Database } from '../../platform/database/schema.js';
import type { Scopes } from '../codes/codes.js';
import type { SimilarWords } from '../suggest/similar-words.js';
import { CorrectingSearch } from '../query/correcting-search.js';
import { SwitchingSearchEngine } from '../engines/switching.search-engine.js';
import type { Analysis } from '../analysis/keyword-query.js';
import { Replica, type ReplicaSource } from '../../platform/change-feed/replica.js';
import { KEEP_PLAN } from '../../platform/database/pool.js';
import { inSlices, type Slices } from '../../platform/background-jobs/slices.js';
import { run } from '../../platform/database/statement.js';
import type { DirectoryIndex, DirectoryKind } from './directory-index.js';
import { DirectorySearchEngine } from './directory.search-engine.js';
import { MemoryDirectoryEngine } from './memory/memory.directory-engine.js';
import {
  DirectoryColumns,
  directoryColumnsSql,
  readDirectoryRow,
  type SentDirectoryRow,
} from './memory/directory-columns.js';

const READ_AT_ONCE = 2000;
const COPIED_AT_ONCE = 500;

// With fewer deleted documents, rebuilding the columns is not worthwhile.
const FEW_DEAD = 1000;

/** Keeps a directory in memory and up to date. */
export class DirectoryReplica implements ReplicaSource<number> {
  readonly name: string;
  private columns: DirectoryColumns | undefined;
  private readonly byName: boolean;
  private readonly copy: Replica<number>;

  /** @param mostBytes maximum size of the columns */
  constructor(
    private readonly database: Kysely<Database>,
    feed: ChangeFeed,
    private readonly index: DirectoryIndex,
    private readonly maxBytes: number,
    logger: BackendLogger,
  ) {
    this.name = `The directory of ${index.id}`;
    this.byName = index.newestField === undefined;
    this.copy = new Replica(feed, this, maxBytes, logger);
  }

  /** @returns undefined while there are no up-to-date columns */
  current(): DirectoryColumns | undefined {
    return this.copy.isValid ? this.columns : undefined;
  }

  close(): Promise<void> {
    return this.copy.close();
  }

  keysOf({ kind, ids }: Change): readonly number[] {
    return kind === this.index.changes ? ids : [];
  }

  /** Loads all rows in one database snapshot, sorted by the database in the order of the directory. */
  async fill(signal: AbortSignal): Promise<void> {
    const columns = new DirectoryColumns(this.byName);
    const select = `select ${directoryColumnsSql(this.byName)} from ${this.index.table}`;
    await this.database.transaction().execute(async (trx) => {
      await run(trx, `declare entries no scroll cursor for ${select} order by ${this.byName ? 'sort_name' : 'at'}, id`);
      for (;;) {
        const rows = await run<SentDirectoryRow>(trx, `fetch ${READ_AT_ONCE} from entries`);
        for (const row of rows) columns.append(readDirectoryRow(row));
        if (rows.length === 0 || signal.aborted || columns.bytes > this.maxBytes) return;
      }
    });
    if (signal.aborted || !this.copy.fits(columns.bytes)) return;
    this.columns = columns;
  }

  async refresh(ids: readonly number[]): Promise<void> {
    const { columns } = this;
    if (!columns) return;
    const rows = await run<SentDirectoryRow>(
      this.database,
      `${KEEP_PLAN} select ${directoryColumnsSql(this.byName)} from ${this.index.table} where id = any($1::bigint[])`,
      [ids],
    );
    columns.replace(ids, rows.map(readDirectoryRow));
    const dead = columns.size - columns.living;
    const isMostlyDead = dead > Math.max(FEW_DEAD, columns.living);
    this.columns = isMostlyDead ? await inSlices(copyOfLive(columns, this.byName)) : columns;
    this.copy.fits(this.columns.bytes);
  }

  invalidate(): void {
    this.columns = undefined;
  }
}

// Answers take up to 3 kB each, because facets of a directory have many values.
const ANSWER_BYTES = 12_000_000;

export interface DirectoryParts {
  database: Kysely<Database>;
  analysis: Analysis;
  scopes: Scopes;
  similarWords: SimilarWords;
  /** Without it nothing is cached. */
  feed: ChangeFeed | undefined;
  /** Maximum size of the directory in memory; 0 disables the in-memory search. */
  maxBytes: number;
  logger: BackendLogger;
}

export interface Directory {
  /** Can also search a subset of the entries. */
  inDatabase: DirectorySearchEngine;
  search: CorrectingSearch<DirectoryKind>;
  /** Discards cached answers. Must be called after the directory itself has processed the changes. */
  invalidate(changes: readonly Change[]): void;
  close(): Promise<void>;
}

/** Creates the search of a directory, in memory if there is enough. */
export function createDirectory(index: DirectoryIndex, parts: DirectoryParts): Directory {
  const { database, analysis, scopes, similarWords, feed, maxBytes, logger } = parts;
  const inDatabase = new DirectorySearchEngine(database, analysis, scopes, index);
  const replica = feed && maxBytes > 0 ? new DirectoryReplica(database, feed, index, maxBytes, logger) : undefined;
  const inMemory =
    replica && new MemoryDirectoryEngine({ columns: () => replica.current(), index, database, analysis, scopes });
  const search = new CorrectingSearch({
    similarWords,
    scopes,
    cacheBytes: ANSWER_BYTES,
    engine: new SwitchingSearchEngine(index.changes, () => inMemory, inDatabase, logger),
    isCurrent: feed && (() => feed.isCurrent),
  });
  return {
    inDatabase,
    search,
    invalidate(changes) {
      if (changes.some((change) => concerns(index, change))) search.invalidate();
    },
    close: async () => replica?.close(),
  };
}

function concerns({ changes }: DirectoryIndex, { kind }: Change): boolean {
  return kind === changes || kind === 'words' || kind === 'scopes' || kind === 'all';
}

function* copyOfLive(columns: DirectoryColumns, byName: boolean): Slices<DirectoryColumns> {
  const copy = new DirectoryColumns(byName);
  for (const document of columns.order.walk(false)) {
    if (columns.isAlive(document)) copy.append(columns.row(document));
    if (document % COPIED_AT_ONCE === 0) yield;
  }
  return copy;
}
