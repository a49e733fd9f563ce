import { sql, type Kysely } from 'kysely';
import { createIndexConcurrently, type SchemaMigration } from './schema-migration.js';

const NAME = 'interview_proposed';
const INDEX = `create unique index concurrently ${NAME} on interview (application_id) where state = 'proposed'`;

/** An interview that has taken place stays booked, and further ones may be proposed after it. */
export const furtherInterviews: SchemaMigration = {
  outsideTransaction: true,
  async up(database: Kysely<unknown>, inTransaction = false): Promise<void> {
    await createIndexConcurrently(database, NAME, INDEX, inTransaction);
    if (inTransaction) await sql`drop index if exists interview_open`.execute(database);
    else await sql`drop index concurrently if exists interview_open`.execute(database);
  },
};
