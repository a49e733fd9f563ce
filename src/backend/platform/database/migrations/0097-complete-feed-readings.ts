import { sql, type Kysely } from 'kysely';
import type { SchemaMigration } from './schema-migration.js';

const COLUMN = `
alter table import_feed add column read_at timestamptz;
comment on column import_feed.read_at is 'When the feed was last read to its end; null: never, or unknown.';
`;

/** A feed that never changes is read again from time to time, because its jobs without a closing date would expire otherwise. */
export const completeFeedReadings: SchemaMigration = {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql.raw(COLUMN).execute(database);
  },
};
