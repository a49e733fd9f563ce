import { COMBO_FACETS, isComboFacet } from '../../codes/combo.js';
import type { ComboDictionary } from '../../codes/combo-dictionary.js';
import { OrganizationCounts } from '../../facets/organization-counts.js';
import type { JobFacetName } from '../../../../contract/job-search.js';
import type { SegmentFacets } from '../facets/segment-facets.js';
import { listDocuments, MOST_DOCUMENTS, populationOf } from '../segment/bits.js';
import { countCommon } from '../segment/document-sets.js';
import type { Segment } from '../segment/segment.js';

// To count one document's values costs as much as so many words or list entries of facet values.
const DOCUMENT_COST = 8;

/**
 * Counts facet values of sets of documents: by document where these, or those that are left out, are few; else by what each value's
 * documents have in common with the set.
 */
export class HitCounter {
  readonly organizations = new OrganizationCounts();
  /** By slot of the dictionary. */
  counts = new Uint32Array(0);
  private readonly documents = new Uint16Array(MOST_DOCUMENTS);

  constructor(private readonly dictionary: ComboDictionary) {}

  /** Before a search. */
  clear(): void {
    const { length } = this.dictionary.facetOfSlot;
    this.organizations.clear();
    if (this.counts.length < length) this.counts = new Uint32Array(length);
    else this.counts.fill(0);
  }

  /**
   * @param names of the facets whose values are counted.
   * @returns how many documents there are in the set.
   */
  count(segment: Segment, facets: SegmentFacets, bits: Uint32Array, names: readonly JobFacetName[]): number {
    const { size, words } = segment;
    const found = populationOf(bits, words);
    if (found === 0 || names.length === 0) return found;
    const mask = maskOf(names);
    const inverted = 2 * found > size;
    const few = inverted ? size - found : found;
    const byDocument = few * DOCUMENT_COST < costOf(facets, mask);
    const byOrganization = names.includes('company');
    if (byDocument || byOrganization) listDocuments(bits, size, inverted, this.documents);
    if (!byDocument) this.countCommon(facets, words, bits, mask);
    else {
      if (inverted) this.addAll(facets, mask);
      this.countByDocument(segment, few, mask, inverted ? -1 : 1);
    }
    if (byOrganization) this.countOrganizations(segment, facets, few, inverted);
    return found;
  }

  private countCommon(facets: SegmentFacets, words: number, bits: Uint32Array, mask: number): void {
    const { counts } = this;
    const { facetOfSlot } = this.dictionary;
    const { slots } = facets;
    for (let set = 0; set < slots.length; set++) {
      const slot = slots[set]!;
      if ((mask & (1 << facetOfSlot[slot]!)) !== 0) counts[slot]! += countCommon(facets, set, words, bits);
    }
  }

  private addAll({ slots, frequencies }: SegmentFacets, mask: number): void {
    const { counts } = this;
    const { facetOfSlot } = this.dictionary;
    for (let set = 0; set < slots.length; set++) {
      const slot = slots[set]!;
      if ((mask & (1 << facetOfSlot[slot]!)) !== 0) counts[slot]! += frequencies[set]!;
    }
  }

  private countByDocument({ arrays }: Segment, size: number, mask: number, by: number): void {
    const { counts, documents } = this;
    const { starts, slots, facetOfSlot } = this.dictionary;
    const { combos } = arrays;
    for (let index = 0; index < size; index++) {
      const combo = combos[documents[index]!]!;
      for (let at = starts[combo]!, end = starts[combo + 1]!; at < end; at++) {
        const slot = slots[at]!;
        if ((mask & (1 << facetOfSlot[slot]!)) !== 0) counts[slot]! += by;
      }
    }
  }

  private countOrganizations({ arrays }: Segment, facets: SegmentFacets, size: number, inverted: boolean): void {
    const { organizations, documents } = this;
    const { organizations: ids, organizationCounts } = facets;
    if (inverted) for (let at = 0; at < ids.length; at++) organizations.add(ids[at]!, organizationCounts[at]!);
    const by = inverted ? -1 : 1;
    for (let index = 0; index < size; index++) organizations.add(arrays.organizations[documents[index]!]!, by);
  }
}

/** Of going through all sets of some facets. */
function costOf({ costs }: SegmentFacets, mask: number): number {
  let sum = 0;
  for (let facet = 0; facet < costs.length; facet++) if ((mask & (1 << facet)) !== 0) sum += costs[facet]!;
  return sum;
}

function maskOf(names: readonly JobFacetName[]): number {
  return names.reduce((mask, name) => (isComboFacet(name) ? mask | (1 << COMBO_FACETS.indexOf(name)) : mask), 0);
}
