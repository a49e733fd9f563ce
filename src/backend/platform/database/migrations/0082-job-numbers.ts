import { sql, type Kysely } from 'kysely';
import type { SchemaMigration } from './schema-migration.js';

/** Only the people of an organization are shown it, on pages that are never cached, so that no trigger tells pages of its changes. */
const TABLES = `
alter table job_views add column started bigint not null default 0;
comment on column job_views.started is 'How often the form was opened that applies for the job.';

create table job_day (
  job_id bigint not null references job (id) on delete cascade,
  day date not null,
  views integer not null default 0,
  started integer not null default 0,
  from_search integer not null default 0,
  from_related integer not null default 0,
  from_site integer not null default 0,
  from_mail integer not null default 0,
  from_elsewhere integer not null default 0,
  from_direct integer not null default 0,
  primary key (job_id, day)
) with (fillfactor = 70);
comment on table job_day is 'How often a job was seen on a day (UTC), and where people came from. There is one row per job and day, which identifies nobody.';
comment on column job_day.views is 'Those of which nobody knows the way included.';
create index job_day_day on job_day (day);
`;

/** How often jobs were seen day by day, and where people came from. */
export const jobNumbers: SchemaMigration = {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql.raw(TABLES).execute(database);
  },
};
