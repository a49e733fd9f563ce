import type { JobIndexFacet } from '#contract/search/job-search.js';
import { isAdvertFacet } from '../../../adverts/advert-facets.js';
import { type AdvertReader, meetsLimit } from '../../../adverts/advert-limits.js';
import { type FacetCombinationDictionary, isCombinationFacet } from '../../../codes/facet-combinations.js';
import type { SearchCodes } from '../../../codes/search-codes.js';
import { combinationsThatMeet, concernsCombinations, combosOfRemoteJobs } from '../../../facets/facet-counts.js';
import { isOfOrganization, type NamedOrganizations, NOT_NAMED } from '../../../facets/organization-facet.js';
import type { SearchCondition, SearchArea, SearchQuery } from '../../../port/search.port.js';
import { type AdvertMatcher, toAdvertCondition } from '../facets/advert-matches.js';
import { toSlotCondition, type FacetMatcher, type SegmentFacets } from '../facets/segment-facets.js';
import { lowestBit, intersect, MAX_WORDS, cardinalityOf } from '../segment/typed-arrays.js';
import type { LiveSegment } from '../live-segment.js';
import type { Segment, SegmentArrays } from '../segment/segment.js';

// Ids below this limit are looked up in an array.
const MAX_ARRAY_ID = 1 << 20;

/** Retains in the set the documents whose code is marked in `chosen` (1). `beyond` applies to codes beyond the end of `chosen`. */
export function retainCodes(
  segment: Segment,
  codes: Uint32Array,
  chosen: Uint8Array,
  beyond: boolean,
  bits: Uint32Array,
): void {
  const far = beyond ? 1 : 0;
  for (let word = 0; word < segment.words; word++) {
    let retained = 0;
    const start = word << 5;
    for (let rest = bits[word]!; rest !== 0; rest &= rest - 1) {
      const bit = lowestBit(rest);
      const code = codes[start + bit]!;
      retained |= (code < chosen.length ? chosen[code]! : far) << bit;
    }
    bits[word] = retained;
  }
}

/** Returns an array, up to the largest code, with 1 for the given codes or, with `inverted`, for all others. */
export function chosenCodes(codes: readonly number[], inverted: boolean): Uint8Array {
  const chosen = new Uint8Array(codes.reduce((most, code) => Math.max(most, code), 0) + 1).fill(inverted ? 1 : 0);
  for (const code of codes) chosen[code] = inverted ? 0 : 1;
  return chosen;
}

/** Whether a document meets a condition. */
export type Predicate = (arrays: SegmentArrays, document: number) => boolean;

/** Data for looking up the values and names in conditions. */
export interface ConditionLookup {
  dictionary: FacetCombinationDictionary;
  organizations: NamedOrganizations;
  /** undefined if the search uses no advert facets. */
  adverts: AdvertReader | undefined;
}

/** Returns a predicate for a condition that is not, or not only, about combos. */
export function toPredicate(condition: SearchCondition, lookup: ConditionLookup): Predicate {
  if (concernsCombinations(condition)) {
    const met = combinationsThatMeet(lookup.dictionary, condition);
    return ({ combos }, document) => met[combos[document]!] === 1;
  }
  if (condition.kind === 'and' || condition.kind === 'or') {
    const parts = condition.parts.map((part) => toPredicate(part, lookup));
    return condition.kind === 'and'
      ? (arrays, document) => parts.every((part) => part(arrays, document))
      : (arrays, document) => parts.some((part) => part(arrays, document));
  }
  if (condition.kind === 'facet' && isAdvertFacet(condition.facet)) {
    const limit = lookup.adverts?.limit(condition.facet, condition.value);
    return limit ? (arrays, document) => meetsLimit(arrays, document, limit) : () => false;
  }
  const isChosen = chosenOrganizations([condition], lookup.organizations);
  return isChosen ? ({ organizations }, document) => isChosen(organizations[document]!) : () => true;
}

/** Retains in the set the documents that meet a condition. */
export function retainMatching({ arrays, words }: Segment, predicate: Predicate, bits: Uint32Array): void {
  for (let word = 0; word < words; word++) {
    for (let rest = bits[word]!; rest !== 0; rest &= rest - 1) {
      const bit = lowestBit(rest);
      const document = (word << 5) + bit;
      if (!predicate(arrays, document)) bits[word]! &= ~(1 << bit);
    }
  }
}

/**
 * Returns a function that tests whether an organization meets all conditions, which must concern only organizations.
 *
 * @returns undefined if every organization meets them
 */
export function chosenOrganizations(
  conditions: readonly SearchCondition[],
  named: NamedOrganizations,
): ((organization: number) => boolean) | undefined {
  const meetsAll = (organization: number): boolean =>
    conditions.every((condition) => isOfOrganization(condition, organization, named));
  const none = -1;
  if (meetsAll(none)) return undefined;
  // Conditions are never negated, so only the organizations mentioned can match.
  const chosen = [...new Set(conditions.flatMap((condition) => mentioned(condition, named)))].filter(meetsAll);
  if (chosen.some((organization) => organization >= MAX_ARRAY_ID)) {
    const set = new Set(chosen);
    return (organization) => set.has(organization);
  }
  const marks = chosenCodes(chosen, false);
  return (organization) => organization < marks.length && marks[organization] === 1;
}

function mentioned(condition: SearchCondition, named: NamedOrganizations): readonly number[] {
  switch (condition.kind) {
    case 'and':
    case 'or':
      return condition.parts.flatMap((part) => mentioned(part, named));
    case 'facet':
      return [condition.value ?? NOT_NAMED];
    case 'organization-name':
      return named.get(condition.name) ?? [];
    case 'title':
      return [];
  }
}

/** Retains in a set the documents of an area. */
export type AreaFilter = (segment: Segment, bits: Uint32Array) => void;

export class AreaFilters {
  private readonly within = new Uint32Array(MAX_WORDS);

  constructor(private readonly codes: SearchCodes) {}

  /** @returns undefined if the area cannot contain any documents */
  filterOf(area: SearchArea): AreaFilter | undefined {
    switch (area.kind) {
      case 'radius':
        return this.around(this.codes.points.within(area).map(({ id }) => id));
      case 'region':
        return ofCodes('regions', this.codes.regions.of(area.country, area.areas));
      case 'remote': {
        const isEligible = combosOfRemoteJobs(this.codes.combos, area.country);
        const isBeyond = chosenCodes(
          this.codes.points.within(area.beyond).map(({ id }) => id),
          true,
        );
        return (segment, bits) => {
          retainCodes(segment, segment.arrays.combos, isEligible, false, bits);
          retainCodes(segment, segment.arrays.points, isBeyond, true, bits);
        };
      }
    }
  }

  private around(points: readonly number[]): AreaFilter | undefined {
    const oneByOne = ofCodes('points', points);
    const { within } = this;
    return (
      oneByOne &&
      ((segment, bits) => {
        if (cardinalityOf(bits, segment.words) < points.length * segment.pointCost + (segment.size >>> 3))
          oneByOne(segment, bits);
        else {
          within.fill(0, 0, segment.words);
          for (const point of points) segment.addDocumentsAt(point, within);
          intersect(bits, within, 0, segment.words);
        }
      })
    );
  }
}

function ofCodes(column: 'points' | 'regions', codes: readonly number[]): AreaFilter | undefined {
  if (codes.length === 0) return undefined;
  const chosen = chosenCodes(codes, false);
  return (segment, bits) => retainCodes(segment, segment.arrays[column], chosen, false, bits);
}

/** The selection in a facet. */
export interface FacetChoice {
  facet: JobIndexFacet;
  /** Retains in the set the documents that meet the selection. */
  intersect(live: LiveSegment, facets: SegmentFacets, bits: Uint32Array): void;
}

/** Returns a choice for each facet with a selection; organizations come last because they are tested document by document. */
export function toChoices(
  { selections }: SearchQuery,
  matchers: { facets: FacetMatcher; adverts: AdvertMatcher },
  { dictionary, organizations, adverts }: ConditionLookup,
): FacetChoice[] {
  const selected = (facet: JobIndexFacet) =>
    selections.filter((selection) => selection.facet === facet).map(({ where }) => where);
  const facets = [...new Set(selections.map(({ facet }) => facet))];
  const ofCombinations = facets.filter(isCombinationFacet).map((facet): FacetChoice => {
    const condition = toSlotCondition({ kind: 'and', parts: selected(facet) }, dictionary);
    return {
      facet,
      intersect: ({ segment }, values, bits) => matchers.facets.intersect(condition, segment, values, bits),
    };
  });
  const ofAdverts = facets.filter(isAdvertFacet).flatMap((facet): FacetChoice[] => {
    if (!adverts) return [];
    const condition = toAdvertCondition({ kind: 'and', parts: selected(facet) }, adverts);
    return [{ facet, intersect: (live, _, bits) => matchers.adverts.intersect(condition, live, bits) }];
  });
  const companies = selected('company');
  const isChosen = companies.length === 0 ? undefined : chosenOrganizations(companies, organizations);
  if (!isChosen) return [...ofCombinations, ...ofAdverts];
  const meets: Predicate = ({ organizations: ids }, document) => isChosen(ids[document]!);
  return [
    ...ofCombinations,
    ...ofAdverts,
    { facet: 'company', intersect: ({ segment }, _, bits) => retainMatching(segment, meets, bits) },
  ];
}
