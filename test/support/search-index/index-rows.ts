import { sql, type Kysely } from 'kysely';
import type { Database } from '../../../src/backend/platform/database/schema.js';
import type { IndexRow } from '../../../src/backend/search/engines/memory/index-loader.js';

/** Loads rows of search_job in the form that the memory index takes, newest first. @param jobIds omit for all jobs */
export async function loadIndexRows(database: Kysely<Database>, jobIds?: readonly string[]): Promise<IndexRow[]> {
  const { rows } = await sql<IndexRow>`
    select (rank & 4294967295)::integer as "jobId", (rank >> 32)::integer as published, (facets >> 32)::integer as organization,
      (facets & 4294967295)::integer as combo, point, region, scope, pay, currency, closing, tsvectorsend(words) as words
    from search_job where ${jobIds ? sql<boolean>`(rank & 4294967295) = any(${jobIds}::bigint[])` : sql<boolean>`true`}
    order by rank desc
  `.execute(database);
  return rows;
}
