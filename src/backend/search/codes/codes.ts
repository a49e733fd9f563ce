/** How a search row packs several values into one; see migration 0002. */

const EPOCH_2000 = 946_684_800;

/** `published` in the upper half, so that descending it is "newest first". */
export function packRank(published: Date, jobId: number): string {
  const seconds = Math.min(Math.max(Math.floor(published.getTime() / 1000) - EPOCH_2000, 0), 0x7fffffff);
  return ((BigInt(seconds) << 32n) | BigInt(jobId)).toString();
}

export function packFacets(organizationId: number, combo: number): string {
  return ((BigInt(organizationId) << 32n) | BigInt(combo)).toString();
}

export function unpackFacets(packed: string): { organizationId: number; combo: number } {
  const value = BigInt(packed);
  return { organizationId: Number(value >> 32n), combo: Number(value & 0xffffffffn) };
}

/** Leads every lexeme of a scope; what follows says where the word stands. */
export function scopePrefix(scope: number, field: 'everything' | 'title' | 'organization'): string {
  return scope.toString(36) + { everything: '_', title: '.', organization: '@' }[field];
}

/** `kind` in search_tally: 0 to 4 are COMBO_FACETS. */
export const TALLY_ORGANIZATION = 5;
export const TALLY_TOTAL = 6;

/** `kind` in search_word. */
export const WORD_KIND = { word: 0, title: 1, organization: 2, occupation: 3 } as const;

/** About 100 m: nobody searches closer, and jobs of a street share a row. */
export function roundCoordinate(degrees: number): number {
  return Math.round(degrees * 1000) / 1000;
}
