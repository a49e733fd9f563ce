import { sql, type Kysely } from 'kysely';
import { jsonRows } from '../../platform/database/statement.js';
import type { Database } from '../../platform/database/schema.js';
import { toJobRow, type JobRow, type JobToSave } from './saved-job.js';
import type { SearchIndexer } from '../../platform/search-index/search-indexer.port.js';

export type SaveOutcome = 'created' | 'updated' | 'unchanged';

export interface SavedJob {
  id: string;
  outcome: SaveOutcome;
}

/**
 * Creates or updates jobs of a site by source and key, and updates the search index, within the caller's transaction. Unchanged jobs are
 * not written.
 *
 * @param jobs a batch of a few hundred to a few thousand; if a key occurs twice, the last one wins
 * @returns one entry for each job, in the given order
 */
export async function saveJobs(
  trx: Kysely<Database>,
  site: string,
  jobs: readonly JobToSave[],
  indexer: SearchIndexer,
): Promise<SavedJob[]> {
  if (jobs.length === 0) return [];
  const rows = jobs.map(toJobRow);
  const stored = await findStored(trx, site, rows);
  const unique = new Map(rows.map((row) => [keyOf(row), row]));
  const changed = [...unique].filter(([key, row]) => stored.get(key)?.hash !== row.content_hash).map(([, row]) => row);
  const written = await upsert(trx, site, changed);
  if (written.size > 0) await indexer.index(trx, [...written.values()]);
  return rows.map((row) => {
    const key = keyOf(row);
    const before = stored.get(key);
    const id = written.get(key) ?? before?.id ?? '';
    if (!written.has(key)) return { id, outcome: 'unchanged' };
    return { id, outcome: before ? 'updated' : 'created' };
  });
}

async function findStored(
  trx: Kysely<Database>,
  site: string,
  rows: readonly JobRow[],
): Promise<Map<string, { id: string; hash: string }>> {
  const { rows: found } = await sql<{ id: number; source: string; source_key: string; content_hash: string }>`
    select job.id, job.source, job.source_key, job.content_hash
    from unnest(${rows.map((row) => row.source)}::text[], ${rows.map((row) => row.source_key)}::text[])
      as wanted(source, source_key)
    join job on job.site = ${site} and job.source = wanted.source and job.source_key = wanted.source_key
  `.execute(trx);
  return new Map(found.map((row) => [keyOf(row), { id: String(row.id), hash: row.content_hash }]));
}

async function upsert(trx: Kysely<Database>, site: string, rows: readonly JobRow[]): Promise<Map<string, string>> {
  const first = rows[0];
  if (!first) return new Map();
  const columns = Object.keys(first);
  const names = sql.join(columns.map((name) => sql.ref(name)));
  const updates = sql.join(
    columns
      .filter((name) => name !== 'source' && name !== 'source_key')
      .map((name) => sql`${sql.ref(name)} = excluded.${sql.ref(name)}`),
  );
  // The same statement for any number of rows: it is planned once, and the table's row type converts the values.
  const { rows: written } = await sql<{ id: number; source: string; source_key: string }>`
    insert into job (site, ${names})
    select ${site}, ${names} from jsonb_populate_recordset(null::job, ${jsonRows(rows)}::jsonb)
    on conflict (site, source, source_key) do update set ${updates}, updated_at = now()
    returning id, source, source_key
  `.execute(trx);
  return new Map(written.map((row) => [keyOf(row), String(row.id)]));
}

function keyOf(row: { source: string; source_key: string }): string {
  return `${row.source}\n${row.source_key}`;
}
