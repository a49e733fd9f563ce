import { sql, type Kysely } from 'kysely';
import { DEFAULT_TIME_ZONE } from '#shared/time-zones/time-zone.js';
import { endOfDayOf } from '#shared/time-zones/zoned-days.js';
import type { Database } from '../../../platform/database/schema.js';
import { saveJobs, type SaveOutcome, type JobToSave } from '../../../domain/jobs/job.repository.js';
import type { SearchIndexer } from '../../../platform/search-index/search-index.port.js';
import type { BuiltJob } from './build-job.js';
import type { ImportedOrganizations, NamedOrganization } from './organizations.js';

/** A job to save. */
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
  /** Number of days for which a job without a closing date is published. */
  days: number;
  now: Date;
  dryRun: boolean;
}

const DAY_MS = 24 * 3600 * 1000;

class DryRun extends Error {
  override name = 'DryRun';
}

/**
 * Saves a batch in one transaction. If the database rejects it, each job is saved separately, so that one invalid job does not affect the
 * others.
 *
 * @throws if the database cannot be reached
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
  const { database, organizations, site, indexer, now, dryRun } = writing;
  let results: BatchResult[] = [];
  let ids = new Map<string, string>();
  try {
    await database.transaction().execute(async (trx) => {
      ids = await organizations.provide(
        trx,
        batch.map(({ organization }) => organization),
      );
      const known = await knownDates(trx, batch, writing);
      const jobs = batch.map(({ job, organization }): JobToSave => {
        const before = known.get(job.sourceKey);
        const publishedAt = job.publishedAt ?? before?.published_at ?? now;
        const expiresAt = job.expiresAt ?? endOf(job, before?.expires_at ?? undefined, writing);
        return { ...job, organizationId: ids.get(organization.key) ?? '', publishedAt, expiresAt };
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

interface KnownDates {
  published_at: Date;
  expires_at: Date | null;
}

/**
 * A job without dates keeps those of its first import, so that the next run finds it unchanged.
 *
 * @returns the known dates by source key
 */
async function knownDates(
  trx: Kysely<Database>,
  batch: readonly BatchJob[],
  { site, source }: BatchWriting,
): Promise<Map<string, KnownDates>> {
  const undated = batch.filter(({ job }) => job.publishedAt === undefined || job.expiresAt === undefined);
  const keys = undated.map(({ job }) => job.sourceKey);
  if (keys.length === 0) return new Map();
  const { rows } = await sql<KnownDates & { source_key: string }>`
    select source_key, published_at, expires_at from job
    where site = ${site} and source = ${source} and source_key = any(${keys}::text[])
  `.execute(trx);
  return new Map(rows.map((row) => [row.source_key, row]));
}

/**
 * Returns the end of a job without a closing date: the job is published as long as it is imported again. Its end is moved only when half of
 * its time has passed, so that an unchanged feed changes nothing.
 *
 * @param before current end
 */
function endOf({ timeZone }: BatchJob['job'], before: Date | undefined, { days, now }: BatchWriting): Date {
  const time = days * DAY_MS;
  if (before && before.getTime() > now.getTime() + time / 2) return before;
  return endOfDayOf(new Date(now.getTime() + time), timeZone ?? DEFAULT_TIME_ZONE);
}

/** Returns the reason why the database rejects the data; undefined for any other error. */
function refusalOf(error: unknown): string | undefined {
  const { code, message } = error as { code?: unknown; message?: unknown };
  if (typeof code !== 'string') return undefined;
  // Class 22: data exception; 23: integrity constraint; 54: program limit.
  return /^(?:22|23|54)/.test(code) ? `cannot be saved: ${String(message)}` : undefined;
}
