import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

const TABLES = `
alter table account
  add column first_name text,
  add column last_name text,
  add column language text not null default 'en',
  add column blocked_at timestamptz,
  add column approved_at timestamptz,
  add column active_organization bigint references organization (id) on delete set null,
  add check (roles <@ array['applicant', 'recruiter', 'job_editor', 'site_admin', 'administrator']::text[]) not valid;
comment on column account.approved_at is 'by an administrator, where the site wants recruiters looked at first';
update account set roles = array_replace(array_replace(roles, 'editor', 'job_editor'), 'admin', 'administrator');
alter table account validate constraint account_roles_check;

alter table organization add column state text not null default 'public' check (state in ('pending', 'public'));
comment on column organization.state is 'pending: its members see it and nobody else, until somebody has looked at it';

create table account_session (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null references account (id) on delete cascade,
  masquerader_id uuid references account (id) on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
comment on table account_session is 'A token names one. What is not here has ended.';
create index account_session_account on account_session (account_id);
create index account_session_masquerader on account_session (masquerader_id) where masquerader_id is not null;
create index account_session_expiry on account_session (expires_at);

create table account_identity (
  provider text not null,
  subject text not null,
  account_id uuid not null references account (id) on delete cascade,
  linked_at timestamptz not null,
  primary key (provider, subject)
);
comment on table account_identity is 'Who a provider of logins knows an account as.';
create index account_identity_account on account_identity (account_id);

create table account_link (
  digest bytea primary key,
  account_id uuid not null references account (id) on delete cascade,
  purpose text not null check (purpose in ('verify-email', 'reset-password', 'change-email', 'link-identity')),
  details jsonb not null default '{}',
  expires_at timestamptz not null
);
comment on table account_link is 'Links that were sent by mail and work once: SHA-256 of the token in them.';
create index account_link_account on account_link (account_id, purpose);

create table anonymous_visitor (
  digest bytea primary key,
  account_id uuid references account (id) on delete cascade,
  claimed_at timestamptz,
  check ((account_id is null) = (claimed_at is null))
);
comment on table anonymous_visitor is 'Who keeps something without an account: SHA-256 of the token in their browser. What they keep refers to it, and becomes that of the account that claims it first.';
create index anonymous_visitor_account on anonymous_visitor (account_id);

create table organization_member (
  organization_id bigint not null references organization (id) on delete cascade,
  account_id uuid not null references account (id) on delete cascade,
  role text not null check (role in ('owner', 'editor')),
  primary key (organization_id, account_id)
);
create index organization_member_account on organization_member (account_id);

create table credit_balance (
  organization_id bigint not null references organization (id) on delete cascade,
  type text not null check (type in ('job', 'resume_contact')),
  amount integer not null check (amount >= 0),
  primary key (organization_id, type)
);

create table subscription (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organization (id) on delete cascade,
  type text not null check (type in ('job_slots', 'resume_contacts')),
  status text not null check (status in ('active', 'pending', 'canceled', 'expired')),
  product_id text not null,
  product_name text not null,
  label text not null,
  start_at timestamptz not null,
  end_at timestamptz,
  job_slots integer not null default 0 check (job_slots >= 0),
  resume_contact_slots integer check (resume_contact_slots >= 0),
  resume_contact_slots_used integer not null default 0
    check (resume_contact_slots_used between 0 and coalesce(resume_contact_slots, 0))
);
create index subscription_organization on subscription (organization_id, start_at desc);

create table audit_event (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  actor_id uuid references account (id) on delete set null,
  subject_id uuid references account (id) on delete set null,
  site text,
  action text not null,
  details jsonb not null default '{}'
);
comment on table audit_event is 'Who did what to whom; the ids of deleted accounts are gone, the event is not.';
create index audit_event_at on audit_event (at);
create index audit_event_actor on audit_event (actor_id);
create index audit_event_subject on audit_event (subject_id);

create table identity_assertion (
  digest bytea primary key,
  expires_at timestamptz not null
);
comment on table identity_assertion is 'Assertions of the web tier that have been used, until they would be refused for their age.';

create table captcha_solution (
  digest bytea primary key,
  expires_at timestamptz not null
);
comment on table captcha_solution is 'Solutions that have been used, until they would be refused for their age.';

create table mail (
  id bigint generated always as identity primary key,
  site text not null,
  language text not null,
  template text not null,
  recipient text not null,
  details jsonb not null default '{}',
  created_at timestamptz not null,
  due_at timestamptz not null,
  attempts integer not null default 0,
  message_key uuid not null default gen_random_uuid(),
  sent_at timestamptz,
  given_up_at timestamptz,
  failure text
);
comment on table mail is 'What is to be sent, written in the transaction that has a reason for it.';
comment on column mail.due_at is 'Also until when the process that is sending it has it for itself.';
comment on column mail.message_key is 'Names it to receivers, however often it is sent.';
comment on column mail.details is 'Emptied when it was sent: links in it give access to accounts.';
comment on column mail.failure is 'Of the last attempt.';
create index mail_due on mail (due_at) where sent_at is null and given_up_at is null;
create index mail_created on mail (created_at);
`;

/** Sessions end at once in every process: it is told of them as pages are of jobs (0003), without making pages anew. */
const LOGGED = `
create function log_accounts() returns trigger language plpgsql as $$
begin
  insert into data_change (kind, words)
    select 'account', array_agg(distinct r.account_id::text) from gone r having count(*) > 0;
  return null;
end $$;
create function log_account_rows() returns trigger language plpgsql as $$
begin
  insert into data_change (kind, words)
    select 'account', array_agg(distinct r.id::text) from gone r having count(*) > 0;
  return null;
end $$;
create function log_mail() returns trigger language plpgsql as $$
begin
  insert into data_change (kind) values ('mail');
  return null;
end $$;
create trigger log_mail_insert after insert on mail for each statement execute function log_mail();
create trigger log_account_update after update on account referencing old table as gone
  for each statement execute function log_account_rows();
create trigger log_account_delete after delete on account referencing old table as gone
  for each statement execute function log_account_rows();
create trigger log_account_session_delete after delete on account_session referencing old table as gone
  for each statement execute function log_accounts();
create trigger log_account_session_update after update on account_session referencing old table as gone
  for each statement execute function log_accounts();
-- Whoever belongs to an organization sees in their own account who owns it, and what it is called.
create function log_organization_members() returns trigger language plpgsql as $$
begin
  insert into data_change (kind, words)
    select 'account', array_agg(distinct r.id::text) from (
      select account_id as id from gone
      union select m.account_id from organization_member m join gone using (organization_id)
    ) r having count(*) > 0;
  return null;
end $$;
create function log_organization_naming() returns trigger language plpgsql as $$
begin
  insert into data_change (kind, words)
    select 'account', array_agg(distinct m.account_id::text)
    from gone join came on came.id = gone.id and (came.name, came.state) <> (gone.name, gone.state)
    join organization_member m on m.organization_id = gone.id having count(*) > 0;
  return null;
end $$;
create trigger log_organization_member_insert after insert on organization_member referencing new table as gone
  for each statement execute function log_organization_members();
create trigger log_organization_member_update after update on organization_member referencing old table as gone
  for each statement execute function log_organization_members();
create trigger log_organization_member_delete after delete on organization_member referencing old table as gone
  for each statement execute function log_organization_members();
create trigger log_organization_naming after update on organization referencing old table as gone new table as came
  for each statement execute function log_organization_naming();
`;

const CHANGED_ORGANIZATIONS = {
  insert: 'select * from came',
  update: '(select * from came except select * from gone) union all (select * from gone except select * from came)',
  delete: 'select * from gone',
};

/** What is not public is on no page that everybody sees: registering makes none of them anew. */
const LOGGED_ORGANIZATIONS = Object.entries(CHANGED_ORGANIZATIONS).map(
  ([event, changed]) => `
create or replace function log_organization_${event}() returns trigger language plpgsql as $$
begin
  insert into data_change (kind, site, ids, words)
    select 'organization', r.site, array_agg(distinct r.id), null
    from (${changed}) as r where r.state = 'public' group by r.site;
  return null;
end $$;`,
);

/** Accounts, their sessions and what is sent to them. */
export const accounts: Migration = {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql.raw(TABLES).execute(database);
    await sql.raw(LOGGED).execute(database);
    await sql.raw(LOGGED_ORGANIZATIONS.join('\n')).execute(database);
  },
};
