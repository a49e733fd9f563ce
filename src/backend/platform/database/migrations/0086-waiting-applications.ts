import type { Kysely } from 'kysely';
import { createIndexConcurrently, type SchemaMigration } from './schema-migration.js';

const NAME = 'application_waiting';
const INDEX = `create index concurrently ${NAME} on application (organization_id, created_at)
  where state in ('new', 'in_review', 'interview')`;

/** The digest looks for applications of an organization that nothing is decided about. */
export const waitingApplications: SchemaMigration = {
  outsideTransaction: true,
  async up(database: Kysely<unknown>, inTransaction = false): Promise<void> {
    await createIndexConcurrently(database, NAME, INDEX, inTransaction);
  },
};
