import type { ComboDictionary } from '../../codes/combo-dictionary.js';
import { SegmentFacets } from './facets/segment-facets.js';
import { hasBit, setBit, wordsFor } from './segment/bits.js';
import type { Segment } from './segment/segment.js';

/** A segment and which of its documents are gone since. */
export class LiveSegment {
  /** undefined: none. */
  dead: Uint32Array | undefined;
  live: number;
  private facets: SegmentFacets | undefined;

  constructor(readonly segment: Segment) {
    this.live = segment.size;
  }

  /** @returns whether it was alive. */
  bury(document: number): boolean {
    this.dead ??= new Uint32Array(this.segment.words);
    if (hasBit(this.dead, document)) return false;
    setBit(this.dead, document);
    this.live--;
    return true;
  }

  isAlive(document: number): boolean {
    return !this.dead || !hasBit(this.dead, document);
  }

  /** @param dictionary knows all combos of the segment. */
  facetsBy(dictionary: ComboDictionary): SegmentFacets {
    return (this.facets ??= new SegmentFacets(this.segment, dictionary));
  }

  get bytes(): number {
    const facets = this.facets ? this.facets.bytes : 0;
    return this.segment.bytes + facets + (this.dead ? wordsFor(this.segment.size) * 4 : 0);
  }
}
