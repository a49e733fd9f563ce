import { sql, type Kysely } from 'kysely';
import { DEFAULT_TIME_ZONE } from '#shared/time-zones/time-zone.js';
import { endOfDayOf } from '#shared/time-zones/zoned-days.js';
import type { Database } from '../../../platform/database/schema.js';
import { providedDates, saveJobs, type SaveOutcome, type JobToSave } from '../../../domain/jobs/job.repository.js';
import type { SearchIndexer } from '../../../platform/search-index/search-index.port.js';
import type { BuiltJob, Finding } from './build-job.js';
import type { ImportedOrganizations, NamedOrganization, OrganizationIds } from './organizations.js';

/** A job to save. */
export interface BatchJob {
  row: number;
  key?: string;
  job: BuiltJob['job'];
  organization: NamedOrganization;
}

export type BatchResult = { outcome: SaveOutcome; note?: Finding } | { refused: Finding };

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
    if (batch.length === 1) return [{ refused: { field: 'row', rule: reason } }];
    const results: BatchResult[] = [];
    for (const job of batch) results.push(...(await saveBatch([job], writing)));
    return results;
  }
}

async function saveTogether(batch: readonly BatchJob[], writing: BatchWriting): Promise<BatchResult[]> {
  const { database, organizations, site, indexer, now, dryRun } = writing;
  let results: BatchResult[] = [];
  let ids: OrganizationIds = new Map();
  try {
    await database.transaction().execute(async (trx) => {
      ids = await organizations.provide(
        trx,
        batch.map(({ organization }) => organization),
      );
      const known = await findKnown(trx, batch, writing);
      const jobs: JobToSave[] = [];
      const places = batch.map(({ job, organization }): BatchResult | number => {
        const organizationId = ids.get(organization.key);
        if (organizationId === undefined) return { refused: CLOSED_ORGANIZATION };
        const before = known.get(job.sourceKey);
        if (before?.stays_closed) return { outcome: 'unchanged', note: CLOSED_JOB };
        const publishedAt = job.publishedAt ?? before?.published_at ?? now;
        const expiresAt = job.expiresAt ?? endOf(job, before?.expires_at ?? undefined, writing);
        const previous = before && { ...providedDates(before), ...datesIn(job) };
        return jobs.push({ ...job, organizationId, publishedAt, expiresAt, ...(previous && { previous }) }) - 1;
      });
      const saved = await saveJobs(trx, site, jobs, indexer);
      results = places.map((place) => (typeof place === 'number' ? saved[place]! : place));
      if (dryRun) throw new DryRun();
    });
  } catch (error) {
    if (error instanceof DryRun) return results;
    throw error;
  }
  organizations.remember(ids);
  return results;
}

const CLOSED_ORGANIZATION: Finding = { field: 'organization', rule: 'is suspended or closed on this site' };
const CLOSED_JOB: Finding = { field: 'job', rule: 'is no longer published on this site, and was left as it is' };

interface KnownJob {
  /** A job without dates keeps those of its first import, so that the next run finds it unchanged. */
  published_at: Date;
  expires_at: Date | null;
  content_hash: string;
  /**
   * Whether somebody has closed it, or taken it off the site. A job opens again if it was missing from the feed, or had expired, be it
   * while its organization was suspended.
   */
  stays_closed: boolean;
}

/** @returns the jobs of the batch that were imported before, by source key */
async function findKnown(
  trx: Kysely<Database>,
  batch: readonly BatchJob[],
  { site, source }: BatchWriting,
): Promise<Map<string, KnownJob>> {
  const keys = batch.map(({ job }) => job.sourceKey);
  const known = sql`site = ${site} and source = ${source} and source_key = any(${keys}::text[])`;
  // A step that somebody takes at the same time would be undone. Only a statement after the lock sees its event.
  await sql`select from job where ${known} order by id for no key update`.execute(trx);
  const { rows } = await sql<KnownJob & { source_key: string }>`
    select source_key, published_at, expires_at, content_hash, state <> 'published' and content_hash <> '' and not coalesce((
      select e.step = 'expire' or (e.step = 'restore' and e.to_state = 'archived')
      from job_event e where e.job_id = job.id order by e.id desc limit 1
    ), false) as stays_closed
    from job where ${known}
  `.execute(trx);
  return new Map(rows.map((row) => [row.source_key, row]));
}

/** Returns the dates that the source itself names. */
function datesIn({ publishedAt, expiresAt }: BatchJob['job']) {
  return { ...(publishedAt && { publishedAt }), ...(expiresAt && { expiresAt }) };
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
