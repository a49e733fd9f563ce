import { FIRST_COMPLETE } from '../../codes/codes.js';
import type { AdvertColumns } from '../../adverts/advert-limits.js';
import { type AdvertRows, unpackAdvertRows } from './advert-rows.js';
import { type Counted, COMPANY_FAILS } from '../../facets/facet-counts.js';
import type { FacetCombinationDictionary } from '../../codes/facet-combinations.js';
import { OrganizationCounts } from '../../facets/organization-facet.js';
import type { SearchSort } from '../../port/search.port.js';
import { MAX_SCORE, type PointScores } from '../../analysis/score-parts.js';

/** The rows that match a search, packed as in search_job: upper and lower halves, alternating. */
export interface Matches {
  facets: Uint32Array;
  ranks: Uint32Array;
  /** undefined if hits are sorted neither by relevance nor by distance. */
  scores: Uint16Array | undefined;
  /** Codes of the rows' points, if the distance affects the order. */
  points: Uint32Array | undefined;
  /** Columns for advert facets, if the search uses these facets. */
  adverts: AdvertColumns | undefined;
}

export interface RolledUp extends Counted {
  total: number;
  /** Positions of the hits in the matches. */
  hits: Uint32Array;
}

/** Counts in one pass the hits and, for each facet, the rows that only its own selection excludes. */
export function rollUp(
  { facets }: Matches,
  dictionary: FacetCombinationDictionary,
  fails: Uint8Array | undefined,
  isChosenCompany: ((organizationId: number) => boolean) | undefined,
  adverts?: AdvertRows,
): RolledUp {
  const { starts, slots, facetOfSlot } = dictionary;
  const size = facets.length / 2;
  const hits = new Uint32Array(size);
  const counts = new Uint32Array(facetOfSlot.length);
  const organizations = new OrganizationCounts();
  let total = 0;
  for (let i = 0; i < size; i++) {
    const organization = facets[2 * i]!;
    const combo = facets[2 * i + 1]!;
    let bits = fails ? fails[combo]! : 0;
    if (isChosenCompany && !isChosenCompany(organization)) bits |= COMPANY_FAILS;
    if (adverts) bits |= adverts.failsOf(i);
    if (bits === 0) {
      hits[total++] = i;
      for (let at = starts[combo]!, end = starts[combo + 1]!; at < end; at++) counts[slots[at]!]!++;
      organizations.add(organization);
      adverts?.count(i, 0);
    } else if (bits === COMPANY_FAILS) {
      organizations.add(organization);
    } else if ((bits & (bits - 1)) === 0) {
      for (let at = starts[combo]!, end = starts[combo + 1]!; at < end; at++) {
        if (1 << facetOfSlot[slots[at]!]! === bits) counts[slots[at]!]!++;
      }
      adverts?.count(i, bits);
    }
  }
  return { total, hits: hits.subarray(0, total), counts, organizations, adverts: adverts?.counts() ?? new Map() };
}

/** Matches as the statement returns them: sequences of big-endian numbers; null if there are none. */
export interface PackedMatches {
  facets: Buffer | null;
  ranks: Buffer | null;
  scores?: Buffer | null;
  points?: Buffer | null;
  adverts?: Buffer | null;
}

export function unpackMatches(packed: PackedMatches | undefined): Matches {
  const ranks = words(packed?.ranks);
  return {
    facets: words(packed?.facets),
    ranks,
    scores: packed?.scores ? halfWords(packed.scores) : undefined,
    points: packed?.points ? words(packed.points) : undefined,
    adverts: packed?.adverts === undefined ? undefined : unpackAdvertRows(packed.adverts, ranks),
  };
}

/** Adds the score by location to rows with a score for their words; without word scores, only the location counts. */
export function addNearness(matches: Matches, nearness: PointScores): void {
  const { points, scores } = matches;
  if (!points) return;
  matches.scores = Uint16Array.from(points, (point, row) => {
    const near = nearness[point] ?? 0;
    if (!scores) return near;
    return scores[row] === 0 ? 0 : Math.min(scores[row]! + near, MAX_SCORE);
  });
}

function words(bytes: Buffer | null | undefined): Uint32Array {
  if (!bytes) return new Uint32Array(0);
  const own = aligned(bytes).swap32();
  return new Uint32Array(own.buffer, own.byteOffset, own.length / 4);
}

function halfWords(bytes: Buffer): Uint16Array {
  const own = aligned(bytes).swap16();
  return new Uint16Array(own.buffer, own.byteOffset, own.length / 2);
}

/** Returns a buffer that typed arrays can use: small buffers are slices of a pool and may begin at any offset. */
function aligned(bytes: Buffer): Buffer {
  if (bytes.byteOffset % 8 === 0) return bytes;
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(copy);
  return copy;
}

// Up to this number of wanted hits, keeping a list of the best ones in one pass is faster than sorting all hits.
const SHORT_LIST = 128;

/**
 * @param penalty amount subtracted from the score of incomplete jobs; Infinity sets their score to 0
 * @returns job ids of a page, sorted by score if there is one, then by rank, which is unique
 */
export function bestHits(
  matches: Matches,
  hits: Uint32Array,
  sort: SearchSort,
  offset: number,
  limit: number,
  penalty = Infinity,
): string[] {
  const { ranks, scores } = matches;
  if (offset >= hits.length || limit === 0) return [];
  if (!scores || (sort !== 'relevance' && sort !== 'nearest'))
    return page(ranks, hits, sort === 'oldest', offset, limit);

  // With an infinite penalty incomplete jobs come last, however relevant they are.
  const floor = penalty === Infinity ? 0 : 1;
  const byScore = new Map<number, number[]>();
  for (const hit of hits) {
    const score =
      scores[hit]! > 0 && ranks[2 * hit]! < FIRST_COMPLETE ? Math.max(scores[hit]! - penalty, floor) : scores[hit]!;
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
  // All platforms of Node.js are little-endian: the lower half comes first.
  const halves = new Uint32Array(packed.buffer);
  hits.forEach((hit, index) => {
    halves[2 * index] = ranks[2 * hit + 1]!;
    halves[2 * index + 1] = ranks[2 * hit]!;
  });
  packed.sort();
  if (!oldest) packed.reverse();
  return Array.from({ length: hits.length }, (_, index) => halves[2 * index]!);
}
