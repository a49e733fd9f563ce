import {
  type CombinationFacet,
  type FacetCombinationDictionary,
  COMBO_FACETS,
} from '../../../codes/facet-combinations.js';
import type { SearchCondition } from '../../../port/search.port.js';
import {
  intersect,
  MAX_WORDS,
  setAll,
  union,
  addDocuments,
  isDense,
  type DocumentSets,
} from '../segment/typed-arrays.js';
import type { Segment } from '../segment/segment.js';

/** A condition about the facets that make up combos, with its values looked up. */
export type SlotCondition =
  | { kind: 'and' | 'or'; parts: readonly SlotCondition[] }
  /** `slot` is undefined for a value that no job ever had. */
  | { kind: 'slot'; slot: number | undefined };

/** @param condition see `concernsCombinations`. */
export function toSlotCondition(condition: SearchCondition, dictionary: FacetCombinationDictionary): SlotCondition {
  if (condition.kind === 'and' || condition.kind === 'or') {
    const parts = condition.parts.map((part) => toSlotCondition(part, dictionary));
    return parts.length === 1 ? parts[0]! : { kind: condition.kind, parts };
  }
  const isAbout = condition.kind === 'facet';
  return {
    kind: 'slot',
    slot: isAbout ? dictionary.slotOfValue(condition.facet as CombinationFacet, condition.value) : undefined,
  };
}

/** Finds the documents of a segment that meet conditions about facets. */
export class FacetMatcher {
  private readonly spare: Uint32Array[] = [];

  /** Retains in the set the documents that meet the condition. */
  intersect(condition: SlotCondition, segment: Segment, facets: SegmentFacets, bits: Uint32Array): void {
    if (condition.kind === 'and') {
      for (const part of condition.parts) this.intersect(part, segment, facets, bits);
      return;
    }
    const own = this.spare.pop() ?? new Uint32Array(MAX_WORDS);
    this.find(condition, segment, facets, own);
    intersect(bits, own, 0, segment.words);
    this.spare.push(own);
  }

  /** @param bits overwritten with the matches, including deleted documents */
  find(condition: SlotCondition, segment: Segment, facets: SegmentFacets, bits: Uint32Array): void {
    if (condition.kind === 'and') {
      setAll(bits, segment.size);
      this.intersect(condition, segment, facets, bits);
    } else {
      bits.fill(0, 0, segment.words);
      this.add(condition, segment, facets, bits);
    }
  }

  private add(condition: SlotCondition, segment: Segment, facets: SegmentFacets, bits: Uint32Array): void {
    if (condition.kind === 'or') {
      for (const part of condition.parts) this.add(part, segment, facets, bits);
    } else if (condition.kind === 'slot') {
      const set = condition.slot === undefined ? -1 : facets.setOf(condition.slot);
      if (set >= 0) addDocuments(facets, set, segment.words, bits);
    } else {
      const own = this.spare.pop() ?? new Uint32Array(MAX_WORDS);
      this.find(condition, segment, facets, own);
      union(bits, own, 0, segment.words);
      this.spare.push(own);
    }
  }
}

/** Sets of the documents of a segment with each facet value. Built from the combos in a few milliseconds at most, so it is not saved. */
export class SegmentFacets implements DocumentSets {
  /** Slots of the dictionary that occur in the segment, in ascending order: the sets have the same order. */
  readonly slots: Uint16Array;
  readonly frequencies: Uint32Array;
  readonly postings: Uint32Array;
  readonly lists: Uint16Array;
  readonly bitmaps: Uint32Array;
  /** By facet: the number of words and list entries of its sets, which is the cost of reading them. */
  readonly costs = new Float64Array(COMBO_FACETS.length);
  readonly organizations: Uint32Array;
  /** Number of documents of each organization, in the order of `organizations`. */
  readonly organizationCounts: Uint32Array;
  readonly bytes: number;

  /** @param dictionary must contain all combos of the segment */
  constructor(segment: Segment, dictionary: FacetCombinationDictionary) {
    const { words } = segment;
    const all = frequenciesOf(segment, dictionary);
    this.slots = Uint16Array.from(all.keys()).filter((slot) => all[slot]! > 0);
    this.frequencies = Uint32Array.from(this.slots, (slot) => all[slot]!);
    this.postings = new Uint32Array(this.slots.length);
    let listEnd = 0;
    let bitmapEnd = 0;
    this.frequencies.forEach((frequency, set) => {
      const dense = isDense(frequency, words);
      this.postings[set] = dense ? bitmapEnd : listEnd;
      if (dense) bitmapEnd += words;
      else listEnd += frequency;
      this.costs[dictionary.facetOfSlot[this.slots[set]!]!]! += dense ? words : frequency;
    });
    this.lists = new Uint16Array(listEnd);
    this.bitmaps = new Uint32Array(bitmapEnd);
    this.fill(segment, dictionary);
    const byOrganization = countsOf(segment.arrays.organizations);
    this.organizations = Uint32Array.from(byOrganization.keys());
    this.organizationCounts = Uint32Array.from(byOrganization.values());
    const arrays = [this.slots, this.frequencies, this.postings, this.lists, this.bitmaps, this.organizations];
    this.bytes = [...arrays, this.organizationCounts].reduce((sum, { byteLength }) => sum + byteLength, 0);
  }

  /** Returns the index of a slot's set; -1 if no document has it. */
  setOf(slot: number): number {
    const { slots } = this;
    let low = 0;
    let high = slots.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (slots[middle]! < slot) low = middle + 1;
      else high = middle;
    }
    return slots[low] === slot ? low : -1;
  }

  private fill({ arrays, size, words }: Segment, { starts, slots, facetOfSlot }: FacetCombinationDictionary): void {
    const { postings, frequencies, lists, bitmaps } = this;
    const setOfSlot = new Uint16Array(facetOfSlot.length);
    this.slots.forEach((slot, set) => (setOfSlot[slot] = set));
    const ends = postings.slice();
    for (let document = 0; document < size; document++) {
      const combo = arrays.combos[document]!;
      for (let at = starts[combo]!, end = starts[combo + 1]!; at < end; at++) {
        const set = setOfSlot[slots[at]!]!;
        if (isDense(frequencies[set]!, words)) bitmaps[postings[set]! + (document >>> 5)]! |= 1 << (document & 31);
        else lists[ends[set]!++] = document;
      }
    }
  }
}

function frequenciesOf(
  { arrays, size }: Segment,
  { starts, slots, facetOfSlot }: FacetCombinationDictionary,
): Uint32Array {
  const frequencies = new Uint32Array(facetOfSlot.length);
  for (let document = 0; document < size; document++) {
    const combo = arrays.combos[document]!;
    for (let at = starts[combo]!, end = starts[combo + 1]!; at < end; at++) frequencies[slots[at]!]!++;
  }
  return frequencies;
}

function countsOf(organizations: Uint32Array): Map<number, number> {
  const counts = new Map<number, number>();
  for (const organization of organizations) counts.set(organization, (counts.get(organization) ?? 0) + 1);
  return counts;
}
