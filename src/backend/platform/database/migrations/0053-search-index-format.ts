import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What an index was written by, so that a release that writes it differently knows that it has to be rebuilt. */
export const searchIndexFormat: Migration = {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql`create table search_index_format (name text primary key, format text not null)`.execute(database);
  },
};
