import type { LiveSegment } from './live-segment.js';
import { MAX_DOCUMENTS } from './segment/bits.js';

// So many segments of about the same size become one, which is of the next tier.
const FAN_IN = 4;
const MAX_DELETED_SHARE = 0.25;

/**
 * The segments that should become one, if any: some of a tier, or one that holds many dead. A document is copied once a tier, so the
 * cost of a change does not depend on the number of jobs but for its logarithm.
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
