import { sql, type Kysely } from 'kysely';
import { SEARCH_FEATURES, type SearchFeature } from '#contract/search/search-features.js';
import type { ConceptTagger } from '../analysis/concept-tagger.port.js';
import type { Database } from '../../platform/database/schema.js';
import { rebuildIndex, type JobIndexer } from './job-indexer.js';

/** Must be incremented whenever the contents of search_job change: the index is rebuilt at the next start. */
const FORMAT = 4;
const REBUILDING = 4_217_012;

/**
 * Rebuilds the index if it was written by another release or with other settings that affect it. One process rebuilds; other processes
 * that start meanwhile wait.
 *
 * @returns number of jobs indexed; 0 if the index was up to date
 */
export async function rebuildOutdatedIndex(
  database: Kysely<Database>,
  indexer: JobIndexer,
  features: readonly SearchFeature[],
  tagger: ConceptTagger,
): Promise<number> {
  const format = `${FORMAT} ${tagger.version} ${features.includes('inflection') ? 'inflection' : 'derivation'}`;
  if ((await formatOf(database)) === format) return 0;
  return database.transaction().execute(async (trx) => {
    // Held until the end of the transaction, because a connection pooler may run later transactions on another connection.
    await sql`select pg_advisory_xact_lock(${REBUILDING})`.execute(trx);
    if ((await formatOf(trx)) === format) return 0;
    const jobs = await rebuildIndex(database, indexer);
    await sql`
      insert into search_index_format (name, format) values ('jobs', ${format})
      on conflict (name) do update set format = excluded.format
    `.execute(trx);
    return jobs;
  });
}

/** Returns the features with which the index was built, for commands without the server's settings; undefined if it was never built. */
export async function indexedFeatures(database: Kysely<Database>): Promise<SearchFeature[] | undefined> {
  const format = await formatOf(database);
  return format === undefined
    ? undefined
    : SEARCH_FEATURES.filter((feature) => feature !== 'inflection' || format.endsWith(' inflection'));
}

async function formatOf(database: Kysely<Database>): Promise<string | undefined> {
  const { rows } = await sql<{ format: string }>`
    select format from search_index_format where name = 'jobs'
  `.execute(database);
  return rows[0]?.format;
}
