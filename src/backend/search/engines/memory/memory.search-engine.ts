import type { Kysely } from 'kysely';
import type { Database } from '../../../platform/database/schema.js';
import { learnCodes, type SearchCodes } from '../../codes/search-codes.js';
import { noAnswer } from '../../facets/facet-counts.js';
import { findOrganizations } from '../../facets/organization-conditions.js';
import { asksForTitles, isEmptySearch } from '../../query/inspect-query.js';
import type { SearchAnswer, SearchEngine, SearchQuery } from '../../port/search.port.js';
import { readKeywords } from '../../analysis/keyword-query.js';
import type { Stemmer } from '../../analysis/stemmer.js';
import type { MemoryIndex } from './memory-index.js';
import { MatchAllAnswers } from './query/match-all-search.js';
import { MatchFinder } from './query/match-finder.js';

export interface MemorySearchParts {
  index: MemoryIndex;
  codes: SearchCodes;
  stemmer: Stemmer;
  /** For what the codes and the stemmer do not know yet, and for names of organizations. */
  database: Kysely<Database>;
}

/** Searches in memory. What it asks the database for is, as good as always, known already. */
export class MemorySearchEngine implements SearchEngine {
  private readonly empty: MatchAllAnswers;
  private readonly finder: MatchFinder;

  constructor(private readonly parts: MemorySearchParts) {
    this.empty = new MatchAllAnswers(parts.index, parts.codes.combos);
    this.finder = new MatchFinder(parts.codes);
  }

  /** Whether the index holds what the query asks about: not the text of titles, which PostgreSQL has to be asked for. */
  canAnswer({ where, selections }: SearchQuery): boolean {
    return !asksForTitles(where) && !selections.some((selection) => asksForTitles(selection.where));
  }

  async search(query: SearchQuery): Promise<SearchAnswer> {
    const { codes, stemmer, database, index } = this.parts;
    const { scopes } = await codes.scopes.choose(query.site, query.languages);
    if (scopes.length === 0) return noAnswer(query);
    const isEmpty = isEmptySearch(query);
    const text = await readKeywords(database, stemmer, query.keywords, scopes);
    const organizations = isEmpty ? undefined : await findOrganizations(database, query);
    await learnCodes(codes, () => index.largest);
    // From here on nothing is awaited: all of it sees the same index.
    const ids = scopes.map(({ id }) => id);
    if (!organizations) return this.empty.answer(query, ids);
    return this.finder.find(index.segments, { query, scopes: ids, text, organizations });
  }
}
