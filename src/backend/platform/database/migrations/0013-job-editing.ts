import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

const TABLES = `
alter table job
  add column type text not null default 'job_per_template' check (type in ('job_per_template', 'job_per_link', 'job_per_file')),
  add column details jsonb not null default '{}',
  add column form_version integer not null default 0;
comment on column job.details is 'What only its page shows, as backend/database/job-tables.ts has it.';
comment on column job.form_version is 'Of its form while there is no draft of it: above that of the last one, so that no version comes twice.';
create index job_of_organization on job (organization_id, state, updated_at desc, id desc);
create index job_scheduled on job (published_at) where state = 'scheduled';
create index job_waiting on job (site, updated_at, id) where state = 'needs_review';

create table job_draft (
  job_id bigint primary key references job on delete cascade,
  version integer not null default 1,
  fields jsonb not null,
  changed_by uuid references account on delete set null,
  changed_at timestamptz not null
);
comment on table job_draft is 'What the form of a job holds and its page does not show.';
comment on column job_draft.version is 'One more each time it is saved: who began with another one has not seen the last.';
create index job_draft_changed_by on job_draft (changed_by) where changed_by is not null;

create table job_event (
  id bigint generated always as identity primary key,
  job_id bigint not null references job on delete cascade,
  at timestamptz not null,
  actor_id uuid references account on delete set null,
  step text not null,
  from_state text,
  to_state text not null,
  reason text
);
comment on table job_event is 'What happened to a job that people work on; actor_id null: the clock, or an account that is no more.';
create index job_event_job on job_event (job_id, id desc);
create index job_event_actor on job_event (actor_id) where actor_id is not null;
`;

/** Drafts of jobs, and the steps that jobs take. */
export const jobEditing: Migration = {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql.raw(TABLES).execute(database);
  },
};
