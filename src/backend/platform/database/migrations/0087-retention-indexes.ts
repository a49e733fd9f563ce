import type { Kysely } from 'kysely';
import { createIndexConcurrently, type SchemaMigration } from './schema-migration.js';

/** By name: what ended first is found first, among many that are still needed. */
const INDEXES: Readonly<Record<string, string>> = {
  application_updated: 'application (updated_at)',
  job_ended: "job (coalesce(expires_at, updated_at)) where state = 'archived'",
};

/** Applications and jobs are found by how long ago they ended. */
export const retentionIndexes: SchemaMigration = {
  outsideTransaction: true,
  async up(database: Kysely<unknown>, inTransaction?: boolean): Promise<void> {
    for (const [name, definition] of Object.entries(INDEXES))
      await createIndexConcurrently(
        database,
        name,
        `create index concurrently ${name} on ${definition}`,
        inTransaction,
      );
  },
};
