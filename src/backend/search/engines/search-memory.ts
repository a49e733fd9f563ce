import type { Kysely } from 'kysely';
import type { BackendLogger } from '#contract/backend/backend.js';
import type { ChangeFeed } from '../../platform/change-feed/change-feed.js';
import type { ConnectionTarget } from '../../platform/database/pool.js';
import type { Database } from '../../platform/database/schema.js';
import type { SearchCodes } from '../codes/search-codes.js';
import { LexiconKeeper } from '../suggest/lexicon-keeper.js';
import { PostgresWordNeighbours } from '../suggest/postgres.word-neighbours.js';
import type { WordNeighbours } from '../suggest/word-neighbours.port.js';
import { IndexKeeper } from './memory/index-keeper.js';
import type { MemoryIndex } from './memory/memory-index.js';
import { MemorySearchEngine } from './memory/memory.search-engine.js';
import type { Stemmer } from '../analysis/stemmer.js';

export interface SearchMemoryParts {
  database: Kysely<Database>;
  target: ConnectionTarget;
  stemmer: Stemmer;
  codes: SearchCodes;
  feed: ChangeFeed;
  folder: string;
  mostBytes: number;
  logger: BackendLogger;
}

// Of the memory: words are few beside where they stand.
const PART_OF_LEXICON = 0.1;

/** What searching keeps in memory. It fills and follows by itself. */
export class SearchMemory {
  /** Always answers, if need be from the database. */
  readonly neighbours: WordNeighbours;
  private readonly lexicon: LexiconKeeper;
  private readonly keeper: IndexKeeper;
  private readonly engines = new WeakMap<MemoryIndex, MemorySearchEngine>();

  constructor(private readonly parts: SearchMemoryParts) {
    const { database, feed, mostBytes, logger } = parts;
    const inDatabase = new PostgresWordNeighbours(database);
    this.lexicon = new LexiconKeeper(database, feed, inDatabase, mostBytes * PART_OF_LEXICON, logger);
    this.neighbours = this.lexicon;
    this.keeper = new IndexKeeper({ ...parts, mostBytes: mostBytes * (1 - PART_OF_LEXICON) });
  }

  /** @returns undefined while there is none that is right. */
  engine(): MemorySearchEngine | undefined {
    const index = this.keeper.current();
    if (!index) return undefined;
    let engine = this.engines.get(index);
    if (!engine) this.engines.set(index, (engine = new MemorySearchEngine({ ...this.parts, index })));
    return engine;
  }

  /** Of the index that is used. */
  get bytes(): number {
    return this.keeper.current()?.bytes ?? 0;
  }

  async close(): Promise<void> {
    await this.lexicon.close();
    await this.keeper.close();
  }
}
