import { sql } from 'kysely';
import { MAX_COUNTED, type QueueSource } from './queue-source.js';

interface Row {
  id: string;
  site: string;
  place: 'application' | 'message' | 'page';
  at: Date;
}

/** Files that are still in the database and may be moved. Pending uploads do not count as files yet. */
const WAITING = sql`
  (
    select id, '' as site, 'page' as place, created_at as at from file where object_key is null
    union all select id, site, 'message', created_at from message_file where object_key is null
    union all select id, site, 'application', created_at from application_file
      where object_key is null and application_id is not null
  ) files where not exists (select from file_placement where in_database)
`;

/**
 * Files that wait to be moved to object storage (decision 130). Files never fail individually: while the store is down, all of them wait,
 * and all are retried within seconds. File names are not shown because they may reveal applicants.
 *
 * @param hasStore without object storage, no file waits
 */
export const fileQueue = (hasStore: boolean): QueueSource => ({
  kind: 'file',

  async count(database) {
    if (!hasStore) return { waiting: 0, running: 0, failed: 0, nextAt: null };
    const { rows } = await sql<{ waiting: number; nextAt: Date | null }>`
      select count(*)::integer as waiting, min(at) as "nextAt" from (select at from ${WAITING} limit ${MAX_COUNTED}) counted
    `.execute(database);
    return { ...rows[0]!, running: 0, failed: 0 };
  },

  async list(database, { state, limit, offset, texts: { t } }) {
    if (!hasStore || state !== 'waiting') return [];
    const { rows } = await sql<Row>`
      select id, site, place, at from ${WAITING} order by at, id limit ${limit} offset ${offset}
    `.execute(database);
    return rows.map(({ id, site, place, at }) => ({
      id,
      site,
      name: t(`queue.file.${place}`),
      about: null,
      dueAt: at.toISOString(),
      attempts: 0,
      reason: null,
      isRetryable: false,
    }));
  },
});
