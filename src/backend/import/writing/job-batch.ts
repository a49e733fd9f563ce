import { sql, type Kysely } from 'kysely';
import type { Database } from '../../database/schema.js';
import { saveJobs, type SaveOutcome } from '../../jobs/save-jobs.js';
import type { JobToSave } from '../../jobs/saved-job.js';
import type { SearchIndexer } from '../../jobs/search-indexer.port.js';
import type { BuiltJob } from './build-job.js';
import type { ImportedOrganizations, NamedOrganization } from './organizations.js';

/** A job on its way into the database. */
export interface BatchJob {
  row: number;
  key?: string;
  job: BuiltJob['job'];
  organization: NamedOrganization;
}

export type BatchResult = { outcome: SaveOutcome } | { problem: string };

export interface BatchWriting {
  database: Kysely<Database>;
  site: string;
  source: string;
  organizations: ImportedOrganizations;
  indexer: SearchIndexer;
  now: Date;
  dryRun: boolean;
}

class DryRun extends Error {
  override name = 'DryRun';
}

/**
 * Saves a batch in one transaction. Where the database refuses it, each job is tried alone, so that a broken one stops
 * nothing.
 *
 * @throws when the database cannot be reached.
 */
export async function saveBatch(batch: readonly BatchJob[], writing: BatchWriting): Promise<BatchResult[]> {
  try {
    return await saveTogether(batch, writing);
  } catch (error) {
    const reason = refusalOf(error);
    if (reason === undefined) throw error;
    if (batch.length === 1) return [{ problem: reason }];
    const results: BatchResult[] = [];
    for (const job of batch) results.push(...(await saveBatch([job], writing)));
    return results;
  }
}

async function saveTogether(batch: readonly BatchJob[], writing: BatchWriting): Promise<BatchResult[]> {
  const { database, site, source, organizations, indexer, now, dryRun } = writing;
  let results: BatchResult[] = [];
  let ids = new Map<string, string>();
  try {
    await database.transaction().execute(async (trx) => {
      ids = await organizations.provide(
        trx,
        batch.map(({ organization }) => organization),
      );
      const dates = await publishedDates(trx, site, source, batch);
      const jobs = batch.map(({ job, organization }): JobToSave => {
        const publishedAt = job.publishedAt ?? dates.get(job.sourceKey) ?? now;
        return { ...job, organizationId: ids.get(organization.key) ?? '', publishedAt };
      });
      results = await saveJobs(trx, site, jobs, indexer);
      if (dryRun) throw new DryRun();
    });
  } catch (error) {
    if (error instanceof DryRun) return results;
    throw error;
  }
  organizations.remember(ids);
  return results;
}

/** Without a date of its own, a job keeps the one it got when it was first imported: so the next run finds it unchanged. */
async function publishedDates(
  trx: Kysely<Database>,
  site: string,
  source: string,
  batch: readonly BatchJob[],
): Promise<Map<string, Date>> {
  const keys = batch.filter(({ job }) => job.publishedAt === undefined).map(({ job }) => job.sourceKey);
  if (keys.length === 0) return new Map();
  const { rows } = await sql<{ source_key: string; published_at: Date }>`
    select source_key, published_at from job
    where site = ${site} and source = ${source} and source_key = any(${keys}::text[])
  `.execute(trx);
  return new Map(rows.map((row) => [row.source_key, row.published_at]));
}

/** What the database has against the data; undefined when it is something else that went wrong. */
function refusalOf(error: unknown): string | undefined {
  const { code, message } = error as { code?: unknown; message?: unknown };
  if (typeof code !== 'string') return undefined;
  // Class 22: data exception; 23: integrity constraint; 54: program limit.
  return /^(?:22|23|54)/.test(code) ? `cannot be saved: ${String(message)}` : undefined;
}
