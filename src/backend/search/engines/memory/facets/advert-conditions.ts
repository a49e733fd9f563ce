import { isAdvertFacet } from '../../../adverts/advert-facets.js';
import type { AdvertLimit, AdvertReader } from '../../../adverts/advert-limits.js';
import type { SearchCondition } from '../../../port/search.port.js';
import { intersect, MAX_WORDS, setAll, union } from '../segment/bits.js';
import type { LiveSegment } from '../live-segment.js';

/** A condition about advert facets, with its values looked up. */
export type AdvertCondition =
  | { kind: 'and' | 'or'; parts: readonly AdvertCondition[] }
  /** `limit` is undefined for a value that no document can have. */
  | { kind: 'limit'; limit: AdvertLimit | undefined };

/** @param condition see `concernsAdverts` */
export function toAdvertCondition(condition: SearchCondition, reader: AdvertReader): AdvertCondition {
  if (condition.kind === 'and' || condition.kind === 'or')
    return { kind: condition.kind, parts: condition.parts.map((part) => toAdvertCondition(part, reader)) };
  const limit =
    condition.kind === 'facet' && isAdvertFacet(condition.facet)
      ? reader.limit(condition.facet, condition.value)
      : undefined;
  return { kind: 'limit', limit };
}

/** Finds the documents of a segment that meet conditions about advert facets. */
export class AdvertMatcher {
  private readonly spare: Uint32Array[] = [];

  /** Retains in the set the documents that meet the condition. */
  intersect(condition: AdvertCondition, live: LiveSegment, bits: Uint32Array): void {
    const { words } = live.segment;
    if (condition.kind === 'and') {
      for (const part of condition.parts) this.intersect(part, live, bits);
    } else if (condition.kind === 'limit') {
      if (condition.limit) live.adverts.intersect(condition.limit, bits);
      else bits.fill(0, 0, words);
    } else {
      const own = this.takeEmpty(words);
      for (const part of condition.parts) this.add(part, live, own);
      intersect(bits, own, 0, words);
      this.spare.push(own);
    }
  }

  private add(condition: AdvertCondition, live: LiveSegment, bits: Uint32Array): void {
    if (condition.kind === 'limit') {
      if (condition.limit) live.adverts.add(condition.limit, bits);
      return;
    }
    if (condition.kind === 'or') {
      for (const part of condition.parts) this.add(part, live, bits);
      return;
    }
    const own = this.takeEmpty(live.segment.words);
    setAll(own, live.segment.size);
    this.intersect(condition, live, own);
    union(bits, own, 0, live.segment.words);
    this.spare.push(own);
  }

  private takeEmpty(words: number): Uint32Array {
    const own = this.spare.pop() ?? new Uint32Array(MAX_WORDS);
    own.fill(0, 0, words);
    return own;
  }
}
