import type { Kysely } from 'kysely';
import type { Database } from '../../../platform/database/schema.js';
import type { Scope, Scopes } from '../../codes/scopes.js';
import { noAnswer } from '../../facets/facet-counts.js';
import { PlanGuard } from '../../engines/postgres/plan-guard.js';
import { asksForTitles } from '../../query/asks-for-titles.js';
import { isEmptySearch } from '../../query/empty-query.js';
import type { FacetCounts, Keywords, SearchAnswer, SearchEngine, SearchQuery } from '../../port/search.port.js';
import { readKeywords } from '../../analysis/keyword-query.js';
import type { Stemmer } from '../../analysis/stemmer.js';
import type { DirectoryIndex, DirectoryKind } from '../directory-index.js';
import { toFacetCounts } from '../to-facet-counts.js';
import { pageOfAll, pageOfHits } from './choose-page.js';
import { countDocuments } from './count-documents.js';
import type { DirectoryColumns } from './directory-columns.js';
import { type MatchedWords, matchWords, toDocuments } from './matched-words.js';

type Query = SearchQuery<DirectoryKind>;
type Answer = SearchAnswer<DirectoryKind>;

export interface MemoryDirectoryParts {
  /** As they are now; undefined while they are not right. */
  columns: () => DirectoryColumns | undefined;
  index: DirectoryIndex;
  database: Kysely<Database>;
  stemmer: Stemmer;
  scopes: Scopes;
}

/** Searches a directory in memory; only what words match is asked of the database. */
export class MemoryDirectoryEngine implements SearchEngine<DirectoryKind> {
  private readonly guard: PlanGuard;

  constructor(private readonly parts: MemoryDirectoryParts) {
    this.guard = new PlanGuard(parts.database);
  }

  /** Whether the columns hold what the query asks about: not the text of titles, and names only where they give the order. */
  canAnswer({ where, selections, sort }: Query): boolean {
    const columns = this.parts.columns();
    if (!columns || (sort.by === 'name' && !columns.byName)) return false;
    return !asksForTitles(where) && !selections.some((selection) => asksForTitles(selection.where));
  }

  /** @throws where the columns are not right any more */
  async search(query: Query): Promise<Answer> {
    const { scopes } = await this.parts.scopes.choose(query.site, query.languages);
    if (scopes.length === 0) return noAnswer(query);
    const matched = query.keywords && (await this.match(query, query.keywords, scopes));
    const columns = this.parts.columns();
    if (!columns) throw new Error('The directory in memory was thrown away during a search');
    // From here on nothing is awaited: all of it sees the same columns.
    const ids = scopes.map(({ id }) => id);
    return !matched && isEmptySearch({ ...query, keywords: undefined })
      ? this.all(columns, query, ids)
      : this.some(columns, query, ids, matched);
  }

  private all(columns: DirectoryColumns, query: Query, scopes: readonly number[]): Answer {
    const total = columns.counts.total(scopes);
    return {
      total,
      ids: idsOf(columns, pageOfAll(columns, { scopes, total }, query)),
      facets: this.facetsOf(columns, query, (slot) => columns.counts.of(scopes, slot)),
    };
  }

  private some(
    columns: DirectoryColumns,
    query: Query,
    scopes: readonly number[],
    matched: MatchedWords | undefined,
  ): Answer {
    const words = matched && toDocuments(columns, matched);
    const counted = countDocuments(columns, this.parts.index, query, { scopes, among: words?.documents });
    const scores = query.sort.by === 'relevance' ? words?.scoreOf : undefined;
    return {
      total: counted.total,
      ids: idsOf(columns, pageOfHits(columns, counted, scores, query)),
      facets: this.facetsOf(columns, query, (slot) => counted.counts[slot]!),
    };
  }

  /** @returns undefined where the keywords ask for nothing */
  private async match(query: Query, keywords: Keywords, scopes: readonly Scope[]): Promise<MatchedWords | undefined> {
    const { database, stemmer, index } = this.parts;
    const text = await readKeywords(database, stemmer, keywords, scopes);
    return text && matchWords(this.guard, index.table, text, query.sort.by === 'relevance' && text.scored.length > 0);
  }

  private facetsOf(
    columns: DirectoryColumns,
    query: Query,
    countOf: (slot: number) => number,
  ): FacetCounts<DirectoryKind>[] {
    if (query.facets.length === 0) return [];
    const counted = columns.slots.map(({ code }, slot) => ({ code, count: countOf(slot) }));
    return toFacetCounts(
      this.parts.index,
      query.facets,
      counted.filter(({ count }) => count > 0),
    );
  }
}

function idsOf({ ids }: DirectoryColumns, documents: readonly number[]): string[] {
  return documents.map((document) => String(ids[document]!));
}
