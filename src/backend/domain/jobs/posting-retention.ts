import { type RawBuilder, sql } from 'kysely';
import type { Cutoff, DeletedRows, RetentionRule } from '../../platform/retention/retention-rule.js';

/** Of one transaction: reports, bookmarks and numbers go with each. */
const BATCH = 100;

/** Archived jobs, by an index on their end. As long as there is an application, the job stays that it was sent for. */
const isDue = (cutoff: Cutoff): RawBuilder<unknown> => sql`
  job.state = 'archived' and coalesce(job.expires_at, job.updated_at) <= ${cutoff.latest}
    and coalesce(job.expires_at, job.updated_at) <= ${cutoff.of(sql`job.site`)}
    and not exists (select from application where application.job_id = job.id)
`;

/** Jobs that ended long ago. Until then their pages say that they are over. Books that name them stay. */
export const postingRetention: RetentionRule = {
  kind: 'postings',
  batch: BATCH,
  async deleteDue(trx, cutoff, limit) {
    const { rows } = await sql<DeletedRows>`
      with gone as (
        delete from job where id = any(array(
          select job.id from job where ${isDue(cutoff)} limit ${limit} for update skip locked
        )) returning site
      ) select site, count(*)::integer as count from gone group by site
    `.execute(trx);
    return rows;
  },
  async countDue(database, cutoff, site, limit) {
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from (select from job where ${isDue(cutoff)} and job.site = ${site} limit ${limit}) counted
    `.execute(database);
    return rows[0]!.count;
  },
};
