import { sql, type Kysely } from 'kysely';
import type { SchemaMigration } from './schema-migration.js';

const TABLES_WITH_BYTES = ['file', 'message_file'];
const TABLES = [...TABLES_WITH_BYTES, 'application_file'];

const OBJECTS = `
create table stored_object (
  key uuid primary key,
  state text not null check (state in ('writing', 'stored', 'released')),
  size integer,
  sha256 bytea,
  changed_at timestamptz not null default now()
);
comment on table stored_object is 'Objects in the object storage of FILES_URL. No page shows them, and they are not logged.';
comment on column stored_object.state is 'writing: the object may be there or not; stored: one row refers to it; released: none does, and it is to be deleted.';
create index stored_object_unfinished on stored_object (changed_at) where state <> 'stored';

create table file_placement (
  one boolean primary key default true check (one),
  in_database boolean not null
);
comment on table file_placement is 'Whether files stay in the database although FILES_URL is set, since they were moved back there.';

create function release_object() returns trigger language plpgsql as $$
begin
  insert into stored_object (key, state) values (old.object_key, 'released')
  on conflict (key) do update set state = 'released', changed_at = now();
  return null;
end $$;
`;

function references(table: string): string {
  return `
    alter table ${table} add column object_key uuid;
    create trigger ${table}_releases_deleted after delete on ${table}
      for each row when (old.object_key is not null) execute function release_object();
    create trigger ${table}_releases_replaced after update of object_key on ${table}
      for each row when (old.object_key is not null and old.object_key is distinct from new.object_key) execute function release_object();
  `;
}

function maybeElsewhere(table: string): string {
  return `
    alter table ${table} alter bytes drop not null;
    alter table ${table} add constraint ${table}_is_somewhere check (num_nonnulls(bytes, object_key) = 1) not valid;
  `;
}

// The size was generated from the bytes, which may be elsewhere now. The release before writes no size.
const SIZE = `
alter table message_file alter size drop expression;
create function size_of_message_file() returns trigger language plpgsql as $$
begin
  new.size := octet_length(new.bytes);
  return new;
end $$;
create trigger message_file_size before insert on message_file
  for each row when (new.bytes is not null) execute function size_of_message_file();
`;

// Pages show nothing of where a file is, and its bytes never change.
const CHANGES = `
create or replace function log_file_update() returns trigger language plpgsql as $$
begin
  with changed as (
    (select id, name, content_type from came except select id, name, content_type from gone)
    union all (select id, name, content_type from gone except select id, name, content_type from came)
  )
  insert into data_change (kind, site, ids, words) select 'file', null, null, null from changed limit 1;
  return null;
end $$;
`;

/** Files that are in object storage instead of the database. */
export const storedObjects: SchemaMigration = {
  async up(database: Kysely<unknown>): Promise<void> {
    const statements = [OBJECTS, ...TABLES.map(references), ...TABLES_WITH_BYTES.map(maybeElsewhere), SIZE, CHANGES];
    for (const statement of statements) await sql.raw(statement).execute(database);
  },
};
