import { sql, type Kysely } from 'kysely';
import type { Database } from '../../platform/database/schema.js';
import type { JobIndexer } from './job-indexer.js';

const BATCH = 2000;

/**
 * Fills the index anew from the jobs, newest first, so that it lies in the order in which it is read, and with its large index built
 * at the end, which takes a fraction of the time. Changes wait for it.
 *
 * @returns how many jobs are in it.
 */
export async function rebuildIndex(database: Kysely<Database>, indexer: JobIndexer): Promise<number> {
  indexer.invalidate();
  const count = await database.transaction().execute(async (trx) => {
    await sql`
      truncate search_job, search_tally, search_tally_delta, search_word, search_word_delta
    `.execute(trx);
    const { rows: definitions } = await sql<{ text: string }>`
      select pg_get_indexdef('search_job_words'::regclass) as text
    `.execute(trx);
    await sql`drop index search_job_words`.execute(trx);
    const { rows } = await sql<{ id: string }>`
      select id::text from job where state = 'published' order by published_at desc, id desc
    `.execute(trx);
    for (let from = 0; from < rows.length; from += BATCH) {
      await indexer.index(
        trx,
        rows.slice(from, from + BATCH).map(({ id }) => id),
      );
    }
    await sql.raw(definitions[0]!.text).execute(trx);
    const { rows: found } = await sql<{ n: number }>`select count(*)::integer as n from search_job`.execute(trx);
    return found[0]?.n ?? 0;
  });
  await indexer.settle();
  await sql`vacuum analyze search_job, search_tally, search_word`.execute(database);
  return count;
}
