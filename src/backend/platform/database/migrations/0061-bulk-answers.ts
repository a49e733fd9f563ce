import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

const TABLES = `
create table application_bulk (
  id bigint generated always as identity primary key,
  site text not null,
  job_id bigint not null references job (id) on delete cascade,
  account_id uuid not null references account (id) on delete cascade,
  request_key text not null,
  created_at timestamptz not null,
  finished_at timestamptz,
  state text,
  subject text,
  body text,
  total integer not null,
  done integer not null default 0,
  skipped integer not null default 0,
  unique (job_id, request_key),
  check ((subject is null) = (body is null) and (state is not null or body is not null))
);
comment on table application_bulk is 'A step or an answer for many applications, taken in parts in the background.';
comment on column application_bulk.request_key is 'The same for a form that is sent twice.';
comment on column application_bulk.skipped is 'Of done: where the step was not possible any more.';
create index application_bulk_waiting on application_bulk (id) where finished_at is null;
create index application_bulk_account on application_bulk (account_id);

create table application_bulk_item (
  bulk_id bigint not null references application_bulk (id) on delete cascade,
  application_id uuid not null references application (id) on delete cascade,
  primary key (bulk_id, application_id)
);
comment on table application_bulk_item is 'What is still to be done: a row goes in the transaction that does it.';
create index application_bulk_item_application on application_bulk_item (application_id);
`;

/** Employers move and answer many applications at once. */
export const bulkAnswers: Migration = {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql.raw(TABLES).execute(database);
  },
};
