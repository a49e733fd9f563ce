import type { Kysely } from 'kysely';
import type { Database } from '../../database/schema.js';
import type { Scopes } from '../codes/scopes.js';
import { PlanGuard } from '../postgres/plan-guard.js';
import type { FacetCount, SearchAnswer, SearchEngine, SearchQuery } from '../search.port.js';
import { selectValues } from '../facets/facet-counts.js';
import { toKeywordQuery } from '../text/keyword-query.js';
import { formsOfKeywords } from '../text/read-keyword.js';
import type { Stemmer } from '../text/stemmer.js';
import type { DirectoryIndex, DirectoryKind } from './directory-index.js';
import { type DirectoryRow, toDirectoryStatement } from './directory-statement.js';
import { facetCode, valueOfCode } from './facet-codes.js';

/** Searches a directory in PostgreSQL, which is quick for as many things as there are organizations. */
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

  async search(query: SearchQuery<DirectoryKind>): Promise<SearchAnswer<DirectoryKind>> {
    const { scopes } = await this.scopes.choose(query.site, query.languages);
    const nothing = { total: 0, ids: [], facets: query.facets.map(({ facet }) => ({ facet, values: [] })) };
    if (scopes.length === 0) return nothing;
    const { keywords } = query;
    if (keywords) {
      for (const { language } of scopes)
        await this.stemmer.prepare(this.database, language, formsOfKeywords(keywords, language));
    }
    const statement = toDirectoryStatement(this.index, query, {
      scopes: scopes.map(({ id }) => id),
      text: keywords && toKeywordQuery(keywords, scopes, this.stemmer),
    });
    const [row] = await this.guard.run<DirectoryRow>(statement.text, statement.values);
    return row ? this.answer(query, row) : nothing;
  }

  private answer(query: SearchQuery<DirectoryKind>, { total, ids, codes, counts }: DirectoryRow) {
    const byFacet = this.index.facets.map((): FacetCount[] => []);
    codes?.forEach((code, at) => {
      const value = valueOfCode(code);
      byFacet[(code - value) / facetCode(1, null)]?.push({ value, count: counts![at]! });
    });
    return {
      total,
      ids: ids ?? [],
      facets: query.facets.map((request) => {
        const number = this.index.facets.findIndex(({ name }) => name === request.facet);
        return { facet: request.facet, values: selectValues(byFacet[number] ?? [], request) };
      }),
    };
  }
}
