import { sql, type Kysely } from 'kysely';
import type { Database } from '../../platform/database/schema.js';
import type { SearchIndexer } from '../../platform/search-index/search-indexer.port.js';

/** Any feed may lose so many at a time. */
const ALWAYS_CLOSED = 5;
/** Beyond it a feed is not smaller but broken, until an operator says otherwise. */
const MAX_CLOSED_SHARE = 0.5;
const BATCH = 1000;

/**
 * Closes the jobs of a source that are not in its feed any more. If they are more than half, and more than a few, none is closed, unless that
 * is confirmed: a feed that has shrunk so is more often broken than true.
 *
 * @param keys of everything that the feed holds
 * @returns how many were closed, and how many would have been
 */
export async function closeMissing(options: {
  database: Kysely<Database>;
  indexer: SearchIndexer;
  site: string;
  source: string;
  keys: ReadonlySet<string>;
  isConfirmed: boolean;
  now: Date;
}): Promise<{ closed: number; kept: number }> {
  const { database, indexer, site, source, keys, isConfirmed, now } = options;
  const { rows } = await sql<{ id: number; missing: boolean }>`
    select job.id, seen.key is null as missing
    from job left join (select distinct key from unnest(${[...keys]}::text[]) as key) as seen on seen.key = job.source_key
    where job.site = ${site} and job.source = ${source} and job.state = 'published'
    order by job.id
  `.execute(database);
  const ids = rows.flatMap(({ id, missing }) => (missing ? [id] : []));
  if (!isConfirmed && ids.length > Math.max(ALWAYS_CLOSED, rows.length * MAX_CLOSED_SHARE))
    return { closed: 0, kept: ids.length };
  for (let start = 0; start < ids.length; start += BATCH)
    await closeJobs(database, indexer, ids.slice(start, start + BATCH), now);
  return { closed: ids.length, kept: 0 };
}

async function closeJobs(
  database: Kysely<Database>,
  indexer: SearchIndexer,
  ids: readonly number[],
  now: Date,
): Promise<void> {
  await database.transaction().execute(async (trx) => {
    // Without its hash a job that comes back counts as changed, and is opened again.
    const { rows } = await sql<{ id: number }>`
      update job set state = 'archived', content_hash = '', updated_at = ${now}
      where id = any(${ids}::bigint[]) and state = 'published' returning id
    `.execute(trx);
    if (rows.length > 0)
      await indexer.remove(
        trx,
        rows.map(({ id }) => String(id)),
      );
  });
}
