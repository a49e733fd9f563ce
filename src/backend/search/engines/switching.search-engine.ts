import type { BackendLogger } from '#contract/backend/backend.js';
import { observe, type SearchRun, searchRuns } from '#shared/telemetry/channels.js';
import { isDatabaseUnavailable } from '../../platform/database/unavailable.js';
import type { IndexKind, JobKind, SearchAnswer, SearchEngine, SearchQuery } from '../port/search.port.js';

/** A search engine that does not always know the answer. */
export interface PartialSearchEngine<Kind extends IndexKind = JobKind> extends SearchEngine<Kind> {
  canAnswer(query: SearchQuery<Kind>): boolean;
}

/** Searches in memory where that gives the right answer now, else in PostgreSQL. */
export class SwitchingSearchEngine<Kind extends IndexKind = JobKind> implements SearchEngine<Kind> {
  private hasFailed = false;

  /**
   * @param index its name in metrics
   * @param memory undefined while there is none, or it is behind.
   */
  constructor(
    private readonly index: string,
    private readonly memory: () => PartialSearchEngine<Kind> | undefined,
    private readonly postgres: SearchEngine<Kind>,
    private readonly logger: BackendLogger,
  ) {}

  search(query: SearchQuery<Kind>): Promise<SearchAnswer<Kind>> {
    return observe(
      searchRuns,
      () => ({ index: this.index, startedAt: performance.now() }),
      (run) => this.answer(query, run),
    );
  }

  private async answer(query: SearchQuery<Kind>, run: SearchRun | undefined): Promise<SearchAnswer<Kind>> {
    const memory = this.memory();
    if (!memory?.canAnswer(query)) return this.askDatabase(query, run);
    try {
      const answer = await memory.search(query);
      if (run) run.engine = 'memory';
      return answer;
    } catch (error) {
      // It asks the database for what it does not know yet.
      if (isDatabaseUnavailable(error)) throw error;
      if (!this.hasFailed) this.logger.error({ error: String((error as Error).stack) }, 'The in-memory search failed');
      this.hasFailed = true;
      return this.askDatabase(query, run);
    }
  }

  private async askDatabase(query: SearchQuery<Kind>, run: SearchRun | undefined): Promise<SearchAnswer<Kind>> {
    const answer = await this.postgres.search(query);
    if (run) run.engine = 'postgres';
    return answer;
  }
}
