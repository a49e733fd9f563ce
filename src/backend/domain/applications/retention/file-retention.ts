import { type RawBuilder, sql } from 'kysely';
import type { DeletedRows, RetentionRule } from '../../../platform/retention/retention-rule.js';

/** Maximum number of applications in a statement: files are large, and others wait for the locks. */
const MAX_APPLICATIONS = 200;

const dueFiles = (now: Date): RawBuilder<unknown> => sql`
  job join application a on a.job_id = job.id
  where job.details ? 'cvDuration'
    and a.created_at <= ${now}::timestamptz - make_interval(days => (job.details->>'cvDuration')::integer)
    and a.files_deleted_at is null
    and (a.resume is not null or exists (select from application_file f where f.application_id = a.id))
`;

/**
 * Files of applications and the resumes sent with them, once they are older than their job allows (`Job.cvDuration`). The application
 * itself is kept and records when its files were deleted. The counts are numbers of applications.
 */
export const applicationFileRetention: RetentionRule = {
  kind: 'applicationFiles',
  batch: MAX_APPLICATIONS,
  async deleteDue(trx, { now }, limit) {
    const { rows } = await sql<DeletedRows>`
      with due as (
        select a.id from ${dueFiles(now)} limit ${limit} for update of a skip locked
      ), deleted as (
        delete from application_file f using due where f.application_id = due.id
      ), emptied as (
        update application set files_deleted_at = ${now}, resume = null from due where application.id = due.id returning application.site
      ) select site, count(*)::integer as count from emptied group by site
    `.execute(trx);
    return rows;
  },
  async countDue(database, { now }, site, limit) {
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from (select from ${dueFiles(now)} and a.site = ${site} limit ${limit}) counted
    `.execute(database);
    return rows[0]!.count;
  },
};
