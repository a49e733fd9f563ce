import type { BackendLogger } from '../../contract/backend.js';
import { isDatabaseUnavailable } from '../database/unavailable.js';
import type { MemorySearchEngine } from './memory/memory.search-engine.js';
import type { SearchAnswer, SearchEngine, SearchQuery } from './search.port.js';

/** Searches in memory where that gives the right answer now, else in PostgreSQL. */
export class SwitchingSearchEngine implements SearchEngine {
  private hasFailed = false;

  /** @param memory undefined while there is none, or it is behind. */
  constructor(
    private readonly memory: () => Pick<MemorySearchEngine, 'canAnswer' | 'search'> | undefined,
    private readonly postgres: SearchEngine,
    private readonly logger: BackendLogger,
  ) {}

  async search(query: SearchQuery): Promise<SearchAnswer> {
    const memory = this.memory();
    if (!memory?.canAnswer(query)) return this.postgres.search(query);
    try {
      return await memory.search(query);
    } catch (error) {
      // It asks the database for what it does not know yet.
      if (isDatabaseUnavailable(error)) throw error;
      if (!this.hasFailed) this.logger.error({ error: String((error as Error).stack) }, 'The search in memory failed');
      this.hasFailed = true;
      return this.postgres.search(query);
    }
  }
}
