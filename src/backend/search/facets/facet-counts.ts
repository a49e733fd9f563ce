import type { AdvertFacetName } from '#contract/search/job-search.js';
import { isAdvertFacet } from '../adverts/advert-facets.js';
import type { AdvertReader } from '../adverts/advert-limits.js';
import {
  COMBO_FACETS,
  type FacetCombinationDictionary,
  isCombinationFacet,
  type CombinationFacet,
} from '../codes/facet-combinations.js';
import type {
  FacetCount,
  FacetCounts,
  FacetRequest,
  IndexKind,
  SearchAnswer,
  SearchQuery,
  FacetSelection,
  SearchCondition,
} from '../port/search.port.js';
import type { OrganizationCounts } from './organization-facet.js';

const EXCLUDED = 128;

/** Bit of the company facet, which is not part of combos. */
export const COMPANY_FAILS = 1 << COMBO_FACETS.length;

/** Option value of jobs that can be done from anywhere. */
export const REMOTE = 3;

/** Counts by facet. */
export interface Counted {
  /** Counts by slot of the dictionary. */
  counts: Uint32Array;
  organizations: OrganizationCounts;
  /** Counts of the requested advert facets. */
  adverts: ReadonlyMap<AdvertFacetName, FacetCount[]>;
}

/** Returns facet counts in the order of the requests. */
export function toFacetCounts(
  requests: SearchQuery['facets'],
  dictionary: FacetCombinationDictionary,
  { counts, organizations, adverts }: Counted,
): FacetCounts[] {
  const { facetOfSlot, valueOfSlot } = dictionary;
  const byFacet: FacetCount[][] = COMBO_FACETS.map(() => []);
  for (let slot = 0; slot < facetOfSlot.length; slot++) {
    const count = counts[slot]!;
    if (count > 0) byFacet[facetOfSlot[slot]!]!.push({ value: valueOfSlot[slot]!, count });
  }
  return requests.map((request) => ({
    facet: request.facet,
    values: selectValues(valuesOf(request), request, leastOf(request)),
  }));

  function valuesOf({ facet, limit }: FacetRequest): FacetCount[] {
    if (isAdvertFacet(facet)) return adverts.get(facet) ?? [];
    return facet === 'company' ? organizations.largest(limit) : byFacet[COMBO_FACETS.indexOf(facet)]!;
  }
}

/** Returns the minimum count of a value. Advert facets have fixed values, so that values without documents may be requested. */
export function leastOf({ facet, minCount }: FacetRequest): number {
  return isAdvertFacet(facet) ? minCount : Math.max(minCount, 1);
}

/** @param values counts in which the value 0 means "has none" @param least see `leastOf` */
export function selectValues(
  values: FacetCount[],
  request: Pick<SearchQuery['facets'][number], 'minCount' | 'missing' | 'limit'>,
  least = Math.max(request.minCount, 1),
): FacetCount[] {
  return values
    .filter(({ value, count }) => count >= least && (request.missing || value !== 0))
    .sort((a, b) => b.count - a.count || (a.value ?? 0) - (b.value ?? 0))
    .slice(0, request.limit)
    .map(({ value, count }) => ({ value: value === 0 ? null : value, count }));
}

/** Returns the answer to a search that nothing can match. */
export function noAnswer<Kind extends IndexKind>({ facets }: SearchQuery<Kind>): SearchAnswer<Kind> {
  return { total: 0, ids: [], facets: facets.map(({ facet }) => ({ facet, values: [] })) };
}

/** Like `noAnswer`, for jobs. @param reader undefined if the search uses no advert facets */
export function noJobs({ facets }: SearchQuery, reader: AdvertReader | undefined): SearchAnswer {
  const values = (request: FacetRequest): FacetCount[] => {
    const { facet } = request;
    if (!reader || !isAdvertFacet(facet)) return [];
    const none = reader.counted({ ...request, facet }).map(({ value }) => ({ value, count: 0 }));
    return selectValues(none, request, leastOf(request));
  };
  return { total: 0, ids: [], facets: facets.map((request) => ({ facet: request.facet, values: values(request) })) };
}

/** Result of the facet selections for every combination of facet values. */
export interface FacetMask {
  /** By combo: a bit for each facet whose selection it does not meet; EXCLUDED if it can be neither a hit nor counted. */
  fails: Uint8Array;
  /** For the statement, by combo: 0 not needed, 1 needed for the counts of one facet only, 2 meets all. */
  needed: Uint8Array;
}

/** Whether a condition concerns only facets that are part of combos. */
export function concernsCombinations(condition: SearchCondition): boolean {
  if (condition.kind === 'and' || condition.kind === 'or') return condition.parts.every(concernsCombinations);
  return condition.kind === 'facet' && isCombinationFacet(condition.facet);
}

/** Returns an array with 1 for each combo that meets the condition. */
export function combinationsThatMeet(dictionary: FacetCombinationDictionary, condition: SearchCondition): Uint8Array {
  const met = new Uint8Array(dictionary.length);
  if (condition.kind === 'facet') {
    for (const combo of dictionary.combosWith(condition.facet as CombinationFacet, condition.value)) met[combo] = 1;
  } else if (condition.kind === 'and') {
    met.fill(1);
    for (const part of condition.parts) {
      const other = combinationsThatMeet(dictionary, part);
      for (let combo = 0; combo < met.length; combo++) met[combo]! &= other[combo]!;
    }
  } else if (condition.kind === 'or') {
    for (const part of condition.parts) {
      const other = combinationsThatMeet(dictionary, part);
      for (let combo = 0; combo < met.length; combo++) met[combo]! |= other[combo]!;
    }
  }
  return met;
}

/** Clears bits of the combos that meet the condition. A selection is usually a few values of a facet, so few combos are visited. */
function meet(
  dictionary: FacetCombinationDictionary,
  condition: SearchCondition,
  fails: Uint8Array,
  allowed: number,
): void {
  if (condition.kind === 'facet') {
    for (const combo of dictionary.combosWith(condition.facet as CombinationFacet, condition.value))
      fails[combo]! &= allowed;
  } else if (condition.kind === 'or') {
    for (const part of condition.parts) meet(dictionary, part, fails, allowed);
  } else {
    const met = combinationsThatMeet(dictionary, condition);
    for (let combo = 0; combo < fails.length; combo++) if (met[combo] === 1) fails[combo]! &= allowed;
  }
}

/**
 * @param where combos that meet each of the conditions that apply to every hit
 * @returns undefined if nothing restricts the combos
 */
export function createFacetMask(
  dictionary: FacetCombinationDictionary,
  where: readonly Uint8Array[],
  selections: readonly FacetSelection[],
): FacetMask | undefined {
  const fails = failsByCombination(dictionary, where, selections);
  if (!fails) return undefined;
  const needed = new Uint8Array(fails.length);
  for (let combo = 0; combo < fails.length; combo++) {
    const bits = fails[combo]!;
    needed[combo] = bits === 0 ? 2 : bits !== EXCLUDED && (bits & (bits - 1)) === 0 ? 1 : 0;
  }
  return { fails, needed };
}

/** Computes `fails` of a FacetMask. */
function failsByCombination(
  dictionary: FacetCombinationDictionary,
  where: readonly Uint8Array[],
  selections: readonly FacetSelection[],
): Uint8Array | undefined {
  const narrowing = selections.filter(({ facet }) => isCombinationFacet(facet));
  if (where.length === 0 && narrowing.length === 0) return undefined;
  const facets = new Set(narrowing.map(({ facet }) => facet as CombinationFacet));
  const bitOf = (facet: CombinationFacet): number => 1 << COMBO_FACETS.indexOf(facet);
  const fails = new Uint8Array(dictionary.length).fill([...facets].reduce((all, facet) => all | bitOf(facet), 0));
  for (const facet of facets) {
    const parts = narrowing.filter((selection) => selection.facet === facet).map((selection) => selection.where);
    meet(dictionary, parts.length === 1 ? parts[0]! : { kind: 'and', parts }, fails, ~bitOf(facet));
  }
  for (const met of where)
    for (let combo = 0; combo < fails.length; combo++) if (met[combo] === 0) fails[combo] = EXCLUDED;
  return fails;
}

/** Returns an array with 1 for each combo of remote jobs that are open to residents of a country. */
export function combosOfRemoteJobs(dictionary: FacetCombinationDictionary, country: string): Uint8Array {
  const met = new Uint8Array(dictionary.length);
  const isEligible = dictionary.eligibility(country);
  for (const combo of dictionary.combosWith('remote', REMOTE)) if (isEligible(combo)) met[combo] = 1;
  return met;
}
