import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { importFile, type ImportEnvironment, type ImportSite } from '../import/import-file.js';
import type { ImportReport } from '../import/import-report.js';
import { closeMissing } from './close-missing.js';
import type { FeedCounts, FeedRun, TakenFeed } from './feed-store.js';
import { fetchFeed, type FetchOptions, type FeedValidators, fileNameOf } from './fetching/fetch-feed.js';
import { importedMessage } from './run-message.js';
import { whileLeased } from './while-leased.js';

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
