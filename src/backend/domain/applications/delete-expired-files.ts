import { sql, type Kysely } from 'kysely';
import type { Database } from '../../platform/database/schema.js';

/** In one statement: files are large, and others wait for their locks. */
const MAX_APPLICATIONS = 200;

/**
 * Deletes the files of applications, and the resumes that came along, when they are older than their job keeps them (`Job.cvDuration`). The
 * application itself stays and says when its files went.
 *
 * @returns of how many applications
 */
export async function deleteExpiredFiles(database: Kysely<Database>, now: Date): Promise<number> {
  let total = 0;
  for (;;) {
    const { rows } = await sql<{ id: string }>`
      with due as (
        select a.id from job join application a on a.job_id = job.id
        where job.details ? 'cvDuration'
          and a.created_at <= ${now}::timestamptz - make_interval(days => (job.details->>'cvDuration')::integer)
          and a.files_deleted_at is null
          and (a.resume is not null or exists (select from application_file f where f.application_id = a.id))
        limit ${MAX_APPLICATIONS}
      ), deleted as (
        delete from application_file f using due where f.application_id = due.id
      )
      update application set files_deleted_at = ${now}, resume = null from due where application.id = due.id returning application.id
    `.execute(database);
    total += rows.length;
    if (rows.length < MAX_APPLICATIONS) return total;
  }
}
