import type { Kysely } from 'kysely';
import type { BackendLogger } from '#contract/backend/backend.js';
import type { ChangeFeed } from '../../platform/change-feed/change-feed.js';
import type { ConnectionTarget } from '../../platform/database/pool.js';
import type { Database } from '../../platform/database/schema.js';
import type { SearchCodes } from '../codes/search-codes.js';
import { DictionaryReplica } from '../suggest/dictionary-replica.js';
import { PostgresSimilarWords } from '../suggest/postgres.similar-words.js';
import type { SimilarWords } from '../suggest/similar-words.port.js';
import type { AdvertLimits } from '../adverts/advert-limits.js';
import { IndexReplica } from './memory/index-replica.js';
import type { MemoryIndex } from './memory/memory-index.js';
import { MemorySearchEngine } from './memory/memory.search-engine.js';
import type { Analysis } from '../analysis/keyword-query.js';

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
