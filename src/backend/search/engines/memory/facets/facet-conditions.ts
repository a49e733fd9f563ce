import type { CombinationFacet, FacetCombinationDictionary } from '../../../codes/facet-combinations.js';
import type { SearchCondition } from '../../../port/search.port.js';
import { intersect, MAX_WORDS, setAll, union } from '../segment/bits.js';
import { addDocuments } from '../segment/document-sets.js';
import type { Segment } from '../segment/segment.js';
import type { SegmentFacets } from './segment-facets.js';

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
