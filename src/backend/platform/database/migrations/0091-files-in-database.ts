import type { Kysely } from 'kysely';
import { createIndexConcurrently, type SchemaMigration } from './schema-migration.js';

const INDEXES = {
  file_in_database: 'file (id) where object_key is null',
  message_file_in_database: 'message_file (id) where object_key is null',
  application_file_in_database: 'application_file (id) where object_key is null and application_id is not null',
  file_in_store: 'file (id) where object_key is not null',
  message_file_in_store: 'message_file (id) where object_key is not null',
  application_file_in_store: 'application_file (id) where object_key is not null',
};

/** Finds the files that are to be moved, both ways. */
export const filesInDatabase: SchemaMigration = {
  outsideTransaction: true,
  async up(database: Kysely<unknown>, inTransaction = false): Promise<void> {
    for (const [name, rows] of Object.entries(INDEXES))
      await createIndexConcurrently(database, name, `create index concurrently ${name} on ${rows}`, inTransaction);
  },
};
