import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

const TABLES = `
create table resume_contact (
  id bigint generated always as identity primary key,
  key uuid not null default gen_random_uuid() unique,
  site text not null,
  resume_id bigint not null references resume (id) on delete cascade,
  organization_id bigint not null references organization (id) on delete cascade,
  requested_by uuid references account (id) on delete set null,
  request_key text check (length(request_key) between 1 and 60),
  message text not null,
  state text not null default 'pending' check (state in ('pending', 'approved', 'refused', 'lapsed', 'revoked')),
  hold_id bigint references ledger_transfer (id),
  subscription_id bigint references subscription (id) on delete set null,
  created_at timestamptz not null default clock_timestamp(),
  lapses_at timestamptz not null,
  decided_at timestamptz,
  ended_at timestamptz,
  ended_by text check (ended_by in ('applicant', 'recruiter'))
);
comment on table resume_contact is 'An organization asks the owner of a resume for contact. While it is approved, its recruiters see the private fields.';
comment on column resume_contact.request_key is 'Of the form that was sent: one that is sent twice is one request.';
comment on column resume_contact.hold_id is 'The credit that is set aside for it, or was spent.';
comment on column resume_contact.subscription_id is 'Whose contact slot it has, where no credit pays for it.';
comment on column resume_contact.lapses_at is 'By the clock of the database: a pending request is lapsed from then on, whether the job has noticed or not.';
create unique index resume_contact_open on resume_contact (resume_id, organization_id) where state in ('pending', 'approved');
create index resume_contact_resume on resume_contact (resume_id);
create index resume_contact_organization on resume_contact (organization_id, created_at desc);
create index resume_contact_requester on resume_contact (requested_by);
create index resume_contact_lapse on resume_contact (lapses_at) where state = 'pending';

create table resume_contact_view (
  contact_id bigint not null references resume_contact (id) on delete cascade,
  account_id uuid not null references account (id) on delete cascade,
  viewed_at timestamptz not null,
  primary key (contact_id, account_id, viewed_at)
);
comment on table resume_contact_view is 'Who has seen the private fields of a resume by an approved contact, for its owner.';
create index resume_contact_view_account on resume_contact_view (account_id);

create table resume_contact_message (
  id bigint generated always as identity primary key,
  contact_id bigint not null references resume_contact (id) on delete cascade,
  account_id uuid references account (id) on delete set null,
  from_applicant boolean not null,
  body text not null,
  sent_at timestamptz not null
);
comment on table resume_contact_message is 'What the two sides of an approved contact write to each other. Mails relay it, without their addresses.';
create index resume_contact_message_contact on resume_contact_message (contact_id, id);
create index resume_contact_message_account on resume_contact_message (account_id);

create table resume_contact_block (
  account_id uuid not null references account (id) on delete cascade,
  organization_id bigint not null references organization (id) on delete cascade,
  blocked_at timestamptz not null,
  primary key (account_id, organization_id)
);
comment on table resume_contact_block is 'Organizations that somebody wants no requests of.';
create index resume_contact_block_organization on resume_contact_block (organization_id);
`;

// No page that is kept shows any of this: changes are not logged. Whatever deletes a resume, an account or an organization gives back
// what is set aside for pending requests, in its own transaction.
const DELETION = `
create function release_deleted_contact() returns trigger language plpgsql as $$
begin
  if old.hold_id is not null then
    perform ledger_settle('void', old.hold_id, 'contact', old.id::text, 'deleted', null);
  elsif old.subscription_id is not null then
    update subscription set resume_contact_slots_used = resume_contact_slots_used - 1
      where id = old.subscription_id and resume_contact_slots_used > 0;
  end if;
  return old;
end $$;
create trigger resume_contact_deleted before delete on resume_contact
  for each row when (old.state = 'pending') execute function release_deleted_contact();
`;

/** Requests of organizations for contact with owners of resumes. */
export const contactRequests: Migration = {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql.raw(TABLES).execute(database);
    await sql.raw(DELETION).execute(database);
  },
};
