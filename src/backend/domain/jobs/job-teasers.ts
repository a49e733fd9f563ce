import { sql, type Kysely } from 'kysely';
import type { JobTeaserKind } from '#contract/generated/resolvers.js';
import type { Database } from '../../platform/database/schema.js';

/** A job that is put forward, and its organization's cover. */
export interface TeasedJob {
  id: number;
  cover_file: string | null;
  cover_name: string | null;
}

// As in the partial indexes of migration 0010.
const CONDITIONS: Record<JobTeaserKind, string> = {
  featured: 'job.featured',
  video: 'job.video_url is not null',
  top: 'job.top',
};

/** @param languages base languages (`en`); empty: all. @returns newest first */
export async function findTeasedJobs(
  database: Kysely<Database>,
  site: string,
  { kind, languages, first }: { kind: JobTeaserKind; languages: readonly string[]; first: number },
): Promise<TeasedJob[]> {
  const { rows } = await sql<TeasedJob>`
    select job.id, details.cover_file, file.name as cover_name from job
    left join organization_details details on details.organization_id = job.organization_id
    left join file on file.id = details.cover_file
    where job.site = ${site} and job.state = 'published' and ${sql.raw(CONDITIONS[kind])}
      and (${[...languages]}::text[] = '{}' or split_part(job.language, '-', 1) = any(${[...languages]}::text[]))
    order by job.published_at desc, job.id desc limit ${first}
  `.execute(database);
  return rows;
}
