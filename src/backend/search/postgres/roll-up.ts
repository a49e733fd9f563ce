import type { FacetCount, FacetCounts, SearchQuery } from '../search.port.js';
import { COMPANY_FAILS } from './facet-mask.js';
import { COMBO_FACETS } from './combo.js';
import type { ComboDictionary } from './combo-dictionary.js';
import { OrganizationCounts } from './organization-counts.js';

/** The rows that a search met, packed as in search_job: upper and lower halves in turn. */
export interface Matches {
  facets: Uint32Array;
  ranks: Uint32Array;
  /** None: not by relevance. */
  scores: Uint16Array | undefined;
}

export interface RolledUp {
  total: number;
  /** Positions in the matches of what is a hit. */
  hits: Uint32Array;
  /** By slot of the dictionary. */
  counts: Uint32Array;
  organizations: OrganizationCounts;
}

/** Counts the hits and, for each facet, what its own selection alone leaves out: one pass. */
export function rollUp(
  { facets }: Matches,
  dictionary: ComboDictionary,
  fails: Uint8Array | undefined,
  isChosenCompany: ((organizationId: number) => boolean) | undefined,
): RolledUp {
  const { starts, slots, facetOfSlot } = dictionary;
  const size = facets.length / 2;
  const hits = new Uint32Array(size);
  const counts = new Uint32Array(facetOfSlot.length);
  const organizations = new OrganizationCounts();
  let total = 0;
  for (let i = 0; i < size; i++) {
    const organization = facets[2 * i]!;
    const combo = facets[2 * i + 1]!;
    let bits = fails ? fails[combo]! : 0;
    if (isChosenCompany && !isChosenCompany(organization)) bits |= COMPANY_FAILS;
    if (bits === 0) {
      hits[total++] = i;
      for (let at = starts[combo]!, end = starts[combo + 1]!; at < end; at++) counts[slots[at]!]!++;
      organizations.add(organization);
    } else if (bits === COMPANY_FAILS) {
      organizations.add(organization);
    } else if ((bits & (bits - 1)) === 0) {
      for (let at = starts[combo]!, end = starts[combo + 1]!; at < end; at++) {
        if (1 << facetOfSlot[slots[at]!]! === bits) counts[slots[at]!]!++;
      }
    }
  }
  return { total, hits: hits.subarray(0, total), counts, organizations };
}

export function toFacetCounts(
  requests: SearchQuery['facets'],
  dictionary: ComboDictionary,
  { counts, organizations }: Pick<RolledUp, 'counts' | 'organizations'>,
): FacetCounts[] {
  return requests.map((request) => {
    const values: FacetCount[] = [];
    if (request.facet === 'company') {
      values.push(...organizations.largest(request.limit));
    } else {
      const facet = COMBO_FACETS.indexOf(request.facet);
      counts.forEach((count, slot) => {
        if (dictionary.facetOfSlot[slot] === facet) values.push({ value: dictionary.valueOfSlot[slot]!, count });
      });
    }
    return { facet: request.facet, values: selectValues(values, request) };
  });
}

/** @param values with 0 for "none". */
export function selectValues(values: FacetCount[], request: SearchQuery['facets'][number]): FacetCount[] {
  return values
    .filter(({ value, count }) => count >= Math.max(request.minCount, 1) && (request.missing || value !== 0))
    .sort((a, b) => b.count - a.count || (a.value ?? 0) - (b.value ?? 0))
    .slice(0, request.limit)
    .map(({ value, count }) => ({ value: value === 0 ? null : value, count }));
}
