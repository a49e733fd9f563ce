import type { Kysely } from 'kysely';
import type { Database } from '../database/schema.js';

/** What the search is told of organizations that are merged, inside the transaction that merges them. */
export interface SavedSearches {
  /** Searches that are kept for people and name an organization of the site that was merged into another one name that one from then on. */
  followMerges(trx: Kysely<Database>, site: string): Promise<void>;
}
