import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

// No page shows reports, so that changes of them are not logged.
const TABLES = `
create table job_report (
  id uuid primary key default gen_random_uuid(),
  site text not null,
  job_id bigint not null references job (id) on delete cascade,
  reason text not null,
  body text not null,
  email text,
  created_at timestamptz not null
);
comment on table job_report is 'What visitors told the operators of a site about a job.';
comment on column job_report.email is 'Where they may be answered; null: they left none.';
create index job_report_site on job_report (site, created_at desc);
create index job_report_job on job_report (job_id);
create index job_report_email on job_report (email) where email is not null;
`;

/** Reports of visitors about jobs. */
export const jobReports: Migration = {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql.raw(TABLES).execute(database);
  },
};
