import type { Kysely } from 'kysely';
import type { BackendLogger } from '#contract/backend/backend.js';
import type { Change } from '../../platform/change-feed/change.js';
import type { ChangeFeed } from '../../platform/change-feed/change-feed.js';
import type { Database } from '../../platform/database/schema.js';
import type { Scopes } from '../codes/scopes.js';
import type { SimilarWords } from '../suggest/similar-words.port.js';
import { CorrectingSearch } from '../query/correcting-search.js';
import { SwitchingSearchEngine } from '../engines/switching.search-engine.js';
import type { Analysis } from '../analysis/keyword-query.js';
import type { DirectoryIndex, DirectoryKind } from './directory-index.js';
import { DirectorySearchEngine } from './directory.search-engine.js';
import { DirectoryReplica } from './memory/directory-replica.js';
import { MemoryDirectoryEngine } from './memory/memory.directory-engine.js';

// Up to 3 kB each: facets of a directory have many values.
const ANSWER_BYTES = 12_000_000;

export interface DirectoryParts {
  database: Kysely<Database>;
  analysis: Analysis;
  scopes: Scopes;
  similarWords: SimilarWords;
  /** Without it nothing is kept in memory. */
  feed: ChangeFeed | undefined;
  /** Of the directory in memory; 0: none. */
  maxBytes: number;
  logger: BackendLogger;
}

export interface Directory {
  /** Answers for some of the entries as well as for all. */
  inDatabase: DirectorySearchEngine;
  search: CorrectingSearch<DirectoryKind>;
  /** Answers may be others now. To be called after the directory has heard of the changes itself. */
  invalidate(changes: readonly Change[]): void;
  close(): Promise<void>;
}

/** The search of an index of things with names, in memory where there is room. */
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
