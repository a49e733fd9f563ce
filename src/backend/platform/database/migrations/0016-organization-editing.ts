import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

const TABLES = `
alter table organization add column form_version integer not null default 0;
comment on column organization.form_version is 'Of its form while there is no draft of it: above that of the last one, so that no version comes twice.';
alter table organization_details add column extras jsonb not null default '{}';

create table organization_draft (
  organization_id bigint primary key references organization on delete cascade,
  version integer not null default 1,
  fields jsonb not null,
  changed_by uuid references account on delete set null,
  changed_at timestamptz not null
);
comment on table organization_draft is 'What the form of an organization holds and no page shows.';
comment on column organization_draft.version is 'One more each time it is saved: who began with another one has not seen the last.';
create index organization_draft_changed_by on organization_draft (changed_by) where changed_by is not null;

create table organization_invitation (
  id uuid primary key default gen_random_uuid(),
  organization_id bigint not null references organization on delete cascade,
  email text not null,
  role text not null check (role in ('owner', 'editor')),
  digest bytea not null unique,
  invited_by uuid references account on delete set null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  unique (organization_id, email)
);
comment on table organization_invitation is 'Somebody who may become a member by the link that was mailed to them.';
comment on column organization_invitation.digest is 'SHA-256 of the token in the link.';
create index organization_invitation_email on organization_invitation (email);
create index organization_invitation_expires on organization_invitation (expires_at);
create index organization_invitation_invited_by on organization_invitation (invited_by) where invited_by is not null;
`;

// Whatever stops referring to a file says so; what nobody refers to any more is deleted later (files/stored-files.ts).
const RELEASED_FILES = `
alter table file add column uploaded boolean not null default false;
comment on column file.uploaded is 'Came with a form: goes when nothing refers to it any more.';

create table released_file (
  file_id uuid not null,
  organization_id bigint,
  at timestamptz not null default now()
);
comment on table released_file is 'Something has stopped referring to these files; perhaps something else still does.';
comment on column released_file.organization_id is 'Whose pages it was on; null: of a job.';
create index released_file_at on released_file (at);

create index job_file on job ((details->'file'->>'id')) where details ? 'file';
create index job_draft_file on job_draft (split_part(fields->'file'->>0, ' ', 1)) where fields ? 'file';

create function file_ids(content jsonb) returns setof uuid language sql immutable as $$
  select distinct found[1]::uuid
  from regexp_matches(content::text, '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}', 'g') as found
$$;

create function release_files(gone jsonb, kept jsonb, organization bigint) returns void language sql as $$
  insert into released_file (file_id, organization_id)
  select id, organization from file_ids(gone) as id where id not in (select file_ids(kept))
$$;

create function release_files_of_job() returns trigger language plpgsql as $$
begin
  perform release_files(old.details->'file', case when tg_op = 'UPDATE' then new.details->'file' end, null);
  return null;
end $$;
create trigger job_releases_file after update of details on job for each row
  when (old.details ? 'file' and old.details->'file' is distinct from new.details->'file') execute function release_files_of_job();
create trigger job_releases_file_deleted after delete on job for each row
  when (old.details ? 'file') execute function release_files_of_job();

create function release_files_of_job_draft() returns trigger language plpgsql as $$
begin
  perform release_files(old.fields->'file', case when tg_op = 'UPDATE' then new.fields->'file' end, null);
  return null;
end $$;
create trigger job_draft_releases_file after update or delete on job_draft for each row
  when (old.fields ? 'file') execute function release_files_of_job_draft();

create function release_files_of_organization() returns trigger language plpgsql as $$
begin
  perform release_files(to_jsonb(old.logo_file), case when tg_op = 'UPDATE' then to_jsonb(new.logo_file) end, old.id);
  return null;
end $$;
create trigger organization_releases_logo after update of logo_file on organization for each row
  when (old.logo_file is distinct from new.logo_file and old.logo_file is not null) execute function release_files_of_organization();
create trigger organization_releases_logo_deleted after delete on organization for each row
  when (old.logo_file is not null) execute function release_files_of_organization();

create function release_files_of_organization_part() returns trigger language plpgsql as $$
begin
  perform release_files(to_jsonb(old), case when tg_op = 'UPDATE' then to_jsonb(new) end, old.organization_id);
  return null;
end $$;
create trigger organization_details_release_files after update or delete on organization_details
  for each row execute function release_files_of_organization_part();
create trigger organization_draft_releases_files after update or delete on organization_draft
  for each row execute function release_files_of_organization_part();
`;

/** Drafts of organizations' pages, invitations to work for them, and files that go when nothing shows them any more. */
export const organizationEditing: Migration = {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql.raw(TABLES).execute(database);
    await sql.raw(RELEASED_FILES).execute(database);
  },
};
