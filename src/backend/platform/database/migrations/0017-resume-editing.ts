import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

const TABLES = `
alter table resume_picture
  add column id uuid not null default gen_random_uuid(),
  add column name text not null default 'photo.webp';
comment on column resume_picture.id is 'As the form of the resume holds it; no address has it.';

create table resume_form (
  account_id uuid not null references account on delete cascade,
  site text not null,
  version integer not null,
  fields jsonb not null default '{}',
  changed_at timestamptz not null,
  primary key (account_id, site)
);
comment on table resume_form is 'What somebody has typed into the form of their resume that is not in it: they have not saved it, or it is not right yet.';
comment on column resume_form.version is 'One more each time it is saved: a window that began with another one has not seen the last.';

create table resume_form_picture (
  id uuid primary key,
  account_id uuid not null,
  site text not null,
  name text not null,
  content_type text not null,
  bytes bytea not null,
  foreign key (account_id, site) references resume_form on delete cascade
);
comment on table resume_form_picture is 'Pictures that such a form holds. Like those of resumes they are not in table file.';
alter table resume_form_picture alter column bytes set storage external;
create index resume_form_picture_of on resume_form_picture (account_id, site);
`;

/** What people write into their resumes, before it is in them. */
export const resumeEditing: Migration = {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql.raw(TABLES).execute(database);
  },
};
