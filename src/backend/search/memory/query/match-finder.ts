import { scopePrefix } from '../../codes/codes.js';
import type { SearchCodes } from '../../codes/search-codes.js';
import { noAnswer, toFacetCounts } from '../../facets/facet-counts.js';
import { combosOfRemoteJobs, combosThatMeet, failsByCombo, isAboutCombos } from '../../facets/facet-mask.js';
import type { NamedOrganizations } from '../../facets/organization-conditions.js';
import type { SearchAnswer, SearchArea, SearchQuery } from '../../search.port.js';
import type { KeywordQuery } from '../../text/keyword-query.js';
import type { LivingSegment } from '../living-segment.js';
import { intersect, MOST_WORDS, population, subtract } from '../segment/bits.js';
import type { Segment } from '../segment/segment.js';
import { compileLexeme, compileWords, type CompiledWords } from './compiled-words.js';
import { chosenCodes, chosenOrganizations, keepCodes, keepMeeting, toPredicate, type Predicate } from './filters.js';
import { HitCounter, type Narrowing } from './hit-counter.js';
import { pageOf, ScoredHits, SetCursor, type HitGroup } from './hit-order.js';
import { Scorer, toScorePlan, type ScorePlan } from './scorer.js';
import { WordMatcher } from './word-matcher.js';

/** A search and what has been looked up for it. */
export interface PreparedSearch {
  query: SearchQuery;
  scopes: readonly number[];
  text: KeywordQuery | undefined;
  organizations: NamedOrganizations;
}

type AreaFilter = (segment: Segment, bits: Uint32Array) => void;

/** What a document must fulfil, apart from what facets are selected. */
interface Conditions {
  words: CompiledWords;
  area: AreaFilter | undefined;
  predicates: readonly Predicate[];
}

/** Goes over the segments, one search at a time; keeps its work space from one to the next. */
export class MatchFinder {
  private readonly matcher = new WordMatcher();
  private readonly scorer = new Scorer(this.matcher);
  private readonly counter: HitCounter;
  private readonly within = new Uint32Array(MOST_WORDS);
  /** Of each segment. */
  private readonly hits: Uint32Array[] = [];

  constructor(private readonly codes: SearchCodes) {
    this.counter = new HitCounter(codes.combos);
  }

  find(segments: readonly LivingSegment[], search: PreparedSearch): SearchAnswer {
    const { query, text, scopes } = search;
    const conditions = this.conditionsOf(search);
    if (!conditions) return noAnswer(query);
    const narrowing = this.narrowingOf(search);
    this.counter.clear();
    const searched: Searched[] = [];
    for (const living of segments) {
      const hits = this.workSpace(searched.length);
      if (!this.match(living, conditions, hits)) continue;
      const before = this.counter.total;
      this.counter.count(living.segment, hits, narrowing);
      if (this.counter.total > before) searched.push({ segment: living.segment, hits });
    }
    this.counter.finish(narrowing);
    const isScored = query.sort === 'relevance' && text && text.scored.length > 0;
    const plan = isScored ? toScorePlan(text.scored, scopes) : undefined;
    const groups = this.counter.total > query.offset && query.limit > 0 ? this.groupsOf(searched, plan, query) : [];
    return {
      total: this.counter.total,
      ids: pageOf(groups, query.sort === 'oldest', query.offset, query.limit),
      facets: toFacetCounts(query.facets, this.codes.combos, this.counter),
    };
  }

  /** @returns whether there may be any. */
  private match({ segment, dead }: LivingSegment, { words, area, predicates }: Conditions, bits: Uint32Array): boolean {
    if (!this.matcher.match(words, segment, bits)) return false;
    if (dead) subtract(bits, dead, segment.words);
    area?.(segment, bits);
    for (const predicate of predicates) keepMeeting(segment, predicate, bits);
    return true;
  }

  /** Best first: by score, or all in one. */
  private groupsOf(searched: readonly Searched[], plan: ScorePlan | undefined, query: SearchQuery): HitGroup[] {
    const scored = new ScoredHits(query.offset + query.limit);
    if (plan)
      for (const { segment, hits } of searched)
        this.scorer.score(segment, plan, hits, (document, score) => scored.add(segment, document, score));
    const rest: HitGroup = {
      count: this.counter.total - scored.count,
      cursors: () => searched.map(({ segment, hits }) => new SetCursor(segment, hits, query.sort === 'oldest')),
    };
    return [...scored.groups(), rest];
  }

  /** @returns undefined when nothing can meet them. */
  private conditionsOf({ query, scopes, text, organizations }: PreparedSearch): Conditions | undefined {
    const words: CompiledWords = text
      ? compileWords(text.match)
      : { kind: 'or', parts: scopes.map((scope) => compileLexeme(scopePrefix(scope, 'everything'), false)) };
    const { area } = query;
    const codes = area && this.codesOf(area);
    if (area && area.kind !== 'remote' && codes?.length === 0) return undefined;
    return {
      words,
      area: area && codes && this.filterOf(area, codes),
      predicates: topConditions(query)
        .filter((condition) => !isAboutCombos(condition))
        .map((condition) => toPredicate(condition, this.codes.combos, organizations)),
    };
  }

  private codesOf(area: SearchArea): readonly number[] {
    switch (area.kind) {
      case 'radius':
        return this.codes.points.within(area);
      case 'remote':
        return this.codes.points.within(area.beyond);
      case 'region':
        return this.codes.regions.of(area.country, area.areas);
    }
  }

  private narrowingOf({ query, organizations }: PreparedSearch): Narrowing {
    const { combos } = this.codes;
    const where = topConditions(query)
      .filter(isAboutCombos)
      .map((condition) => combosThatMeet(combos, condition));
    if (query.area?.kind === 'remote') where.push(combosOfRemoteJobs(combos, query.area.country));
    const companies = query.selections.filter(({ facet }) => facet === 'company');
    return {
      fails: failsByCombo(combos, where, query.selections),
      isChosen:
        companies.length === 0
          ? undefined
          : chosenOrganizations(
              companies.map((selection) => selection.where),
              organizations,
            ),
    };
  }

  private filterOf({ kind }: SearchArea, codes: readonly number[]): AreaFilter {
    const isBeyond = kind === 'remote';
    const chosen = chosenCodes(codes, isBeyond);
    if (kind === 'region') return (segment, bits) => keepCodes(segment, segment.arrays.regions, chosen, false, bits);
    const { within } = this;
    return (segment, bits) => {
      if (isBeyond || isQuickerOneByOne(segment, bits, codes))
        keepCodes(segment, segment.arrays.points, chosen, isBeyond, bits);
      else {
        within.fill(0, 0, segment.words);
        for (const point of codes) segment.addDocumentsAt(point, within);
        intersect(bits, within, 0, segment.words);
      }
    };
  }

  private workSpace(index: number): Uint32Array {
    return (this.hits[index] ??= new Uint32Array(MOST_WORDS));
  }
}

interface Searched {
  segment: Segment;
  hits: Uint32Array;
}

function topConditions({ where }: SearchQuery) {
  return where.kind === 'and' ? where.parts : [where];
}

/** To look at each document's point rather than at each point's documents. */
function isQuickerOneByOne({ words, size }: Segment, bits: Uint32Array, points: readonly number[]): boolean {
  const looksUpAPoint = 16;
  let documents = 0;
  for (let word = 0; word < words; word++) documents += population(bits[word]!);
  return documents < points.length * looksUpAPoint + (size >>> 3);
}
