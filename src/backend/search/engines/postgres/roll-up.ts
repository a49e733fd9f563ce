import { COMPANY_FAILS } from '../../facets/facet-mask.js';
import type { ComboDictionary } from '../../codes/combo-dictionary.js';
import { OrganizationCounts } from '../../facets/organization-counts.js';

/** The rows that a search met, packed as in search_job: upper and lower halves in turn. */
export interface Matches {
  facets: Uint32Array;
  ranks: Uint32Array;
  /** None: not by relevance. */
  scores: Uint16Array | undefined;
}

export interface RolledUp {
  total: number;
  /** Positions in the matches of what is a hit. */
  hits: Uint32Array;
  /** By slot of the dictionary. */
  counts: Uint32Array;
  organizations: OrganizationCounts;
}

/** Counts the hits and, for each facet, what its own selection alone leaves out: one pass. */
export function rollUp(
  { facets }: Matches,
  dictionary: ComboDictionary,
  fails: Uint8Array | undefined,
  isChosenCompany: ((organizationId: number) => boolean) | undefined,
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
    if (bits === 0) {
      hits[total++] = i;
      for (let at = starts[combo]!, end = starts[combo + 1]!; at < end; at++) counts[slots[at]!]!++;
      organizations.add(organization);
    } else if (bits === COMPANY_FAILS) {
      organizations.add(organization);
    } else if ((bits & (bits - 1)) === 0) {
      for (let at = starts[combo]!, end = starts[combo + 1]!; at < end; at++) {
        if (1 << facetOfSlot[slots[at]!]! === bits) counts[slots[at]!]!++;
      }
    }
  }
  return { total, hits: hits.subarray(0, total), counts, organizations };
}

/** As the statement returns them: big-endian numbers in a row; null: none. */
export interface PackedMatches {
  facets: Buffer | null;
  ranks: Buffer | null;
  scores?: Buffer | null;
}

export function unpackMatches(packed: PackedMatches | undefined): Matches {
  return {
    facets: words(packed?.facets),
    ranks: words(packed?.ranks),
    scores: packed?.scores ? halfWords(packed.scores) : undefined,
  };
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

/** Small buffers are parts of a larger one and may begin anywhere in it. */
function aligned(bytes: Buffer): Buffer {
  if (bytes.byteOffset % 8 === 0) return bytes;
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(copy);
  return copy;
}
