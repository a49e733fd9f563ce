import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

const TABLE = `
create table bookmark (
  account_id uuid not null references account (id) on delete cascade,
  job_id bigint not null references job (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (account_id, job_id)
);
create index bookmark_job on bookmark (job_id);
`;

/** Jobs that people with an account keep (APP-05). No page that everybody sees shows them. */
export const bookmarks: Migration = {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql.raw(TABLE).execute(database);
  },
};
