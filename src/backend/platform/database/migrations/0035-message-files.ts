import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

const TABLES = `
create table message_file (
  id uuid primary key default gen_random_uuid(),
  site text not null,
  message_id uuid not null,
  name text not null,
  content_type text not null,
  bytes bytea not null,
  size integer not null generated always as (octet_length(bytes)) stored,
  created_at timestamptz not null
);
comment on table message_file is 'Files of messages to the operators that were too large for the mail. No page shows them, and they are not logged.';
comment on column message_file.message_id is 'The number that the mail names. The message itself is kept by the mail alone.';
alter table message_file alter bytes set storage external;
create index message_file_site on message_file (site) include (size);
create index message_file_created on message_file (created_at);
`;

/** Files that the operators fetch by a link in their mail. */
export const messageFiles: Migration = {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql.raw(TABLES).execute(database);
  },
};
