import type { BackendLogger } from '#contract/backend/backend.js';
import { observe, type SearchRun, searchRuns } from '#shared/telemetry/telemetry.js';
import { isDatabaseUnavailable } from '../../platform/database/dead-connections.js';
import type { IndexKind, JobKind, SearchAnswer, SearchEngine, SearchQuery } from '../port/search.port.js';

/** A search engine that cannot answer every query. */
export interface PartialSearchEngine<Kind extends IndexKind = JobKind> extends SearchEngine<Kind> {
  canAnswer(query: SearchQuery<Kind>): boolean;
}

/** Searches in memory if the in-memory index is up to date and can answer the query, otherwise in PostgreSQL. */
export class SwitchingSearchEngine<Kind extends IndexKind = JobKind> implements SearchEngine<Kind> {
  private hasFailed = false;

  /**
   * @param index name of the index in metrics
   * @param memory returns undefined while there is no in-memory index, or it is out of date
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
      // The in-memory search queries the database for codes and lexemes that are not cached yet, so PostgreSQL would fail as well.
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
