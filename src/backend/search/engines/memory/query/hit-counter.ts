import {
  COMBO_FACETS,
  isCombinationFacet,
  type FacetCombinationDictionary,
} from '../../../codes/facet-combinations.js';
import { OrganizationCounts } from '../../../facets/organization-facet.js';
import type { JobFacetName } from '#contract/search/job-search.js';
import type { SegmentFacets } from '../facets/segment-facets.js';
import { listDocuments, MAX_DOCUMENTS, cardinalityOf, countCommon } from '../segment/typed-arrays.js';
import type { Segment } from '../segment/segment.js';

// Cost of counting one document's values, in bitmap words or list entries of facet values.
const DOCUMENT_COST = 16;

// With more hits than a quarter of the number of combos, counting by combo is cheaper.
const MANY = 4;
const ALL_FACETS = (1 << COMBO_FACETS.length) - 1;
// Cost of a document if only its combo is counted.
const COMBO_COST = 4;

/**
 * Counts facet values of sets of documents: document by document if the set or its complement is small, otherwise by intersecting the set
 * with the documents of each value. For many hits it counts the combos and converts them into counts of facet values at the end.
 */
export class HitCounter {
  readonly organizations = new OrganizationCounts();
  /** Counts by slot of the dictionary. */
  counts = new Uint32Array(0);
  /** Number of hits by combo, for the facets of `maskOfHits`; negative where the complement of the set is subtracted. */
  private byCombination = new Int32Array(0);
  private maskOfHits = 0;
  private allDocuments = 0;
  private readonly documents = new Uint16Array(MAX_DOCUMENTS);

  constructor(private readonly dictionary: FacetCombinationDictionary) {}

  /** Resets the counts before a search. @param documents approximate number of documents that are searched */
  clear(documents: number): void {
    const { length } = this.dictionary.facetOfSlot;
    this.allDocuments = documents;
    this.organizations.clear();
    if (this.counts.length < length) this.counts = new Uint32Array(length);
    else this.counts.fill(0);
  }

  /**
   * Counts the hits of a segment. The facets must be the same throughout a search.
   *
   * @param names names of the facets whose values are counted
   * @returns number of documents in the set
   */
  countHits(segment: Segment, facets: SegmentFacets, bits: Uint32Array, names: readonly JobFacetName[]): number {
    return this.count(segment, facets, bits, names, true);
  }

  /** Counts documents that are not hits. */
  countOthers(segment: Segment, facets: SegmentFacets, bits: Uint32Array, names: readonly JobFacetName[]): void {
    this.count(segment, facets, bits, names, false);
  }

  /** Converts the counts by combo into counts of facet values. */
  finish(): void {
    const { byCombination, counts, maskOfHits, dictionary } = this;
    if (maskOfHits === 0) return;
    const { starts, slots, facetOfSlot } = dictionary;
    for (let combo = 0; combo < dictionary.length; combo++) {
      const count = byCombination[combo]!;
      if (count === 0) continue;
      for (let at = starts[combo]!, end = starts[combo + 1]!; at < end; at++) {
        const slot = slots[at]!;
        if ((maskOfHits & (1 << facetOfSlot[slot]!)) !== 0) counts[slot]! += count;
      }
    }
    byCombination.fill(0);
    this.maskOfHits = 0;
  }

  private count(
    segment: Segment,
    facets: SegmentFacets,
    bits: Uint32Array,
    names: readonly JobFacetName[],
    areHits: boolean,
  ): number {
    const { size, words } = segment;
    const found = cardinalityOf(bits, words);
    if (found === 0 || names.length === 0) return found;
    const mask = maskOf(names);
    const inverted = 2 * found > size;
    const few = inverted ? size - found : found;
    const byCombination = areHits && MANY * few * this.allDocuments > this.dictionary.length * size;
    const byDocument = few * (byCombination ? COMBO_COST : DOCUMENT_COST) < costOf(facets, mask);
    const byOrganization = names.includes('company');
    if (byDocument || byOrganization) listDocuments(bits, size, inverted, this.documents);
    if (!byDocument) this.countCommon(facets, words, bits, mask);
    else {
      if (inverted) this.addAll(facets, mask);
      if (byCombination) this.countByCombination(segment, few, mask, inverted ? -1 : 1);
      else this.countByDocument(segment, few, mask, inverted ? -1 : 1);
    }
    if (byOrganization) this.countOrganizations(segment, facets, few, inverted);
    return found;
  }

  private countByCombination({ arrays }: Segment, size: number, mask: number, by: number): void {
    const { documents, dictionary } = this;
    if (this.byCombination.length < dictionary.length) {
      const larger = new Int32Array(Math.ceil(1.25 * dictionary.length));
      larger.set(this.byCombination);
      this.byCombination = larger;
    }
    this.maskOfHits = mask;
    const { byCombination } = this;
    const { combos } = arrays;
    for (let index = 0; index < size; index++) byCombination[combos[documents[index]!]!]! += by;
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
    if (mask === ALL_FACETS) {
      for (let index = 0; index < size; index++) {
        const combo = combos[documents[index]!]!;
        for (let at = starts[combo]!, end = starts[combo + 1]!; at < end; at++) counts[slots[at]!]! += by;
      }
      return;
    }
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
    if (inverted) for (let at = 0; at < ids.length; at++) organizations.add(ids[at]!, organizationCounts[at]);
    organizations.addEach(arrays.organizations, documents, size, inverted ? -1 : 1);
  }
}

/** Returns the cost of reading all sets of the facets in a mask. */
function costOf({ costs }: SegmentFacets, mask: number): number {
  let sum = 0;
  for (let facet = 0; facet < costs.length; facet++) if ((mask & (1 << facet)) !== 0) sum += costs[facet]!;
  return sum;
}

function maskOf(names: readonly JobFacetName[]): number {
  return names.reduce((mask, name) => (isCombinationFacet(name) ? mask | (1 << COMBO_FACETS.indexOf(name)) : mask), 0);
}
