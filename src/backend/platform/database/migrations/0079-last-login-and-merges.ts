import { sql, type Kysely } from 'kysely';
import type { SchemaMigration } from './schema-migration.js';

// A table of its own: an update of `account` ends what every process caches of the sessions of that account. Only pages of administrators show
// it, and none of them is cached, so that changes of it are not logged.
const LAST_LOGIN = `
create table account_login (
  account_id uuid primary key references account (id) on delete cascade,
  last_at timestamptz not null
);
comment on table account_login is 'When somebody last logged in to an account by themselves. Sessions end, this stays.';
insert into account_login (account_id, last_at)
  select account_id, max(created_at) from account_session where masquerader_id is null group by account_id;
`;

// What a foreign key of the row would lock anyway is locked before it is read: whoever inserts during a merge waits for its end, and then sees it.
// Feeds go on naming the organization that is gone; their jobs follow as well. The state of the organization changes with a merge, and that is logged.
const MERGES = `
alter table organization add column merged_into bigint;
comment on column organization.merged_into is
  'The organization that has what it had; its state is closed. Without a foreign key: it leads nowhere when that one is deleted.';

create function follow_merge() returns trigger language plpgsql as $$
declare
  other bigint;
begin
  select merged_into into other from organization where id = new.organization_id for key share;
  if other is not null then new.organization_id := other; end if;
  return new;
end $$;
create trigger job_follows_merge before insert or update of organization_id on job
  for each row execute function follow_merge();
create trigger application_follows_merge before insert on application
  for each row execute function follow_merge();
create trigger organization_invitation_follows_merge before insert on organization_invitation
  for each row execute function follow_merge();
create trigger answer_template_follows_merge before insert on answer_template
  for each row execute function follow_merge();
`;

/** When each account was last used, and which organization another one was merged into. */
export const lastLoginAndMerges: SchemaMigration = {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql.raw(LAST_LOGIN).execute(database);
    await sql.raw(MERGES).execute(database);
  },
};
