import type { JobFacetName } from '#contract/search/job-search.js';
import { type FacetCombinationDictionary, isCombinationFacet } from '../../../codes/facet-combinations.js';
import type { SearchCodes } from '../../../codes/search-codes.js';
import { combinationsThatMeet, concernsCombinations, combosOfRemoteJobs } from '../../../facets/facet-mask.js';
import { isOfOrganization, type NamedOrganizations, NOT_NAMED } from '../../../facets/organization-conditions.js';
import type { SearchCondition, SearchArea, SearchQuery } from '../../../port/search.port.js';
import { toSlotCondition, type FacetMatcher } from '../facets/facet-conditions.js';
import type { SegmentFacets } from '../facets/segment-facets.js';
import { lowestBit, intersect, MAX_WORDS, cardinalityOf } from '../segment/bits.js';
import type { Segment } from '../segment/segment.js';

// Ids up to here are looked up in an array.
const MAX_ARRAY_ID = 1 << 20;

/** Leaves in the set the documents whose code is among those of `chosen` (1), or is beyond all of them and `beyond` says so. */
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

/** 1 for the codes among those up to the largest; with `inverted`, for the others. */
export function chosenCodes(codes: readonly number[], inverted: boolean): Uint8Array {
  const chosen = new Uint8Array(codes.reduce((most, code) => Math.max(most, code), 0) + 1).fill(inverted ? 1 : 0);
  for (const code of codes) chosen[code] = inverted ? 0 : 1;
  return chosen;
}

/** Whether a job of a combo and an organization meets a condition. */
export type Predicate = (combo: number, organization: number) => boolean;

/** For conditions that are not, or not only, about combos. */
export function toPredicate(
  condition: SearchCondition,
  dictionary: FacetCombinationDictionary,
  named: NamedOrganizations,
): Predicate {
  if (concernsCombinations(condition)) {
    const met = combinationsThatMeet(dictionary, condition);
    return (combo) => met[combo] === 1;
  }
  if (condition.kind === 'and' || condition.kind === 'or') {
    const parts = condition.parts.map((part) => toPredicate(part, dictionary, named));
    return condition.kind === 'and'
      ? (combo, organization) => parts.every((part) => part(combo, organization))
      : (combo, organization) => parts.some((part) => part(combo, organization));
  }
  const isChosen = chosenOrganizations([condition], named);
  return isChosen ? (_, organization) => isChosen(organization) : () => true;
}

/** Leaves in the set the documents that meet a condition. */
export function retainMatching({ arrays, words }: Segment, predicate: Predicate, bits: Uint32Array): void {
  const { combos, organizations } = arrays;
  for (let word = 0; word < words; word++) {
    for (let rest = bits[word]!; rest !== 0; rest &= rest - 1) {
      const bit = lowestBit(rest);
      const document = (word << 5) + bit;
      if (!predicate(combos[document]!, organizations[document]!)) bits[word]! &= ~(1 << bit);
    }
  }
}

/**
 * Whether an organization meets all of some conditions that are about nothing else.
 *
 * @returns undefined when every organization does.
 */
export function chosenOrganizations(
  conditions: readonly SearchCondition[],
  named: NamedOrganizations,
): ((organization: number) => boolean) | undefined {
  const meetsAll = (organization: number): boolean =>
    conditions.every((condition) => isOfOrganization(condition, organization, named));
  const none = -1;
  if (meetsAll(none)) return undefined;
  // Nothing is negated: who is not mentioned is not meant.
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

/** Leaves in a set the documents of an area. */
export type AreaFilter = (segment: Segment, bits: Uint32Array) => void;

export class AreaFilters {
  private readonly within = new Uint32Array(MAX_WORDS);

  constructor(private readonly codes: SearchCodes) {}

  /** @returns undefined when there can be nothing in the area. */
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

/** What is selected of a facet. */
export interface FacetChoice {
  facet: JobFacetName;
  /** Leaves in the set the documents that meet it. */
  intersect(segment: Segment, facets: SegmentFacets, bits: Uint32Array): void;
}

/** One for each facet that something is selected of; organizations last, as documents are looked at one by one for them. */
export function toChoices(
  { selections }: SearchQuery,
  dictionary: FacetCombinationDictionary,
  matcher: FacetMatcher,
  organizations: NamedOrganizations,
): FacetChoice[] {
  const selected = (facet: JobFacetName) =>
    selections.filter((selection) => selection.facet === facet).map(({ where }) => where);
  const ofCombinations = [...new Set(selections.map(({ facet }) => facet))]
    .filter(isCombinationFacet)
    .map((facet): FacetChoice => {
      const condition = toSlotCondition({ kind: 'and', parts: selected(facet) }, dictionary);
      return { facet, intersect: (segment, facets, bits) => matcher.intersect(condition, segment, facets, bits) };
    });
  const companies = selected('company');
  const isChosen = companies.length === 0 ? undefined : chosenOrganizations(companies, organizations);
  if (!isChosen) return ofCombinations;
  return [
    ...ofCombinations,
    { facet: 'company', intersect: (segment, _, bits) => retainMatching(segment, (_combo, id) => isChosen(id), bits) },
  ];
}
