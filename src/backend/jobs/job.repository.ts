import { sql, type Kysely, type Selectable } from 'kysely';
import { parseId } from '../database/id.js';
import type { Database, JobTable } from '../database/schema.js';

export type StoredJob = Selectable<JobTable>;

/** Draft, waiting and scheduled jobs are nobody's business outside the organization. */
const VISIBLE_STATES = ['published', 'archived'] as const;

/** @returns a published or closed job of the site; undefined: there is none. */
export async function findVisibleJob(
  database: Kysely<Database>,
  site: string,
  id: string,
): Promise<StoredJob | undefined> {
  const number = parseId(id);
  if (number === undefined) return undefined;
  return database
    .selectFrom('job')
    .selectAll()
    .where('id', '=', number)
    .where('site', '=', site)
    .where('state', 'in', VISIBLE_STATES)
    .executeTakeFirst();
}

/**
 * Jobs of the same occupation or cause: those that share more come first, then those of the same region and language, then
 * the newest. Only the newest few hundred are looked at.
 */
export async function findSimilarJobIds(database: Kysely<Database>, job: StoredJob, first: number): Promise<string[]> {
  const { rows } = await sql<{ id: number }>`
    with alike as (
      (select id from job where site = ${job.site} and state = 'published' and occupation_tids && ${job.occupation_tids}::int[]
       order by published_at desc limit 200)
      union
      (select id from job where site = ${job.site} and state = 'published' and industry_tids && ${job.industry_tids}::int[]
       order by published_at desc limit 200)
    )
    select job.id from alike join job using (id)
    where job.id <> ${job.id}
    order by
      (job.occupation_tids && ${job.occupation_tids}::int[])::int * 4
        + (job.industry_tids && ${job.industry_tids}::int[])::int * 2
        + (job.language = ${job.language})::int * 3
        + (job.country_code is not distinct from ${job.country_code}::text)::int
        + (job.administrative_area is not distinct from ${job.administrative_area}::text)::int desc,
      job.published_at desc, job.id desc
    limit ${first}
  `.execute(database);
  return rows.map((row) => String(row.id));
}
