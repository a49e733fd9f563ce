import type { JobFacetName, AdvertFacetName, JobIndexFacet } from '#contract/search/job-search.js';
import { concernsAdverts, isAdvertFacet } from '../../../adverts/advert-facets.js';
import type { AdvertReader } from '../../../adverts/advert-limits.js';
import { scopePrefix } from '../../../codes/codes.js';
import type { SearchCodes } from '../../../codes/search-codes.js';
import { noJobs, toFacetCounts, concernsCombinations, REMOTE } from '../../../facets/facet-counts.js';
import type { NamedOrganizations } from '../../../facets/organization-facet.js';
import type { SearchAnswer, SearchQuery } from '../../../port/search.port.js';
import type { KeywordQuery } from '../../../analysis/keyword-query.js';
import type { LiveSegment } from '../live-segment.js';
import { AdvertMatcher, toAdvertCondition, type AdvertCondition, AdvertCounter } from '../facets/advert-matches.js';
import { FacetMatcher, toSlotCondition, type SlotCondition } from '../facets/segment-facets.js';
import { MAX_WORDS, cardinalityOf, subtract } from '../segment/typed-arrays.js';
import type { Segment } from '../segment/segment.js';
import {
  AreaFilters,
  type AreaFilter,
  retainMatching,
  toPredicate,
  type Predicate,
  toChoices,
  type FacetChoice,
} from './filters.js';
import { HitCounter } from './hit-counter.js';
import { pageOf, type HitGroup, ScoredHits, SetCursor } from './hit-order.js';
import { type PointScores, scoresByBand, scoresByDistance } from '../../../analysis/score-parts.js';
import { Scorer, toScorePlan, type ScorePlan } from './scorer.js';
import { WordMatcher, compileLexeme, compileWords, type CompiledWords } from './word-matcher.js';

/** A search with the data that has been looked up for it. */
export interface PreparedSearch {
  query: SearchQuery;
  scopes: readonly number[];
  text: KeywordQuery | undefined;
  organizations: NamedOrganizations;
  /** undefined if the search uses no advert facets. */
  adverts: AdvertReader | undefined;
}

/** Conditions that a document must meet besides the facet selections. */
interface Conditions {
  words: CompiledWords;
  facets: SlotCondition | undefined;
  adverts: AdvertCondition | undefined;
  area: AreaFilter | undefined;
  predicates: readonly Predicate[];
}

/** Searches the segments, one search at a time; its working arrays are reused by the next search. */
export class MatchFinder {
  private readonly matcher = new WordMatcher();
  private readonly scorer = new Scorer(this.matcher);
  private readonly facets = new FacetMatcher();
  private readonly adverts = new AdvertMatcher();
  private readonly areas: AreaFilters;
  private readonly counter: HitCounter;
  private readonly side = new Uint32Array(MAX_WORDS);
  /** Hits of each segment. */
  private readonly hits: Uint32Array[] = [];

  constructor(private readonly codes: SearchCodes) {
    this.areas = new AreaFilters(codes);
    this.counter = new HitCounter(codes.combos);
  }

  find(segments: readonly LiveSegment[], search: PreparedSearch): SearchAnswer {
    const { query, text, scopes } = search;
    const conditions = this.conditionsOf(search);
    if (!conditions) return noJobs(query, search.adverts);
    const matchers = { facets: this.facets, adverts: this.adverts };
    const choices = toChoices(query, matchers, { ...search, dictionary: this.codes.combos });
    const counts = new FacetsToCount(query, search.adverts);
    this.counter.clear(segments.reduce((sum, { live }) => sum + live, 0));
    const searched: Searched[] = [];
    let total = 0;
    for (const live of segments) {
      const hits = this.workSpace(searched.length);
      if (!this.match(live, conditions, hits)) continue;
      const found = this.count(live, choices, counts, hits);
      if (found > 0) searched.push({ segment: live.segment, hits, found });
      total += found;
    }
    this.counter.finish();
    const isScored = query.sort === 'relevance' && text && text.scored.length > 0;
    const plan = isScored ? toScorePlan(text, scopes) : undefined;
    const nearness = total > query.offset && query.limit > 0 ? this.nearnessOf(search, plan) : undefined;
    const groups = total > query.offset && query.limit > 0 ? this.groupsOf(searched, plan, nearness, query) : [];
    return {
      total,
      ids: pageOf(groups, query.sort === 'oldest', query.offset, query.limit),
      facets: toFacetCounts(query.facets, this.codes.combos, {
        counts: this.counter.counts,
        organizations: this.counter.organizations,
        adverts: counts.counter.counts(),
      }),
    };
  }

  /** @returns whether there may be any matches */
  private match(live: LiveSegment, conditions: Conditions, bits: Uint32Array): boolean {
    const { segment, deleted } = live;
    const { words, facets, adverts, area, predicates } = conditions;
    if (!this.matcher.match(words, segment, bits)) return false;
    if (deleted) subtract(bits, deleted, segment.words);
    if (facets) this.facets.intersect(facets, segment, live.facetsBy(this.codes.combos), bits);
    if (adverts) this.adverts.intersect(adverts, live, bits);
    // Conditions with a cost per document come last.
    area?.(segment, bits);
    for (const predicate of predicates) retainMatching(segment, predicate, bits);
    return true;
  }

  /**
   * Counts the requested facets. A facet with a selection is also counted in the documents that only its own selection excludes.
   *
   * @param bits matches; replaced by the hits
   * @returns number of hits
   */
  private count(live: LiveSegment, choices: readonly FacetChoice[], counts: FacetsToCount, bits: Uint32Array): number {
    const { counter, side } = this;
    const { segment } = live;
    if (choices.length === 0 && counts.names.length === 0 && counts.adverts.length === 0)
      return cardinalityOf(bits, segment.words);
    const facets = live.facetsBy(this.codes.combos);
    const last = choices.at(-1);
    for (const choice of choices) {
      if (choice === last || !counts.has(choice.facet)) continue;
      side.set(bits.subarray(0, segment.words));
      for (const other of choices) if (other !== choice) other.intersect(live, facets, side);
      this.countOthers(live, choice.facet, counts, side);
    }
    for (const choice of choices) {
      if (choice === last && counts.has(choice.facet)) this.countOthers(live, choice.facet, counts, bits);
      choice.intersect(live, facets, bits);
    }
    const isFree = (name: JobIndexFacet): boolean => !choices.some(({ facet }) => facet === name);
    const found = counter.countHits(segment, facets, bits, counts.names.filter(isFree));
    if (found > 0) counts.counter.count(counts.adverts.filter(isFree), live, bits, found);
    return found;
  }

  /** Counts the values of one facet in documents that are not hits. */
  private countOthers(live: LiveSegment, facet: JobIndexFacet, counts: FacetsToCount, bits: Uint32Array): void {
    if (isAdvertFacet(facet)) counts.counter.count([facet], live, bits);
    else this.counter.countOthers(live.segment, live.facetsBy(this.codes.combos), bits, [facet]);
  }

  /** Returns the scores by location. */
  private nearnessOf({ query, text }: PreparedSearch, plan: ScorePlan | undefined): PointScores | undefined {
    const { area, sort } = query;
    if (area?.kind !== 'radius') return undefined;
    if (sort === 'nearest') return scoresByDistance(this.codes.points.within(area));
    return plan && text && text.near.length > 0 ? scoresByBand(this.codes.points.within(area), text.near) : undefined;
  }

  /** Returns the groups of hits, best first: by score, or all hits in one group. */
  private groupsOf(
    searched: readonly Searched[],
    plan: ScorePlan | undefined,
    nearness: PointScores | undefined,
    query: SearchQuery,
  ): HitGroup[] {
    const scored = new ScoredHits(query.offset + query.limit);
    for (const { segment, hits } of plan || nearness ? searched : []) {
      const take = (document: number, score: number): void => scored.add(segment, document, score);
      if (plan) this.scorer.score(segment, plan, nearness, hits, take);
      else this.scorer.scoreByPlace(segment, nearness!, hits, take);
    }
    const rest: HitGroup = {
      count: searched.reduce((sum, { found }) => sum + found, -scored.count),
      cursors: () => searched.map(({ segment, hits }) => new SetCursor(segment, hits, query.sort === 'oldest')),
    };
    return [...scored.groups(), rest];
  }

  /** @returns undefined if no document can meet the conditions */
  private conditionsOf({ query, scopes, text, organizations, adverts }: PreparedSearch): Conditions | undefined {
    const words: CompiledWords = text
      ? compileWords(text.match)
      : { kind: 'or', parts: scopes.map((scope) => compileLexeme(scopePrefix(scope, 'everything'), false)) };
    const { area } = query;
    const filter = area && this.areas.filterOf(area);
    if (area && !filter) return undefined;
    const { combos } = this.codes;
    const top = query.where.kind === 'and' ? query.where.parts : [query.where];
    const facets = top.filter(concernsCombinations);
    const ofAdverts = adverts ? top.filter(concernsAdverts) : [];
    const others = top.filter((condition) => !concernsCombinations(condition) && !ofAdverts.includes(condition));
    if (area?.kind === 'remote') facets.push({ kind: 'facet', facet: 'remote', value: REMOTE });
    return {
      words,
      facets: facets.length === 0 ? undefined : toSlotCondition({ kind: 'and', parts: facets }, combos),
      adverts:
        adverts && ofAdverts.length > 0 ? toAdvertCondition({ kind: 'and', parts: ofAdverts }, adverts) : undefined,
      area: filter,
      predicates: others.map((condition) => toPredicate(condition, { dictionary: combos, organizations, adverts })),
    };
  }

  private workSpace(index: number): Uint32Array {
    return (this.hits[index] ??= new Uint32Array(MAX_WORDS));
  }
}

/** The facets whose values a search counts: advert facets and others. */
class FacetsToCount {
  readonly names: readonly JobFacetName[];
  readonly adverts: readonly AdvertFacetName[];
  readonly counter: AdvertCounter;

  constructor(query: SearchQuery, reader: AdvertReader | undefined) {
    const facets = query.facets.map(({ facet }) => facet);
    this.adverts = facets.filter(isAdvertFacet);
    this.names = facets.flatMap((facet) => (isAdvertFacet(facet) ? [] : [facet]));
    this.counter = new AdvertCounter(query, reader);
  }

  has(facet: JobIndexFacet): boolean {
    return isAdvertFacet(facet) ? this.adverts.includes(facet) : this.names.includes(facet);
  }
}

interface Searched {
  segment: Segment;
  hits: Uint32Array;
  /** Number of hits. */
  found: number;
}
