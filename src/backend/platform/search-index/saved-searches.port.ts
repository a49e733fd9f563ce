import type { Kysely } from 'kysely';
import type { Database } from '../database/schema.js';

/** Updates saved searches within the transaction that merges organizations. */
export interface SavedSearches {
  /** Replaces organizations of the site that were merged into others by those others, in all saved searches that name them. */
  followMerges(trx: Kysely<Database>, site: string): Promise<void>;
}
