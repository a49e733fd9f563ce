import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql, type Kysely } from 'kysely';
import type { BackendLogger } from '#contract/backend/backend.js';
import type { Database } from '../../platform/database/schema.js';
import type { SearchIndexer } from '../../platform/search-index/search-indexer.port.js';
import { importFile, type ImportEnvironment, type ImportSite } from '../import/import-file.js';
import type { ImportReport } from '../import/import-report.js';
import { type FeedCounts, type FeedRun, type TakenFeed, whileLeased, recordRun, takeDueFeed } from './feed-store.js';
import { fetchFeed, type FetchOptions, type FeedValidators, fileNameOf } from './fetching/fetch-feed.js';
import { importedMessage } from './run-message.js';

export interface FeedEnvironment extends Omit<ImportEnvironment, 'now' | 'onBytes' | 'onKey'> {
  sites: readonly ImportSite[];
  clock: () => Date;
  /** How it is fetched, as far as that is not always the same. */
  fetching: Pick<FetchOptions, 'networks' | 'mostBytes' | 'maxMs' | 'silenceMs' | 'lookup'>;
  /** How often its lease is renewed, as far as that is not always the same. */
  renewMs?: number;
}

export interface RunChoices {
  /** Close what is missing, however many. Reads the feed even if it has not changed. */
  closeMissing?: boolean;
}

const MINUTE_MS = 60_000;
/** A feed that failed is tried again sooner than in a day. */
const RETRY_MINUTES = 60;
/** If more of a file's rows cannot be read, nobody knows what is missing. */
const MAX_UNREAD_SHARE = 0.05;

/** Fetches a feed and imports it, then closes what it does not hold any more. Whatever is wrong with the feed is in what it returns. */
export function runFeed(
  feed: TakenFeed,
  environment: FeedEnvironment,
  choices: RunChoices = {},
): Promise<FeedRun & { report?: ImportReport }> {
  return whileLeased(feed, environment, (signal) => fetched(feed, { ...environment, signal }, choices));
}

async function fetched(
  feed: TakenFeed,
  environment: FeedEnvironment,
  choices: RunChoices,
): Promise<FeedRun & { report?: ImportReport }> {
  const site = environment.sites.find(({ name }) => name === feed.site);
  if (!site) return failed(feed, `There is no site ${feed.site} any more.`, environment);
  const folder = await mkdtemp(join(tmpdir(), 'causeboard-feed-'));
  try {
    const path = join(folder, fileNameOf(feed.url));
    const known: FeedValidators = choices.closeMissing
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
    // What is not done is to be said again, although the feed is the same.
    validators: isDone ? validators : {},
    dueAt: dueAfter(feed.every_minutes, environment),
    report,
  };
}

function failed(feed: TakenFeed, message: string, environment: Pick<FeedEnvironment, 'clock'>): FeedRun {
  return { outcome: 'failed', message, dueAt: dueAfter(Math.min(feed.every_minutes, RETRY_MINUTES), environment) };
}

/** Whoever comes next goes on. */
function stopped({ clock }: Pick<FeedEnvironment, 'clock'>): FeedRun {
  return {
    outcome: 'failed',
    message: 'Reading the feed was stopped before its end; the next run goes on.',
    dueAt: clock(),
  };
}

/** From now on, so that what was missed while nothing ran is made good once. */
function dueAfter(minutes: number, { clock }: Pick<FeedEnvironment, 'clock'>): Date {
  return new Date(clock().getTime() + minutes * MINUTE_MS);
}

/** Any feed may lose so many at a time. */
const ALWAYS_CLOSED = 5;
/** Beyond it a feed is not smaller but broken, until an operator says otherwise. */
const MAX_CLOSED_SHARE = 0.5;
const BATCH = 1000;

/**
 * Closes the jobs of a source that are not in its feed any more. If they are more than half, and more than a few, none is closed, unless that
 * is confirmed: a feed that has shrunk so is more often broken than true.
 *
 * @param keys of everything that the feed holds
 * @returns how many were closed, and how many would have been
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
    select job.id, seen.key is null as missing
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
    // Without its hash a job that comes back counts as changed, and is opened again.
    const { rows } = await sql<{ id: number }>`
      update job set state = 'archived', content_hash = '', updated_at = ${now}
      where id = any(${ids}::bigint[]) and state = 'published' returning id
    `.execute(trx);
    if (rows.length > 0)
      await indexer.remove(
        trx,
        rows.map(({ id }) => String(id)),
      );
  });
}

const RETRY_MS = 3_600_000;

/** Runs the feeds that are due, one after the other. A feed that fails stops no other. @returns how many it ran */
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

/** The fault is ours, or the database's, and in the log. */
function brokenRun({ clock }: Pick<FeedEnvironment, 'clock'>): FeedRun {
  const dueAt = new Date(clock().getTime() + RETRY_MS);
  return {
    outcome: 'failed',
    message: 'The run ended with a fault of the program; the log of the server has it.',
    dueAt,
  };
}
