import { sql, type Kysely } from 'kysely';
import type { AddressColumns, Database } from '../../platform/database/schema.js';
import type { SalaryColumns } from '../../domain/jobs/job-document.js';

/** What a feed tells of a job. */
export interface FeedJobRow extends AddressColumns, SalaryColumns {
  id: number;
  title: string;
  language: string;
  description: string;
  organization_name: string;
  employment_type_tids: number[];
  occupation_tids: number[];
  experience_tid: number | null;
  remote_tid: number | null;
  degree_tid: number | null;
  published_at: Date;
  expires_at: Date | null;
}

/** Texts may be long: so few are in memory at a time. */
export const JOBS_A_READ = 100;

/** The open jobs of a site in a language, in the order of their ids, from one on. */
export async function readFeedJobs(
  database: Kysely<Database>,
  { site, language, from }: { site: string; language: string; from: number },
): Promise<FeedJobRow[]> {
  const { rows } = await sql<FeedJobRow>`
    select job.id, job.title, job.language, job.description, organization.name as organization_name,
      job.employment_type_tids, job.occupation_tids, job.experience_tid, job.remote_tid, job.degree_tid,
      job.published_at, job.expires_at, job.salary_min, job.salary_max, job.salary_currency, job.salary_unit,
      job.country_code, job.administrative_area, job.locality, job.zip, job.address_line1, job.address_line2, job.lat, job.lon
    from job join organization on organization.id = job.organization_id
    where job.site = ${site} and job.language = ${language} and job.state = 'published' and job.id >= ${from}
    order by job.id limit ${JOBS_A_READ}
  `.execute(database);
  return rows;
}
