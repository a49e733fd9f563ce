import { sql, type Kysely } from 'kysely';
import type { Database } from '../../platform/database/schema.js';
import { IS_INCOMPLETE } from '../../domain/jobs/incomplete-jobs.js';

/** What the index wants to know of a job. */
export interface IndexedJob {
  id: number;
  site: string;
  organization_id: number;
  organization_name: string;
  title: string;
  language: string;
  description: string;
  employment_type_tids: number[];
  industry_tids: number[];
  occupation_tids: number[];
  experience_tid: number | null;
  remote_tid: number | null;
  skills: string[];
  locality: string | null;
  administrative_area: string | null;
  country_code: string | null;
  zip: string | null;
  lat: number | null;
  lon: number | null;
  eligible_countries: string[];
  published_at: Date;
  /** See `IS_INCOMPLETE`. */
  incomplete: boolean;
  has_named_employer: boolean;
}

/** Loads and locks, in the order of their ids, those of the jobs that are to be found. */
export async function loadIndexedJobs(trx: Kysely<Database>, ids: readonly string[], now: Date): Promise<IndexedJob[]> {
  const { rows } = await sql<IndexedJob>`
    select job.id, job.site, job.organization_id, organization.name as organization_name, job.title, job.language,
      job.description, job.employment_type_tids, job.industry_tids, job.occupation_tids, job.experience_tid, job.remote_tid,
      job.skills, job.locality, job.administrative_area, job.country_code, job.zip, job.lat, job.lon,
      job.eligible_countries, job.published_at, ${IS_INCOMPLETE} as incomplete,
      organization.state <> 'unnamed' as has_named_employer
    from job join organization on organization.id = job.organization_id
    where job.id = any(${ids}::bigint[]) and job.state = 'published' and (job.expires_at is null or job.expires_at > ${now})
    order by job.id
    for no key update of job
  `.execute(trx);
  return rows;
}

/** Labels of the terms that are searched as words, by term and language. */
export async function loadTermLabels(trx: Kysely<Database>): Promise<Map<number, Record<string, string>>> {
  const { rows } = await sql<{ tid: number; label: Record<string, string> }>`
    select tid, label from term where vid in ('occupation', 'industry', 'employment_type')
  `.execute(trx);
  return new Map(rows.map(({ tid, label }) => [tid, label]));
}
