import { sql, type Kysely } from 'kysely';
import type { Database } from '../../../platform/database/schema.js';
import type { ComparedText } from '../../../platform/search-index/search-index.port.js';

/** The texts of a job that a model encodes. */
export interface JobText extends ComparedText {
  id: number;
  /** Time of the last change, with microseconds, as text. */
  updatedAt: string;
  employer: string;
}

/** Loads the texts of published jobs, in the order of their ids; each job without a named employer counts as a separate employer. */
export async function loadJobTexts(database: Kysely<Database>, ids: readonly number[]): Promise<JobText[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<JobText>`
    select job.id, job.updated_at::text as "updatedAt", job.language, job.title, job.skills as subjects, job.description,
      job.occupation_tids || job.industry_tids || job.skill_tids as tids,
      case when organization.state = 'unnamed' then 'job ' || job.id else organization.id::text end as employer
    from job join organization on organization.id = job.organization_id
    where job.id = any(${ids}::bigint[]) and job.state = 'published' order by job.id
  `.execute(database);
  return rows;
}
