import type { Kysely } from 'kysely';
import type { Database } from '../../platform/database/schema.js';
import type { Scopes } from '../codes/scopes.js';
import { PlanGuard } from '../engines/postgres/plan-guard.js';
import type { SearchAnswer, SearchEngine, SearchQuery } from '../port/search.port.js';
import { noAnswer } from '../facets/facet-counts.js';
import { readKeywords } from '../analysis/keyword-query.js';
import type { Stemmer } from '../analysis/stemmer.js';
import type { DirectoryIndex, DirectoryKind } from './directory-index.js';
import { type DirectoryRow, toDirectoryStatement } from './directory-statement.js';
import { toFacetCounts } from './to-facet-counts.js';

/** Searches a directory in PostgreSQL: always there, always right, and in time with how much is found. */
export class DirectorySearchEngine implements SearchEngine<DirectoryKind> {
  private readonly guard: PlanGuard;

  constructor(
    private readonly database: Kysely<Database>,
    private readonly stemmer: Stemmer,
    private readonly scopes: Scopes,
    private readonly index: DirectoryIndex,
  ) {
    this.guard = new PlanGuard(database);
  }

  /** @param among ids; none: all that the directory holds */
  async search(query: SearchQuery<DirectoryKind>, among?: readonly number[]): Promise<SearchAnswer<DirectoryKind>> {
    const { scopes } = await this.scopes.choose(query.site, query.languages);
    if (scopes.length === 0) return noAnswer(query);
    const statement = toDirectoryStatement(this.index, query, {
      scopes: scopes.map(({ id }) => id),
      text: await readKeywords(this.database, this.stemmer, query.keywords, scopes),
      among,
    });
    const [row] = await this.guard.run<DirectoryRow>(statement.text, statement.values);
    return row ? this.answer(query, row) : noAnswer(query);
  }

  private answer(
    query: SearchQuery<DirectoryKind>,
    { total, ids, codes, counts }: DirectoryRow,
  ): SearchAnswer<DirectoryKind> {
    const counted = (codes ?? []).map((code, at) => ({ code, count: counts![at]! }));
    return { total, ids: ids ?? [], facets: toFacetCounts(this.index, query.facets, counted) };
  }
}
