import { FIRST_COMPLETE } from '../../codes/codes.js';
import type { SearchSort } from '../../port/search.port.js';
import type { Matches } from './roll-up.js';

// Up to here, keeping the best while passing over all beats sorting all.
const SHORT_LIST = 128;

/** Job ids of a page: by score where there is one, then by rank; of equal rank there are none. */
export function bestHits(
  matches: Matches,
  hits: Uint32Array,
  sort: SearchSort,
  offset: number,
  limit: number,
): string[] {
  const { ranks, scores } = matches;
  if (offset >= hits.length || limit === 0) return [];
  if (!scores || sort !== 'relevance') return page(ranks, hits, sort === 'oldest', offset, limit);

  const byScore = new Map<number, number[]>();
  for (const hit of hits) {
    // Incomplete jobs come last, however well they suit the words.
    const score = ranks[2 * hit]! < FIRST_COMPLETE ? 0 : scores[hit]!;
    const list = byScore.get(score);
    if (list) list.push(hit);
    else byScore.set(score, [hit]);
  }
  const ids: string[] = [];
  let skip = offset;
  for (const [, list] of [...byScore].sort(([a], [b]) => b - a)) {
    if (skip < list.length) ids.push(...page(ranks, Uint32Array.from(list), false, skip, limit - ids.length));
    skip = Math.max(skip - list.length, 0);
    if (ids.length === limit) break;
  }
  return ids;
}

function page(ranks: Uint32Array, hits: Uint32Array, oldest: boolean, offset: number, limit: number): string[] {
  const wanted = offset + limit;
  const order = wanted <= SHORT_LIST ? shortList(ranks, hits, oldest, wanted) : sorted(ranks, hits, oldest);
  return order.slice(offset, wanted).map(String);
}

function shortList(ranks: Uint32Array, hits: Uint32Array, oldest: boolean, wanted: number): number[] {
  const best: number[] = [];
  const isBefore = (a: number, b: number): boolean => {
    const difference = ranks[2 * a]! - ranks[2 * b]! || ranks[2 * a + 1]! - ranks[2 * b + 1]!;
    return oldest ? difference < 0 : difference > 0;
  };
  for (const hit of hits) {
    if (best.length === wanted && !isBefore(hit, best[wanted - 1]!)) continue;
    let at = best.length === wanted ? wanted - 1 : best.length;
    for (; at > 0 && isBefore(hit, best[at - 1]!); at--) best[at] = best[at - 1]!;
    best[at] = hit;
  }
  return best.map((hit) => ranks[2 * hit + 1]!);
}

function sorted(ranks: Uint32Array, hits: Uint32Array, oldest: boolean): number[] {
  const packed = new BigUint64Array(hits.length);
  // In memory the lower half comes first, on every machine Node runs on.
  const halves = new Uint32Array(packed.buffer);
  hits.forEach((hit, index) => {
    halves[2 * index] = ranks[2 * hit + 1]!;
    halves[2 * index + 1] = ranks[2 * hit]!;
  });
  packed.sort();
  if (!oldest) packed.reverse();
  return Array.from({ length: hits.length }, (_, index) => halves[2 * index]!);
}
