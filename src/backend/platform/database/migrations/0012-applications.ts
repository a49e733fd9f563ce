import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

const TABLES = `
alter table job
  add column application_emails text[] not null default '{}',
  add column application_require_cv boolean not null default false,
  add column application_require_cover_letter boolean not null default false,
  add column application_require_qualifying_questions boolean not null default false,
  add column application_qualifying_questions jsonb not null default '[]';
comment on column job.application_emails is 'Who is told of applications by form; none: application_email, else the members of the organization.';
comment on column job.application_require_qualifying_questions is 'Whether questions that are marked as required have to be answered.';
comment on column job.application_qualifying_questions is 'id, text and required of each, in their order.';

create table application (
  id uuid primary key default gen_random_uuid(),
  site text not null,
  job_id bigint not null references job (id) on delete cascade,
  organization_id bigint not null references organization (id) on delete cascade,
  account_id uuid references account (id) on delete cascade,
  request_key text not null,
  language text not null,
  first_name text not null,
  last_name text not null,
  email text not null,
  cover_letter text not null,
  answers jsonb not null default '[]',
  state text not null default 'new'
    check (state in ('new', 'in_review', 'interview', 'offer', 'hired', 'declined', 'withdrawn')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (job_id, request_key)
);
comment on table application is 'Its id stands in addresses: nobody can guess one, or count applications by them.';
comment on column application.request_key is 'The same for a form that is sent twice.';
comment on column application.account_id is 'null: sent without logging in';
comment on column application.answers is 'Each with its question as it was asked.';
create index application_newest on application (job_id, created_at desc, id);
create index application_organization on application (organization_id, job_id);
create index application_site on application (site, created_at desc);
create index application_account on application (account_id, created_at desc) where account_id is not null;
create unique index application_once on application (job_id, account_id) where account_id is not null and state <> 'withdrawn';

create table application_event (
  id bigint generated always as identity primary key,
  application_id uuid not null references application (id) on delete cascade,
  at timestamptz not null,
  state text not null,
  by_employer boolean not null,
  account_id uuid references account (id) on delete set null,
  subject text,
  body text,
  check ((subject is null) = (body is null))
);
comment on table application_event is 'A step to a state, or an answer (subject and body) while in it.';
create index application_event_application on application_event (application_id, id);
create index application_event_account on application_event (account_id) where account_id is not null;

create table application_file (
  id uuid primary key default gen_random_uuid(),
  application_id uuid references application (id) on delete cascade,
  site text not null,
  token bytea unique,
  owner bytea,
  name text not null,
  content_type text not null,
  size integer not null default 0,
  complete boolean not null default false,
  position smallint not null default 0,
  created_at timestamptz not null,
  check (application_id is null or (complete and token is null and owner is null))
);
comment on table application_file is 'Not in table file, whose files everybody may fetch. Without an application it is on its way, for an hour.';
comment on column application_file.token is 'SHA-256 of what the form holds.';
comment on column application_file.owner is 'SHA-256 of what only the same browser sends.';
create index application_file_application on application_file (application_id, position) where application_id is not null;
create index application_file_waiting on application_file (created_at) where application_id is null;

create table application_file_part (
  file_id uuid not null references application_file (id) on delete cascade,
  starts_at integer not null,
  bytes bytea not null,
  primary key (file_id, starts_at)
);
comment on table application_file_part is 'Files come, are kept and are read in parts: none is ever held whole.';
alter table application_file_part alter bytes set storage external;
`;

/** Applications for jobs, with their history and files. */
export const applications: Migration = {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql.raw(TABLES).execute(database);
  },
};
