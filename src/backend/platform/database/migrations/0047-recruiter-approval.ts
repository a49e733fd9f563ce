import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

const TABLES = `
alter table account add column verified_site text;
comment on column account.verified_site is 'The site on which the address was verified: where that recruiter waits for approval.';
comment on column account.approved_at is 'When a person of the site approved the recruiter; sites without approval do not ask for it.';

create table recruiter_approval (
  account_id uuid primary key references account (id) on delete cascade,
  site text not null,
  state text not null check (state in ('asked', 'refused', 'approved')),
  message text,
  version integer not null,
  decided_at timestamptz not null
);
comment on table recruiter_approval is 'What an administrator decided last about a recruiter. Whoever waits and is not here has not been looked at.';
comment on column recruiter_approval.message is 'The question, or the reason of a refusal, as it was mailed.';
comment on column recruiter_approval.version is 'Counts the decisions: of two administrators who decide at once, the second is told.';

create index account_domain on account (split_part(email, '@', 2));
create index account_unapproved on account (created_at) where approved_at is null and 'recruiter' = any(roles);
`;

// Accounts that exist keep what they could do. Approval came with verification before, also for people who are no recruiters: if
// one of them becomes a recruiter, somebody is to look at them.
const EXISTING = `
update account set approved_at = case when 'recruiter' = any(roles) then coalesce(approved_at, email_verified) end
  where approved_at is distinct from case when 'recruiter' = any(roles) then coalesce(approved_at, email_verified) end;
`;

/** Verification of an address and approval of a recruiter by a person are separate. */
export const recruiterApproval: Migration = {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql.raw(TABLES).execute(database);
    await sql.raw(EXISTING).execute(database);
  },
};
