import type { FacetCombinationDictionary } from '../../codes/facet-combinations.js';
import { AdvertSets } from './facets/advert-sets.js';
import { SegmentFacets } from './facets/segment-facets.js';
import { hasBit, setBit, wordsFor, MAX_DOCUMENTS } from './segment/typed-arrays.js';
import type { Segment } from './segment/segment.js';

/** A segment and the set of its documents that have been deleted since it was built. */
export class LiveSegment {
  /** undefined if no document is deleted. */
  deleted: Uint32Array | undefined;
  live: number;
  /** Sets of the documents with each value of the advert facets. */
  readonly adverts: AdvertSets;
  private facets: SegmentFacets | undefined;

  constructor(readonly segment: Segment) {
    this.live = segment.size;
    this.adverts = new AdvertSets(segment);
  }

  /** @returns whether the document was live */
  markDeleted(document: number): boolean {
    this.deleted ??= new Uint32Array(this.segment.words);
    if (hasBit(this.deleted, document)) return false;
    setBit(this.deleted, document);
    this.live--;
    return true;
  }

  isLive(document: number): boolean {
    return !this.deleted || !hasBit(this.deleted, document);
  }

  /** @param dictionary must contain all combos of the segment */
  facetsBy(dictionary: FacetCombinationDictionary): SegmentFacets {
    return (this.facets ??= new SegmentFacets(this.segment, dictionary));
  }

  get bytes(): number {
    const facets = this.facets ? this.facets.bytes : 0;
    return this.segment.bytes + this.adverts.bytes + facets + (this.deleted ? wordsFor(this.segment.size) * 4 : 0);
  }
}

// Number of segments of similar size that are merged into one of the next tier.
const FAN_IN = 4;
const MAX_DELETED_SHARE = 0.25;

/**
 * Returns the segments to merge, if any: several of the same tier, or one with many deleted documents. A document is copied once for each
 * tier, so the cost of a change grows only with the logarithm of the number of jobs.
 */
export function dueForMerge(segments: readonly LiveSegment[]): readonly LiveSegment[] {
  const tiers = new Map<number, LiveSegment[]>();
  for (const segment of segments) {
    const tier = Math.floor(Math.log2(segment.live) / Math.log2(FAN_IN));
    tiers.set(tier, [...(tiers.get(tier) ?? []), segment]);
  }
  for (const [, members] of [...tiers].sort(([a], [b]) => a - b)) {
    if (members.length < FAN_IN) continue;
    const chosen = asManyAsFit(members);
    if (chosen.length > 1) return chosen;
  }
  return segments.filter(({ segment, live }) => segment.size - live > MAX_DELETED_SHARE * segment.size).slice(0, 1);
}

function asManyAsFit(members: readonly LiveSegment[]): LiveSegment[] {
  let room = MAX_DOCUMENTS;
  const chosen: LiveSegment[] = [];
  for (const member of members.toSorted((a, b) => a.live - b.live)) {
    room -= member.live;
    if (room < 0) break;
    chosen.push(member);
  }
  return chosen;
}
