import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql, type Kysely } from 'kysely';
import type { BackendLogger } from '#contract/backend/backend.js';
import type { Database } from '../../platform/database/schema.js';
import type { SearchIndexer } from '../../platform/search-index/search-index.port.js';
import { HAS_NEW_DATES } from '../../domain/jobs/job.repository.js';
import { DEFAULT_IMPORT_DAYS, importFile, type ImportEnvironment, type ImportSite } from '../import/import-file.js';
import type { ImportReport } from '../import/import-report.js';
import {
  type FeedCounts,
  type FeedRun,
  type TakenFeed,
  withLease,
  recordRun,
  takeDueFeed,
  type ImportFeed,
} from './feed-store.js';
import { fetchFeed, type FetchOptions, type FeedValidators, fileNameOf } from './fetching/fetch-feed.js';

export interface FeedEnvironment extends Omit<ImportEnvironment, 'now' | 'onBytes' | 'onKey'> {
  sites: readonly ImportSite[];
  clock: () => Date;
  /** Fetch options; defaults apply to the missing ones. */
  fetching: Pick<FetchOptions, 'networks' | 'mostBytes' | 'maxMs' | 'silenceMs' | 'lookup'>;
  /** Interval for renewing the lease, if it differs from the default. */
  renewMs?: number;
}

export interface RunChoices {
  /** Closes all missing jobs, however many. The feed is read even if it is unchanged. */
  closeMissing?: boolean;
}

const MINUTE_MS = 60_000;
const DAY_MS = 1440 * MINUTE_MS;
/** Maximum delay before a failed feed is tried again, in minutes. */
const RETRY_MINUTES = 60;
/** Maximum share of unreadable rows; with more, it is unknown which jobs are missing from the feed. */
const MAX_UNREAD_SHARE = 0.05;

/** Fetches and imports a feed, then closes the jobs that it no longer contains. Problems with the feed are returned, not thrown. */
export function runFeed(
  feed: TakenFeed,
  environment: FeedEnvironment,
  choices: RunChoices = {},
): Promise<FeedRun & { report?: ImportReport }> {
  return withLease(feed, environment, (signal) => fetched(feed, { ...environment, signal }, choices));
}

async function fetched(
  feed: TakenFeed,
  environment: FeedEnvironment,
  choices: RunChoices,
): Promise<FeedRun & { report?: ImportReport }> {
  const site = environment.sites.find(({ name }) => name === feed.site);
  if (!site) return failed(feed, `The site ${feed.site} no longer exists.`, environment);
  const folder = await mkdtemp(join(tmpdir(), 'causeboard-feed-'));
  try {
    const path = join(folder, fileNameOf(feed.url));
    const isRead = (choices.closeMissing ?? false) || mayLoseJobs(feed, site, environment);
    const known: FeedValidators = isRead
      ? {}
      : {
          etag: feed.etag ?? undefined,
          lastModified: feed.last_modified ?? undefined,
          digest: feed.digest ?? undefined,
        };
    const { signal, fetching } = environment;
    const format = feed.format ?? undefined;
    const file = await fetchFeed({ ...fetching, url: feed.url, path, format, known, signal });
    if (signal?.aborted) return stopped(environment);
    if (file.kind === 'refused') return failed(feed, file.reason, environment);
    if (file.kind === 'unchanged')
      return {
        outcome: 'unchanged',
        message: 'Nothing has changed.',
        dueAt: dueAfter(feed.every_minutes, environment),
      };
    return await imported(feed, { path, site, validators: file.validators }, environment, choices);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Whether jobs without a closing date would expire although the feed still contains them: reading it again moves their ends, once half of
 * their time has passed.
 */
function mayLoseJobs(
  { read_at }: TakenFeed,
  { importDays = DEFAULT_IMPORT_DAYS }: ImportSite,
  { clock }: Pick<FeedEnvironment, 'clock'>,
) {
  return read_at === null || clock().getTime() - read_at.getTime() > (importDays / 4) * DAY_MS;
}

async function imported(
  feed: TakenFeed,
  file: {
    path: string;
    site: ImportSite;
    validators: FeedValidators;
  },
  environment: FeedEnvironment,
  choices: RunChoices,
): Promise<FeedRun & { report?: ImportReport }> {
  const { path, site, validators } = file;
  const { database, indexer, clock } = environment;
  const { source } = feed;
  const keys = new Set<string>();
  const result = await importFile(
    {
      path,
      site,
      source,
      dryRun: false,
      format: feed.format ?? undefined,
      organization: feed.organization ?? undefined,
      allowIncomplete: feed.allow_incomplete,
    },
    { ...environment, now: clock(), onKey: (key) => keys.add(key) },
  );
  if ('refused' in result) return failed(feed, `The feed ${result.refused.replace(/^\S+ /, '')}`, environment);
  const { report } = result;
  const counts: FeedCounts = {
    rows: report.rows,
    created: report.created,
    updated: report.updated,
    unchanged: report.unchanged,
    refused: report.refused.length,
    closed: 0,
    kept: 0,
  };
  if (report.interrupted) return { ...stopped(environment), counts, report };
  const unread = report.refused.filter(({ field }) => field === 'row').length;
  const isReadable = unread <= report.rows * MAX_UNREAD_SHARE;
  if (isReadable || choices.closeMissing) {
    const isConfirmed = choices.closeMissing ?? false;
    Object.assign(
      counts,
      await closeMissing({ database, indexer, site: site.name, source, keys, isConfirmed, now: clock() }),
    );
  }
  const isDone = isReadable && counts.kept === 0;
  return {
    outcome: 'imported',
    message: importedMessage(feed.id, report, counts, isReadable),
    counts,
    // An incomplete import has to be repeated even if the feed is unchanged.
    validators: isDone ? validators : {},
    dueAt: dueAfter(feed.every_minutes, environment),
    report,
  };
}

function failed(feed: TakenFeed, message: string, environment: Pick<FeedEnvironment, 'clock'>): FeedRun {
  return { outcome: 'failed', message, dueAt: dueAfter(Math.min(feed.every_minutes, RETRY_MINUTES), environment) };
}

/** Result of an aborted run: the next process continues it. */
function stopped({ clock }: Pick<FeedEnvironment, 'clock'>): FeedRun {
  return {
    outcome: 'failed',
    message: 'Reading the feed was interrupted; the next run continues.',
    dueAt: clock(),
  };
}

/** Counted from now, so that a feed that was due several times while no process was running is read only once. */
function dueAfter(minutes: number, { clock }: Pick<FeedEnvironment, 'clock'>): Date {
  return new Date(clock().getTime() + minutes * MINUTE_MS);
}

/** Number of jobs that any feed may lose at once. */
const ALWAYS_CLOSED = 5;
/** A feed that loses a larger share is assumed to be broken, until an operator confirms the loss. */
const MAX_CLOSED_SHARE = 0.5;
const BATCH = 1000;

/**
 * Closes the jobs of a source that are no longer in its feed. A job that was renewed on the site, or got another end there, ends on that
 * day, also if its closing date in the feed has passed. If the missing jobs are more than half of the jobs, and more than a few, none is closed
 * without confirmation: such a feed is usually broken.
 *
 * @param keys keys of everything in the feed
 * @returns the number of closed jobs, and the number of jobs that were not closed for lack of confirmation
 */
async function closeMissing(options: {
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
    select job.id, seen.key is null and not ${HAS_NEW_DATES} as missing
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
    // Without its hash, a job that returns counts as changed, and is opened again.
    const { rows } = await sql<{ id: number }>`
      update job set state = 'archived', content_hash = '', updated_at = ${now}
      where id = any(${ids}::bigint[]) and state = 'published' and not ${HAS_NEW_DATES} returning id
    `.execute(trx);
    if (rows.length > 0)
      await indexer.remove(
        trx,
        rows.map(({ id }) => String(id)),
      );
  });
}

const RETRY_MS = 3_600_000;

/**
 * Runs the due feeds one after the other. A failing feed does not affect the others.
 *
 * @returns the number of feeds that were run
 */
export async function runDueFeeds(environment: FeedEnvironment, logger: BackendLogger): Promise<number> {
  const { database, sites, clock, signal } = environment;
  const names = sites.map(({ name }) => name);
  let count = 0;
  for (; !signal?.aborted; count++) {
    const feed = await takeDueFeed(database, { sites: names, now: clock() });
    if (!feed) break;
    const run = await runFeed(feed, environment).catch(async (error: unknown) => {
      await recordRun(database, feed, brokenRun(environment), clock());
      throw error;
    });
    await recordRun(database, feed, run, clock());
    const details = { feed: feed.id, site: feed.site, ...run.counts };
    if (run.outcome === 'failed') logger.warn({ ...details, reason: run.message }, 'A feed could not be read');
    else logger.info({ ...details, outcome: run.outcome }, 'Read a feed');
  }
  return count;
}

/** Result of a run that failed because of a bug or the database; the log contains the error. */
function brokenRun({ clock }: Pick<FeedEnvironment, 'clock'>): FeedRun {
  const dueAt = new Date(clock().getTime() + RETRY_MS);
  return {
    outcome: 'failed',
    message: 'The run failed because of an internal error; see the server log.',
    dueAt,
  };
}

const SHOWN = 3;

/** Summarizes a run in sentences for the operator. */
function importedMessage(
  id: number,
  report: Pick<ImportReport, 'refused'>,
  counts: FeedCounts,
  isReadable: boolean,
): string {
  const { rows, created, updated, unchanged, refused, closed, kept } = counts;
  const sentences = [
    `${rows} read: ${created} new, ${updated} changed, ${unchanged} as before, ${refused} refused; ${closed} closed.`,
  ];
  const shown = report.refused.slice(0, SHOWN).map(({ row, field, rule }) => `row ${row}: ${field} ${rule}`);
  if (shown.length > 0) sentences.push(`Refused: ${shown.join('; ')}${refused > SHOWN ? '; …' : ''}.`);
  if (kept > 0)
    sentences.push(
      `${kept} jobs are no longer in the feed. These are more than half, so none was closed. To close them: npm run feeds -- run ${id} --close-missing`,
    );
  if (!isReadable)
    sentences.push('Too many rows could not be read to determine which jobs are missing, so none was closed.');
  return sentences.join(' ');
}

/** Describes a feed in a list. */
export function feedLines(feed: ImportFeed, now: Date): string[] {
  const { id, site, organization, url, every_minutes, ran_at, outcome, message, failures, due_at } = feed;
  const whose = organization === null ? '' : `, ${organization}`;
  const result =
    ran_at === null
      ? 'never read'
      : `${outcome === 'failed' ? `failed ${failures > 1 ? `${failures} times, last ` : ''}` : `${outcome ?? ''} `}${when(ran_at)}`;
  const next = due_at <= now ? 'due now' : `next ${when(due_at)}`;
  return [
    `${id}  ${url}`,
    `   ${site}${whose}; every ${spell(every_minutes)}; ${result}; ${next}`,
    ...(message ? [`   ${message}`] : []),
  ];
}

function when(date: Date): string {
  return `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

function spell(minutes: number): string {
  if (minutes % 1440 === 0) return minutes === 1440 ? 'day' : `${minutes / 1440} days`;
  if (minutes % 60 === 0) return minutes === 60 ? 'hour' : `${minutes / 60} hours`;
  return `${minutes} minutes`;
}
