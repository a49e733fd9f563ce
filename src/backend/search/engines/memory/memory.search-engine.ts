import type { Kysely } from 'kysely';
import type { Database } from '../../../platform/database/schema.js';
import { scopePrefix } from '../../codes/codes.js';
import type { FacetCombinationDictionary } from '../../codes/facet-combinations.js';
import { learnCodes, type SearchCodes } from '../../codes/search-codes.js';
import { noAnswer, toFacetCounts } from '../../facets/facet-counts.js';
import { findOrganizations } from '../../facets/organization-conditions.js';
import { OrganizationCounts } from '../../facets/organization-counts.js';
import { asksForTitles, isEmptySearch } from '../../query/inspect-query.js';
import type { SearchAnswer, SearchEngine, SearchQuery, FacetCounts } from '../../port/search.port.js';
import { readKeywords, type Analysis } from '../../analysis/keyword-query.js';
import type { MemoryIndex } from './memory-index.js';
import { compileLexeme } from './query/compiled-words.js';
import { ListCursor, SetCursor, type Cursor } from './query/hit-cursors.js';
import { pageOf } from './query/hit-order.js';
import { MatchFinder } from './query/match-finder.js';

export interface MemorySearchParts {
  index: MemoryIndex;
  codes: SearchCodes;
  analysis: Analysis;
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
    const { codes, analysis, database, index } = this.parts;
    const { scopes } = await codes.scopes.choose(query.site, query.languages);
    if (scopes.length === 0) return noAnswer(query);
    const isEmpty = isEmptySearch(query);
    const text = await readKeywords(database, analysis, query.keywords, scopes);
    const organizations = isEmpty ? undefined : await findOrganizations(database, query);
    await learnCodes(codes, () => index.largest);
    // From here on nothing is awaited: all of it sees the same index.
    const ids = scopes.map(({ id }) => id);
    if (!organizations) return this.empty.answer(query, ids);
    return this.finder.find(index.segments, { query, scopes: ids, text, organizations });
  }
}

const MAX_ENTRIES = 256;

/** Answers searches without conditions from counts that are kept, so that the number of jobs does not matter. */
class MatchAllAnswers {
  private readonly facets = new Map<string, readonly FacetCounts[]>();
  private version = -1;

  constructor(
    private readonly index: MemoryIndex,
    private readonly dictionary: FacetCombinationDictionary,
  ) {}

  answer(query: SearchQuery, scopes: readonly number[]): SearchAnswer {
    const total = scopes.reduce((sum, scope) => sum + (this.index.tallies.of(scope)?.total ?? 0), 0);
    const oldest = query.sort === 'oldest';
    const group = { count: total, cursors: () => this.cursors(scopes, oldest) };
    return {
      total,
      ids: pageOf([group], oldest, query.offset, query.limit),
      facets: this.facetsOf(query, scopes),
    };
  }

  /** Each scope's documents are those with its mark; no document has two. */
  private cursors(scopes: readonly number[], oldest: boolean): Cursor[] {
    const marks = scopes.map((scope) => compileLexeme(scopePrefix(scope, 'everything'), false));
    return this.index.segments.flatMap(({ segment, deleted }) =>
      marks.flatMap((mark) => {
        const term = segment.termOf(mark.bytes, mark.hash);
        if (term < 0) return [];
        const { postings, frequencies, lists, bitmaps } = segment.arrays;
        const from = postings[term]!;
        return segment.isDense(term)
          ? new SetCursor(segment, bitmaps, oldest, from, deleted)
          : new ListCursor(segment, lists, from, from + frequencies[term]!, oldest, deleted);
      }),
    );
  }

  /** Counts of facet values change only with the index. */
  private facetsOf({ facets }: SearchQuery, scopes: readonly number[]): readonly FacetCounts[] {
    if (this.version !== this.index.version || this.facets.size > MAX_ENTRIES) this.facets.clear();
    this.version = this.index.version;
    const key = JSON.stringify([scopes, facets]);
    const known = this.facets.get(key) ?? toFacetCounts(facets, this.dictionary, this.count(scopes));
    this.facets.set(key, known);
    return known;
  }

  private count(scopes: readonly number[]): { counts: Uint32Array; organizations: OrganizationCounts } {
    const { starts, slots, facetOfSlot } = this.dictionary;
    const counts = new Uint32Array(facetOfSlot.length);
    const organizations = new OrganizationCounts();
    const byOrganization = new Map<number, number>();
    for (const scope of scopes) {
      const tally = this.index.tallies.of(scope);
      tally?.combos.forEach((combo, count) => {
        for (let slot = starts[combo]!, end = starts[combo + 1]!; slot < end; slot++) counts[slots[slot]!]! += count;
      });
      tally?.organizations.forEach((id, count) => {
        if (scopes.length === 1) organizations.set(id, count);
        else byOrganization.set(id, (byOrganization.get(id) ?? 0) + count);
      });
    }
    for (const [id, count] of byOrganization) organizations.set(id, count);
    return { counts, organizations };
  }
}
