import { sql, type Kysely } from 'kysely';
import type { Database } from '../../platform/database/schema.js';

const FOLDING = 4_217_011;

/**
 * Adds what writers have noted to the counts, the lexicon and the index of words. One process at a time; another one that wants to leaves it to the first.
 */
export async function foldDeltas(database: Kysely<Database>): Promise<void> {
  await database.transaction().execute(async (trx) => {
    const { rows } = await sql<{ mine: boolean }>`select pg_try_advisory_xact_lock(${FOLDING}) as mine`.execute(trx);
    if (!rows[0]?.mine) return;
    await sql`
      with gone as (delete from search_tally_delta returning scope, kind, value, n)
      insert into search_tally as t (scope, kind, value, n)
      select scope, kind, value, sum(n) from gone group by scope, kind, value
      on conflict (scope, kind, value) do update set n = t.n + excluded.n
    `.execute(trx);
    await sql`delete from search_tally where n = 0`.execute(trx);
    await sql`
      with gone as (delete from search_word_delta returning scope, kind, word, label, n)
      insert into search_word as w (scope, kind, word, label, n)
      select scope, kind, word, min(label), sum(n) from gone group by scope, kind, word
      on conflict (scope, kind, word) do update set n = w.n + excluded.n
    `.execute(trx);
  });
  await sql`select gin_clean_pending_list('search_job_words')`.execute(database);
}
