import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

const TABLES = `
alter table application
  add column tags text[] not null default '{}',
  add column rating real;
comment on column application.tags is 'Of the organization, for itself, as all of the notes and ratings.';
comment on column application.rating is 'The mean of application_rating.';
create index application_rating_order on application (job_id, rating desc nulls last, created_at desc, id);

create table application_note (
  id bigint generated always as identity primary key,
  application_id uuid not null references application (id) on delete cascade,
  account_id uuid references account (id) on delete set null,
  at timestamptz not null,
  body text not null,
  mentions uuid[] not null default '{}'
);
comment on table application_note is 'What people of an organization write about an applicant, for each other. No applicant ever sees it.';
comment on column application_note.mentions is 'Colleagues who were told of it by mail.';
create index application_note_application on application_note (application_id, id);
create index application_note_account on application_note (account_id) where account_id is not null;

create table application_rating (
  application_id uuid not null references application (id) on delete cascade,
  account_id uuid not null references account (id) on delete cascade,
  rating smallint not null check (rating between 1 and 5),
  at timestamptz not null,
  primary key (application_id, account_id)
);
create index application_rating_account on application_rating (account_id);

create function application_rated() returns trigger language plpgsql as $$
begin
  update application set rating = (select avg(r.rating) from application_rating r where r.application_id = application.id)
    where id = coalesce(new.application_id, old.application_id);
  return null;
end $$;
create trigger rate_application after insert or update or delete on application_rating
  for each row execute function application_rated();
`;

/** What people of an organization think of an applicant, for themselves: notes, tags and ratings. */
export const applicationNotes: Migration = {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql.raw(TABLES).execute(database);
  },
};
