import { sql, type Kysely } from 'kysely';
import type { SchemaMigration } from './schema-migration.js';

/** No page shows it, so no trigger reports its changes. */
const COLUMN = `
alter table application_bulk add column masquerader_id uuid;
comment on column application_bulk.masquerader_id is
  'Administrator who started it while acting as the account; for the audit log, which also names accounts that have been deleted.';
`;

/** Steps and answers for many applications are audited when they are taken, after the session that started them may have ended. */
export const masqueraderOfBulk: SchemaMigration = {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql.raw(COLUMN).execute(database);
  },
};
