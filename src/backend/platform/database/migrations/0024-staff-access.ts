import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

const TABLES = `
create table staff_access (
  session_id uuid not null references account_session (id) on delete cascade,
  kind text not null check (kind in ('job', 'resume')),
  record text not null,
  expires_at timestamptz not null,
  primary key (session_id, kind, record)
);
comment on table staff_access is 'What an administrator may see for a time, in one session, after giving a reason, which is in the audit log.';
comment on column staff_access.kind is 'job: the applications for it with their files; resume: its private fields.';

alter table organization add column suspended_from text check (suspended_from in ('pending', 'public'));
comment on column organization.suspended_from is 'Closed because all its owners are blocked: the state that it returns to; else null.';
`;

/** Private data that administrators open for a reason, and organizations whose owners are blocked. */
export const staffAccess: Migration = {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql.raw(TABLES).execute(database);
  },
};
