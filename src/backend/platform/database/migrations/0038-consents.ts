import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

const TABLES = `
create table consent_info (
  id bigint generated always as identity primary key,
  site text not null,
  type text not null check (type in ('PRIVACY_POLICY', 'TERMS', 'COOKIES')),
  placement text not null check (placement in ('REGISTRATION', 'PROFILE')),
  opt_in boolean not null default true,
  path text not null,
  unique (site, type, placement)
);
comment on table consent_info is 'What people are asked to agree to; the texts are those of its revisions.';
comment on column consent_info.opt_in is 'People have to agree by an action of their own; else they are only informed.';
comment on column consent_info.path is 'Of the page that says more.';

create table consent_revision (
  id bigint generated always as identity primary key,
  info_id bigint not null references consent_info (id),
  texts jsonb not null check (texts ? 'en'),
  created_at timestamptz not null,
  withdrawn_at timestamptz
);
comment on table consent_revision is 'The text of a consent at one time. The current one is the newest that is not withdrawn.';
comment on column consent_revision.texts is 'HTML by language or locale.';
create index consent_revision_info on consent_revision (info_id, id desc) where withdrawn_at is null;

create table user_consent (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null references account (id) on delete cascade,
  revision_id bigint not null references consent_revision (id),
  email text not null,
  locale text not null,
  method text not null check (method in ('registration', 'social', 'modal')),
  given_at timestamptz not null,
  unique (account_id, revision_id)
);
comment on table user_consent is 'Who agreed to which revision, when and how.';
comment on column user_consent.email is 'The address of the account at that time.';
comment on column user_consent.locale is 'In which the text was shown.';
create index user_consent_revision on user_consent (revision_id);

create table consent_proof (
  id bigint generated always as identity primary key,
  revision_id bigint not null references consent_revision (id),
  email_hash text not null,
  locale text not null,
  method text not null,
  given_at timestamptz not null,
  account_deleted_at timestamptz not null
);
comment on table consent_proof is 'What is left of user_consent after an account was deleted, until nobody can bring a claim any more.';
comment on column consent_proof.email_hash is 'Argon2: who names the address can be answered, and the address cannot be read from it.';
create index consent_proof_deleted on consent_proof (account_deleted_at);
create index consent_proof_revision on consent_proof (revision_id);
`;

// A consent proves nothing if the text that it was given to can be rewritten afterwards.
const IMMUTABLE = `
create function refuse_consent_revision_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if old.withdrawn_at is null and to_jsonb(new) - 'withdrawn_at' = to_jsonb(old) - 'withdrawn_at' then
      return new;
    end if;
  end if;
  raise exception 'A revision of a consent text cannot be changed or deleted, only withdrawn once'
    using errcode = 'restrict_violation';
end $$;
create trigger consent_revision_immutable before update or delete on consent_revision
  for each row execute function refuse_consent_revision_change();
create trigger consent_revision_not_truncated before truncate on consent_revision
  for each statement execute function refuse_consent_revision_change();
`;

// Texts are cached like menus, and consents with the session of their account; see 0003 and 0004.
const LOGGED = `
create function log_consent_infos() returns trigger language plpgsql as $$
begin
  insert into data_change (kind, site) select distinct 'content', r.site from changed r;
  return null;
end $$;
create trigger log_consent_info_insert after insert on consent_info referencing new table as changed
  for each statement execute function log_consent_infos();
create trigger log_consent_info_update after update on consent_info referencing new table as changed
  for each statement execute function log_consent_infos();
create trigger log_consent_info_delete after delete on consent_info referencing old table as changed
  for each statement execute function log_consent_infos();

create function log_consent_revisions() returns trigger language plpgsql as $$
begin
  insert into data_change (kind, site)
    select distinct 'content', i.site from changed r join consent_info i on i.id = r.info_id;
  return null;
end $$;
create trigger log_consent_revision_insert after insert on consent_revision referencing new table as changed
  for each statement execute function log_consent_revisions();
create trigger log_consent_revision_update after update on consent_revision referencing new table as changed
  for each statement execute function log_consent_revisions();

create function log_user_consents() returns trigger language plpgsql as $$
begin
  insert into data_change (kind, words)
    select 'account', array_agg(distinct r.account_id::text) from changed r having count(*) > 0;
  return null;
end $$;
create trigger log_user_consent_insert after insert on user_consent referencing new table as changed
  for each statement execute function log_user_consents();
create trigger log_user_consent_delete after delete on user_consent referencing old table as changed
  for each statement execute function log_user_consents();
create trigger log_user_consent_truncate after truncate on user_consent
  for each statement execute function log_everything();
`;

/** Texts that people agree to, with revisions that cannot be changed, and who agreed to which. */
export const consents: Migration = {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql.raw(TABLES).execute(database);
    await sql.raw(IMMUTABLE).execute(database);
    await sql.raw(LOGGED).execute(database);
  },
};
