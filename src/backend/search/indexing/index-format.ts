import { sql, type Kysely } from 'kysely';
import { SEARCH_FEATURES, type SearchFeature } from '#contract/search/search-features.js';
import type { ConceptTagger } from '../analysis/concept-tagger.port.js';
import type { Database } from '../../platform/database/schema.js';
import { rebuildIndex, type JobIndexer } from './job-indexer.js';

/** To be raised whenever what is written into search_job changes: the index is rebuilt at the next start. */
const FORMAT = 4;
const REBUILDING = 4_217_012;

/**
 * Fills the index anew where what is in it was written by another release, or with another setting that changes it. One process does it;
 * others that start meanwhile wait.
 *
 * @returns how many jobs were indexed; 0: it was up to date
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
    // Held to the end of the transaction: a pooler may give what comes after it to another connection.
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

/** With which features the index was written, for who adds to it without the settings of the server. undefined: it never was. */
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
