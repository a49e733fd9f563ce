import { type RawBuilder, sql } from 'kysely';
import type { Cutoff, DeletedRows, RetentionRule } from '../../platform/retention/retention-rule.js';

/** Maximum number of jobs in a transaction: reports, bookmarks and statistics are deleted with each. */
const BATCH = 100;

/** Archived jobs, found by an index on their end. A job is kept as long as it has applications. */
const isDue = (cutoff: Cutoff): RawBuilder<unknown> => sql`
  job.state = 'archived' and coalesce(job.expires_at, job.updated_at) <= ${cutoff.latest}
    and coalesce(job.expires_at, job.updated_at) <= ${cutoff.of(sql`job.site`)}
    and not exists (select from application where application.job_id = job.id)
`;

/** Jobs that ended long ago. Until then, their pages show that they are closed. Accounting records that name them are kept. */
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
