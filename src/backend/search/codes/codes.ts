/** How a search row packs several values into one; see migration 0002. */

const EPOCH_2000 = 946_684_800;

/**
 * From here on, jobs are complete; it is April 2000, and a complete job counts as published then at the earliest. The dates of incomplete
 * ones are coarser by as many bits as bring them all below.
 */
export const FIRST_COMPLETE = 1 << 23;
const COARSER_BITS = 31 - 23;

/** When it was published in the upper half, so that descending it is "newest first", and incomplete jobs come after all others. */
export function packRank(published: Date, jobId: number, isIncomplete: boolean): string {
  const seconds = Math.min(Math.max(Math.floor(published.getTime() / 1000) - EPOCH_2000, 0), 0x7fffffff);
  const order = isIncomplete ? seconds >>> COARSER_BITS : Math.max(seconds, FIRST_COMPLETE);
  return ((BigInt(order) << 32n) | BigInt(jobId)).toString();
}

/** @param organizationId 0: the employer is not named. */
export function packFacets(organizationId: number, combo: number): string {
  return ((BigInt(organizationId) << 32n) | BigInt(combo)).toString();
}

export function unpackFacets(packed: string): { organizationId: number; combo: number } {
  const value = BigInt(packed);
  return { organizationId: Number(value >> 32n), combo: Number(value & 0xffffffffn) };
}

/** Leads every lexeme of a scope; what follows says where the word stands. */
export function scopePrefix(scope: number, field: LexemeField): string {
  return scope.toString(36) + LEXEME_MARKS[field];
}

/** What says of a lexeme where its word stands. */
export const LEXEME_MARKS = {
  everything: '_',
  title: '.',
  organization: '@',
  subject: '~',
  'exact-title': '=',
  'whole-title': '!',
  concept: '+',
  'whole-concept': '%',
  'subject-concept': '^',
} as const;

export type LexemeField = keyof typeof LEXEME_MARKS;

/** `kind` in search_tally: 0 to 4 are COMBO_FACETS. */
export const TALLY_ORGANIZATION = 5;
export const TALLY_TOTAL = 6;

/** `kind` in search_word. */
export const WORD_KIND = { word: 0, title: 1, organization: 2, occupation: 3 } as const;

/** About 100 m: nobody searches closer, and jobs of a street share a row. */
export function roundCoordinate(degrees: number): number {
  return Math.round(degrees * 1000) / 1000;
}
