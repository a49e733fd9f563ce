import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

const TABLES = `
create table job_description_use (
  organization_id bigint primary key references organization (id) on delete cascade,
  day date not null,
  uses integer not null
) with (fillfactor = 70);
comment on table job_description_use is 'Of the last day on which descriptions were generated. No page shows it, and it is not logged.';
`;

/** How often organizations use the generator of job descriptions. */
export const jobDescriptions: Migration = {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql.raw(TABLES).execute(database);
  },
};
