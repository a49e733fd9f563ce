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
import type { DirectoryIndex, DirectoryKind } from './directory-index.js';
import { DirectorySearchEngine } from './directory.search-engine.js';
import { DirectoryReplica } from './memory/directory-replica.js';
import { MemoryDirectoryEngine } from './memory/memory.directory-engine.js';

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
