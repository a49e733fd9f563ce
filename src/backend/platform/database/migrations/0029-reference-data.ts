import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Which version of the program's own data, such as the gazetteer, the tables hold. */
export const referenceData: Migration = {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql`create table reference_data (name text primary key, version integer not null)`.execute(database);
  },
};
