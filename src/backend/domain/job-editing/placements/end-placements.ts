import { sql, type Kysely } from 'kysely';
import type { Database } from '../../../platform/database/schema.js';
import type { SearchIndexer } from '../../../platform/search-index/search-indexer.port.js';

const BATCH = 500;

/**
 * Ends expired placements, and shows their jobs as before. Each is ended once, even by concurrent processes.
 *
 * @returns the number of placements ended, at most five hundred; call again if it is that many
 */
export async function endPlacements(database: Kysely<Database>, indexer: SearchIndexer, now: Date): Promise<number> {
  return database.transaction().execute(async (trx) => {
    const { rows } = await sql<{ id: number }>`
      with due as (
        select id, job_id from job_placement where ended_at is null and ends_at <= ${now}
        order by ends_at limit ${BATCH} for update skip locked
      ), over as (
        update job_placement p set ended_at = ${now} from due where p.id = due.id returning p.job_id, p.kind
      ), shown as (
        update job set updated_at = ${now},
          featured = job.featured and not (
            exists (select from over where over.job_id = job.id and over.kind = 'featured')
            and not exists (select from job_charge c where c.job_id = job.id and c.ended_at is null and c.subscription_id is not null)
          ),
          top = job.top and not exists (select from over where over.job_id = job.id and over.kind = 'top')
        where job.id in (select job_id from over) returning job.id, job.state
      )
      select due.job_id as id, shown.state from due left join shown on shown.id = due.job_id
    `.execute(trx);
    const ids = [...new Set(rows.map(({ id }) => String(id)))];
    if (ids.length > 0) await indexer.index(trx, ids);
    return rows.length;
  });
}

/** @returns the next time at which a placement ends; undefined if there is none */
export async function findNextPlacementEnd(database: Kysely<Database>): Promise<Date | undefined> {
  const { rows } = await sql<{ next: Date | null }>`
    select min(ends_at) as next from job_placement where ended_at is null
  `.execute(database);
  return rows[0]?.next ?? undefined;
}
