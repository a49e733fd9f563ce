import type { Kysely } from 'kysely';
import type { Database } from '../database/schema.js';

/**
 * Informs the search engine about changed jobs, organizations and resumes within the transaction that changed them (a Kysely `Transaction`
 * is a `Kysely`), so that the index is always consistent with the tables.
 */
export interface SearchIndexer {
  /** Updates the index for these jobs from the tables; unpublished jobs are removed. */
  index(trx: Kysely<Database>, jobIds: readonly string[]): Promise<void>;
  /** Removes jobs from the index, whatever the tables contain. */
  remove(trx: Kysely<Database>, jobIds: readonly string[]): Promise<void>;
  /** Updates the directory for these organizations from the tables; those that are not public are removed. */
  indexOrganizations(trx: Kysely<Database>, organizationIds: readonly string[]): Promise<void>;
  /** Updates the directory for these resumes from the tables; hidden resumes are removed. */
  indexResumes(trx: Kysely<Database>, resumeIds: readonly number[]): Promise<void>;
}
