import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

const TABLES = `
create table alert_search (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('job', 'resume')),
  site text not null,
  digest bytea not null,
  search jsonb not null,
  unique (kind, site, digest)
);
comment on table alert_search is 'What is searched for, once for all alerts that search for the same.';
comment on column alert_search.search is 'The request, with its place looked up and its words corrected.';
comment on column alert_search.digest is 'SHA-256 of it.';

create table alert (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('job', 'resume')),
  site text not null,
  search_id bigint not null references alert_search (id),
  account_id uuid references account (id) on delete cascade,
  email text,
  token text not null unique,
  language text not null,
  page text not null,
  every_seconds integer not null,
  due_at timestamptz,
  confirmed_at timestamptz,
  sent_at timestamptz,
  created_at timestamptz not null,
  since pg_snapshot not null default pg_current_snapshot(),
  check ((account_id is null) <> (email is null)),
  check (due_at is null or confirmed_at is not null),
  check (kind = 'job' or account_id is not null)
);
comment on column alert.email is 'Of who has no account; nothing but the question whether it is theirs is sent there before confirmed_at.';
comment on column alert.token is 'In the links of its mails: whoever has it may change and end the alert. Nobody can guess one.';
comment on column alert.page is 'The path of the page that shows the search.';
comment on column alert.every_seconds is '-1: never';
comment on column alert.due_at is 'null: nothing is sent';
comment on column alert.since is 'What this sees is nothing new.';
create unique index alert_of_account on alert (account_id, search_id) where account_id is not null;
create unique index alert_of_email on alert (email, search_id) where email is not null;
create index alert_due on alert (kind, due_at) where due_at is not null;
create index alert_searching on alert (search_id);
create index alert_waiting on alert (created_at) where confirmed_at is null;

create table alert_arrival (
  id bigint generated always as identity primary key,
  kind text not null,
  item_id bigint not null,
  xid xid8 not null default pg_current_xact_id()
);
comment on table alert_arrival is 'Jobs and resumes that everybody who may can find since now, until all searches have been asked whether they find them.';
create index alert_arrival_kind on alert_arrival (kind, id);

create table alert_match (
  alert_id uuid not null references alert (id) on delete cascade,
  item_id bigint not null,
  sent_at timestamptz,
  primary key (alert_id, item_id)
);
comment on table alert_match is 'What an alert has found: to be sent, and once it was, never again.';
create index alert_match_unsent on alert_match (alert_id, item_id) where sent_at is null;
`;

// Whoever publishes a job cannot forget it, however it is done: by hand, approved late, on a schedule, by an import.
const ARRIVALS = `
create function note_new_jobs() returns trigger language plpgsql as $$
begin
  insert into alert_arrival (kind, item_id) select 'job', came.id from came where came.state = 'published';
  return null;
end $$;
create trigger job_arrives after insert on job referencing new table as came
  for each statement execute function note_new_jobs();

create function note_published_job() returns trigger language plpgsql as $$
begin
  insert into alert_arrival (kind, item_id) values ('job', new.id);
  return null;
end $$;
create trigger job_is_published after update of state on job
  for each row when (old.state <> 'published' and new.state = 'published') execute function note_published_job();

create function note_new_resumes() returns trigger language plpgsql as $$
begin
  insert into alert_arrival (kind, item_id) select 'resume', came.id from came;
  return null;
end $$;
create trigger resume_arrives after insert on directory_resume referencing new table as came
  for each statement execute function note_new_resumes();
`;

/** Alerts: searches whose new finds come by mail (APP-06, REC-10). */
export const alerts: Migration = {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql.raw(TABLES).execute(database);
    await sql.raw(ARRIVALS).execute(database);
  },
};
