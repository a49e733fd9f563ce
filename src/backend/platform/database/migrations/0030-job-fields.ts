import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

const COLUMNS = `
alter table job
  add column skill_tids integer[] not null default '{}',
  add column logo_file uuid references file (id) on delete set null;
comment on column job.skill_tids is 'Of the vocabulary; skills has those in the words of the employer.';
comment on column job.logo_file is 'Its own picture; null: it is shown with that of the organization.';
comment on column job.application_emails is 'All who are told of applications, where there are several; else application_email, else the members of the organization.';
create index job_logo on job (logo_file) where logo_file is not null;
create index job_draft_logo on job_draft (split_part(fields->'logo'->>0, ' ', 1)) where fields ? 'logo';

alter table application add column files_deleted_at timestamptz;
comment on column application.files_deleted_at is 'When its files were deleted, because the job keeps them for a number of days only.';
create index job_cv_duration on job (id) where details ? 'cvDuration';
`;

const RELEASED_LOGOS = `
create function release_logo_of_job() returns trigger language plpgsql as $$
begin
  perform release_files(to_jsonb(old.logo_file), case when tg_op = 'UPDATE' then to_jsonb(new.logo_file) end, null);
  return null;
end $$;
create trigger job_releases_logo after update of logo_file on job for each row
  when (old.logo_file is not null and old.logo_file is distinct from new.logo_file) execute function release_logo_of_job();
create trigger job_releases_logo_deleted after delete on job for each row
  when (old.logo_file is not null) execute function release_logo_of_job();

create function release_logo_of_job_draft() returns trigger language plpgsql as $$
begin
  perform release_files(old.fields->'logo', case when tg_op = 'UPDATE' then new.fields->'logo' end, null);
  return null;
end $$;
create trigger job_draft_releases_logo after update or delete on job_draft for each row
  when (old.fields ? 'logo') execute function release_logo_of_job_draft();
`;

/** Skills from the vocabulary and a logo of a job, and when the files of an application were deleted. */
export const jobFields: Migration = {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql.raw(COLUMNS).execute(database);
    await sql.raw(RELEASED_LOGOS).execute(database);
  },
};
