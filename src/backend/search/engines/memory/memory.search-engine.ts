import type { Kysely } from 'kysely';
import type { Database } from '../../../platform/database/schema.js';
import { scopePrefix } from '../../codes/codes.js';
import type { FacetCombinationDictionary } from '../../codes/facet-combinations.js';
import { learnCodes, type SearchCodes } from '../../codes/search-codes.js';
import { type Counted, noJobs, toFacetCounts } from '../../facets/facet-counts.js';
import { OrganizationCounts, findOrganizations } from '../../facets/organization-facet.js';
import { AdvertLimits, type AdvertReader } from '../../adverts/advert-limits.js';
import {
  type SearchAnswer,
  type SearchEngine,
  type SearchQuery,
  type FacetCounts,
  asksForTitles,
  isEmptySearch,
} from '../../port/search.port.js';
import { readKeywords, type Analysis } from '../../analysis/keyword-query.js';
import type { MemoryIndex } from './memory-index.js';
import { compileLexeme } from './query/word-matcher.js';
import { isAdvertFacet } from '../../adverts/advert-facets.js';
import { AdvertCounter } from './facets/advert-matches.js';
import { MAX_WORDS, subtract } from './segment/typed-arrays.js';
import { pageOf, ListCursor, SetCursor, type Cursor } from './query/hit-order.js';
import { MatchFinder } from './query/match-finder.js';

export interface MemorySearchParts {
  index: MemoryIndex;
  codes: SearchCodes;
  analysis: Analysis;
  /** Maps values of advert facets to limits; defaults to the product's exchange rates. */
  adverts?: AdvertLimits;
  /** Queried for unknown codes and stems that are not cached yet, and for names of organizations. */
  database: Kysely<Database>;
}

/** Searches in memory. Data that it needs from the database is almost always cached. */
export class MemorySearchEngine implements SearchEngine {
  private readonly empty: MatchAllAnswers;
  private readonly finder: MatchFinder;
  private readonly limits: AdvertLimits;

  constructor(private readonly parts: MemorySearchParts) {
    this.empty = new MatchAllAnswers(parts.index, parts.codes.combos);
    this.finder = new MatchFinder(parts.codes);
    this.limits = parts.adverts ?? new AdvertLimits();
  }

  /** Whether the index can answer the query. It does not contain the text of titles, which only PostgreSQL can search. */
  canAnswer({ where, selections }: SearchQuery): boolean {
    return !asksForTitles(where) && !selections.some((selection) => asksForTitles(selection.where));
  }

  async search(query: SearchQuery): Promise<SearchAnswer> {
    const { codes, analysis, database, index } = this.parts;
    const { scopes } = await codes.scopes.choose(query.site, query.languages);
    const adverts = query.adverts && this.limits.of(query.adverts, scopes);
    if (scopes.length === 0) return noJobs(query, adverts);
    const isEmpty = isEmptySearch(query);
    const text = await readKeywords(database, analysis, query.keywords, scopes, query.ownLanguage);
    const organizations = isEmpty ? undefined : await findOrganizations(database, query);
    await learnCodes(codes, () => index.largest);
    // From here on nothing is awaited, so all steps see the same state of the index.
    const ids = scopes.map(({ id }) => id);
    if (!organizations) return this.empty.answer(query, ids, adverts);
    return this.finder.find(index.segments, { query, scopes: ids, text, organizations, adverts });
  }
}

const MAX_ENTRIES = 256;

/** Answers searches without conditions from maintained counts, independently of the number of jobs. */
class MatchAllAnswers {
  private readonly facets = new Map<string, readonly FacetCounts[]>();
  private version = -1;

  constructor(
    private readonly index: MemoryIndex,
    private readonly dictionary: FacetCombinationDictionary,
  ) {}

  answer(query: SearchQuery, scopes: readonly number[], adverts: AdvertReader | undefined): SearchAnswer {
    const total = scopes.reduce((sum, scope) => sum + (this.index.tallies.of(scope)?.total ?? 0), 0);
    const oldest = query.sort === 'oldest';
    const group = { count: total, cursors: () => this.cursors(scopes, oldest) };
    return {
      total,
      ids: pageOf([group], oldest, query.offset, query.limit),
      facets: this.facetsOf(query, scopes, adverts),
    };
  }

  /** Returns cursors over the documents of each scope, which have the scope's marker term; no document has two. */
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
  private facetsOf(
    query: SearchQuery,
    scopes: readonly number[],
    adverts: AdvertReader | undefined,
  ): readonly FacetCounts[] {
    const { facets } = query;
    if (this.version !== this.index.version || this.facets.size > MAX_ENTRIES) this.facets.clear();
    this.version = this.index.version;
    const key = JSON.stringify([scopes, facets, query.adverts]);
    const known =
      this.facets.get(key) ??
      toFacetCounts(facets, this.dictionary, {
        ...this.count(scopes),
        adverts: adverts ? this.countAdverts(query, scopes, adverts) : new Map(),
      });
    this.facets.set(key, known);
    return known;
  }

  private countAdverts(query: SearchQuery, scopes: readonly number[], adverts: AdvertReader): Counted['adverts'] {
    const counter = new AdvertCounter(query, adverts);
    const marks = scopes.map((scope) => compileLexeme(scopePrefix(scope, 'everything'), false));
    const bits = new Uint32Array(MAX_WORDS);
    for (const live of this.index.segments) {
      const { segment, deleted } = live;
      bits.fill(0, 0, segment.words);
      for (const { bytes, hash } of marks) {
        const term = segment.termOf(bytes, hash);
        if (term >= 0) segment.addDocuments(term, bits);
      }
      if (deleted) subtract(bits, deleted, segment.words);
      counter.count(query.facets.map(({ facet }) => facet).filter(isAdvertFacet), live, bits);
    }
    return counter.counts();
  }

  private count(scopes: readonly number[]): Pick<Counted, 'counts' | 'organizations'> {
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
