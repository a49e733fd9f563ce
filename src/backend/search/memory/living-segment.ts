import { hasBit, setBit, wordsFor } from './segment/bits.js';
import type { Segment } from './segment/segment.js';

/** A segment and which of its documents are gone since. */
export class LivingSegment {
  /** undefined: none. */
  dead: Uint32Array | undefined;
  living: number;

  constructor(readonly segment: Segment) {
    this.living = segment.size;
  }

  /** @returns whether it was alive. */
  bury(document: number): boolean {
    this.dead ??= new Uint32Array(this.segment.words);
    if (hasBit(this.dead, document)) return false;
    setBit(this.dead, document);
    this.living--;
    return true;
  }

  isAlive(document: number): boolean {
    return !this.dead || !hasBit(this.dead, document);
  }

  get bytes(): number {
    return this.segment.bytes + (this.dead ? wordsFor(this.segment.size) * 4 : 0);
  }
}
