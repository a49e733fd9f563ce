import { sql, type Kysely } from 'kysely';
import { KEEP_PLAN } from '../../../platform/database/prepared-statements.js';
import type { Database } from '../../../platform/database/schema.js';
import type { SearchIndexer } from '../../../platform/search-index/search-indexer.port.js';

const BATCH = 500;

/**
 * Publishes scheduled jobs whose time has come, and puts them into the search index in the same transaction. Each once, however many
 * processes do it: what another one has locked is left to it.
 *
 * @returns how many. At most five hundred a call: call again when it is that many.
 */
export async function releaseJobs(database: Kysely<Database>, indexer: SearchIndexer, now: Date): Promise<number> {
  return database.transaction().execute(async (trx) => {
    const { rows } = await sql<{ id: number }>`
      with due as (
        select id, updated_at, change_submitted_at from job where state = 'scheduled' and published_at <= ${now}
        order by published_at limit ${BATCH} for update skip locked
      ), shown as (
        delete from job_draft d using due where d.job_id = due.id and d.changed_at <= due.updated_at
          and due.change_submitted_at is null returning d.job_id, d.version
      ), released as (
        update job set state = 'published', updated_at = ${now},
          form_version = coalesce((select version + 1 from shown where job_id = due.id), form_version)
        from due where job.id = due.id returning job.id
      ), told as (
        insert into job_event (job_id, at, step, from_state, to_state)
        select id, ${now}, 'release', 'scheduled', 'published' from released
      )
      select id from released
    `.execute(trx);
    if (rows.length > 0)
      await indexer.index(
        trx,
        rows.map(({ id }) => String(id)),
      );
    return rows.length;
  });
}

/** @returns when the next scheduled job is to be published; undefined: there is none. */
export async function findNextRelease(database: Kysely<Database>): Promise<Date | undefined> {
  const { rows } = await sql<{ next: Date | null }>`${sql.raw(KEEP_PLAN)}
    select min(published_at) as next from job where state = 'scheduled'
  `.execute(database);
  return rows[0]?.next ?? undefined;
}
