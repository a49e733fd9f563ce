import type { Kysely } from 'kysely';
import type { Database } from '../database/schema.js';

/**
 * What the search engine is told of changed jobs, organizations and resumes, inside the transaction that changed them (a Kysely
 * `Transaction` is a `Kysely`), so that the index never knows more or less than the tables.
 */
export interface SearchIndexer {
  /** Brings the index to what the tables say of these jobs; those that are not published leave it. */
  index(trx: Kysely<Database>, jobIds: readonly string[]): Promise<void>;
  /** Takes the jobs out of the index, whatever the tables say. */
  remove(trx: Kysely<Database>, jobIds: readonly string[]): Promise<void>;
  /** Brings the directory to what the tables say of these organizations; those that are not public leave it. */
  indexOrganizations(trx: Kysely<Database>, organizationIds: readonly string[]): Promise<void>;
  /** Brings the directory to what the tables say of these resumes; those that are hidden leave it. */
  indexResumes(trx: Kysely<Database>, resumeIds: readonly number[]): Promise<void>;
}
