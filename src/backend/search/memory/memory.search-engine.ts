import type { Kysely } from 'kysely';
import type { Database } from '../../database/schema.js';
import type { SearchCodes } from '../codes/search-codes.js';
import { noAnswer } from '../facets/facet-counts.js';
import type { SearchAnswer, SearchEngine, SearchQuery } from '../search.port.js';
import type { Stemmer } from '../text/stemmer.js';
import type { MemoryIndex } from './memory-index.js';

export interface MemorySearchParts {
  index: MemoryIndex;
  codes: SearchCodes;
  stemmer: Stemmer;
  /** For what the codes and the stemmer do not know yet, and for names of organizations. */
  database: Kysely<Database>;
}

/** Searches in memory. */
export class MemorySearchEngine implements SearchEngine {
  constructor(private readonly parts: MemorySearchParts) {}

  /** Whether the index holds what the query asks about: not the text of titles, which PostgreSQL has to be asked for. */
  canAnswer({ limit }: SearchQuery): boolean {
    return limit < 0 && this.parts.index.documents > 0;
  }

  search(query: SearchQuery): Promise<SearchAnswer> {
    return Promise.resolve(noAnswer(query));
  }
}
