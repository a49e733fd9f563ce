import { sql, type Kysely } from 'kysely';
import type { SchemaMigration } from './schema-migration.js';

/** Pages that show the counts of a bulk are never cached, so that no trigger reports its changes. */
const COLUMNS = `
alter table application_bulk add column seen_at timestamptz, add column changed integer not null default 0;
comment on column application_bulk.seen_at is
  'When the list was read from which the applications were selected. Null if the page did not send it, as pages of earlier releases.';
comment on column application_bulk.changed is
  'Of done: applications that were sent, or changed their state, after seen_at, and were left unchanged.';
`;

/** Steps and answers for many applications are limited to those that are as the list showed them. */
export const seenByBulk: SchemaMigration = {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql.raw(COLUMNS).execute(database);
  },
};
