import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

const TABLES = `
create table job_views (
  job_id bigint primary key references job (id) on delete cascade,
  views bigint not null
) with (fillfactor = 70);
comment on table job_views is 'Beside the job: counting changes nothing that pages show, and is not logged.';
`;

/** How often jobs were seen. */
export const jobViews: Migration = {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql.raw(TABLES).execute(database);
  },
};
