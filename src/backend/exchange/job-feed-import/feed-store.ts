import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Database } from '../../platform/database/schema.js';
import type { FileFormat } from '../import/reading/file-format.js';
import type { FeedValidators } from './fetching/fetch-feed.js';

/** An address from which advertisements are fetched regularly. */
export interface ImportFeed {
  id: number;
  site: string;
  /** Organization of all advertisements; null if they name their organizations themselves. */
  organization: string | null;
  url: string;
  format: FileFormat | null;
  source: string;
  every_minutes: number;
  /** Whether jobs without an employer or a way to apply are imported too. */
  allow_incomplete: boolean;
  due_at: Date;
  etag: string | null;
  last_modified: string | null;
  digest: string | null;
  /** When it was last read to its end. */
  read_at: Date | null;
  ran_at: Date | null;
  outcome: FeedOutcome | null;
  /** Readable result of the last run. */
  message: string | null;
  counts: FeedCounts | null;
  /** Number of consecutive failures. */
  failures: number;
}

export type FeedOutcome = 'imported' | 'unchanged' | 'failed';

export interface FeedCounts {
  rows: number;
  created: number;
  updated: number;
  unchanged: number;
  refused: number;
  /** Number of jobs that are no longer in the feed and were closed. */
  closed: number;
  /** Number of jobs that were not closed because too many were missing. */
  kept: number;
}

/** A feed that this run has leased. */
export interface TakenFeed extends ImportFeed {
  lease: string;
}

/** Time after the last sign of life of a run at which other processes assume that it has crashed. */
export const LEASE_MS = 120_000;
/** Time from which a feed may be leased: when it is due, plus a growing delay if earlier readers crashed. */
const READY_AT = sql.raw(
  "due_at + case when lease is null then interval '0' else power(least(failures, 8), 2) * interval '1 minute' end",
);
const COLUMNS = sql.raw(
  'id, site, organization, url, format, source, every_minutes, allow_incomplete, due_at, etag, last_modified, digest, read_at, ran_at, outcome, message, counts, failures',
);

/**
 * Adds a feed. The same address would import all jobs a second time, with another source.
 *
 * @returns the id, or the id of the feed of the site that has the same source or, if none is given, the same address and organization
 */
export async function addFeed(
  database: Kysely<Database>,
  feed: Pick<ImportFeed, 'site' | 'organization' | 'url' | 'format' | 'every_minutes' | 'allow_incomplete'> & {
    source?: string;
    now: Date;
  },
): Promise<{ id: number } | { other: number }> {
  const { site, organization, url, format, every_minutes, allow_incomplete, source, now } = feed;
  const { rows: others } = await sql<{ id: number }>`
    select id from import_feed where site = ${site} and case when ${source ?? null}::text is null
      then url = ${url} and organization is not distinct from ${organization} else source = ${source ?? null} end
    order by id limit 1
  `.execute(database);
  if (others[0]) return { other: others[0].id };
  const { rows } = await sql<{ id: number }>`
    with next as (select nextval(pg_get_serial_sequence('import_feed', 'id')) as id)
    insert into import_feed (id, site, organization, url, format, every_minutes, allow_incomplete, source, due_at)
    select id, ${site}, ${organization}, ${url}, ${format}, ${every_minutes}, ${allow_incomplete}, coalesce(${source ?? null}::text, 'feed-' || id), ${now}
    from next returning id
  `.execute(database);
  return { id: rows[0]!.id };
}

export async function listFeeds(database: Kysely<Database>, site?: string): Promise<ImportFeed[]> {
  const { rows } = await sql<ImportFeed>`
    select ${COLUMNS} from import_feed where ${site ?? null}::text is null or site = ${site ?? null} order by site, id
  `.execute(database);
  return rows;
}

/**
 * Removes a feed; its imported jobs stay.
 *
 * @returns the source of the feed, with which another feed can continue it; undefined if there is no such feed
 */
export async function removeFeed(database: Kysely<Database>, id: number): Promise<string | undefined> {
  const { rows } = await sql<{ source: string }>`delete from import_feed where id = ${id} returning source`.execute(
    database,
  );
  return rows[0]?.source;
}

/** Leases the feed that has been due for the longest time. Other processes skip it until its run is recorded, or the lease expires. */
export async function takeDueFeed(
  database: Kysely<Database>,
  { sites, now }: { sites: readonly string[]; now: Date },
): Promise<TakenFeed | undefined> {
  const { rows } = await sql<TakenFeed>`
    update import_feed set ${takenAt(now)}
    where id = (
      select id from import_feed where site = any(${sites}::text[]) and ${READY_AT} <= ${now}
      order by due_at, id limit 1 for update skip locked
    )
    returning ${COLUMNS}, lease
  `.execute(database);
  return rows[0];
}

/** Leases a feed whether it is due or not. */
export async function takeFeed(
  database: Kysely<Database>,
  id: number,
  now: Date,
): Promise<TakenFeed | 'missing' | 'running'> {
  const { rows } = await sql<TakenFeed>`
    update import_feed set ${takenAt(now)}
    where id = ${id} and (lease is null or due_at <= ${now})
    returning ${COLUMNS}, lease
  `.execute(database);
  if (rows[0]) return rows[0];
  const { rows: known } = await sql`select from import_feed where id = ${id}`.execute(database);
  return known.length > 0 ? 'running' : 'missing';
}

/**
 * Renews the lease of a running feed.
 *
 * @returns false if another process has leased the feed, or the feed has been removed
 */
export async function renewLease(database: Kysely<Database>, { id, lease }: TakenFeed, now: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update import_feed set due_at = ${leaseEnd(now)} where id = ${id} and lease = ${lease}
  `.execute(database);
  return (numAffectedRows ?? 0n) > 0n;
}

export interface FeedRun {
  outcome: FeedOutcome;
  message: string;
  counts?: FeedCounts;
  /** Validators of a feed that was read completely and need not be read again; undefined to keep the previous ones. */
  validators?: FeedValidators;
  dueAt: Date;
}

/** Records the result of a run and ends its lease, unless another process has leased the feed in the meantime. */
export async function recordRun(
  database: Kysely<Database>,
  feed: TakenFeed,
  { outcome, message, counts, validators, dueAt }: FeedRun,
  now: Date,
): Promise<void> {
  const known = validators ?? { etag: feed.etag, lastModified: feed.last_modified, digest: feed.digest };
  await sql`
    update import_feed set lease = null, due_at = ${dueAt}, ran_at = ${now}, outcome = ${outcome}, message = ${message},
      counts = ${counts ? JSON.stringify(counts) : null}::jsonb, failures = ${outcome === 'failed' ? feed.failures + 1 : 0},
      etag = ${known.etag ?? null}, last_modified = ${known.lastModified ?? null}, digest = ${known.digest ?? null},
      read_at = case when ${isComplete(validators)} then ${now} else read_at end
    where id = ${feed.id} and lease = ${feed.lease}
  `.execute(database);
}

/** Whether a run has read the feed to its end, so that it need not be read again until it changes. */
function isComplete(validators: FeedValidators | undefined): boolean {
  return validators !== undefined && Object.values(validators).some((value) => value !== undefined);
}

/** Returns the time at which the next feed is due; undefined if there are no feeds. */
export async function findNextDueFeed(database: Kysely<Database>, sites: readonly string[]): Promise<Date | undefined> {
  const { rows } = await sql<{ due: Date | null }>`
    select min(${READY_AT}) as due from import_feed where site = any(${sites}::text[])
  `.execute(database);
  return rows[0]?.due ?? undefined;
}

/** Leasing a feed whose previous reader crashed counts as a failure. */
function takenAt(now: Date): RawBuilder<unknown> {
  const failures = sql`failures + case when lease is null then 0 else 1 end`;
  return sql`failures = ${failures}, lease = gen_random_uuid(), due_at = ${leaseEnd(now)}`;
}

function leaseEnd(now: Date): Date {
  return new Date(now.getTime() + LEASE_MS);
}

/** Short enough that a single failed renewal does not lose the lease. */
const RENEW_MS = LEASE_MS / 4;

interface LeaseEnvironment {
  database: Kysely<Database>;
  clock: () => Date;
  signal?: AbortSignal;
  renewMs?: number;
}

/**
 * Runs work on a leased feed, renewing the lease in the meantime.
 *
 * @param work must end when its signal is aborted: it is to stop, or another process has leased the feed
 */
export async function withLease<Result>(
  feed: TakenFeed,
  { database, clock, signal, renewMs = RENEW_MS }: LeaseEnvironment,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const lost = new AbortController();
  let renewing = Promise.resolve();
  const renew = async (): Promise<void> => {
    try {
      if (!(await renewLease(database, feed, clock()))) lost.abort();
    } catch {
      // While the database is unavailable, no other process can lease the feed either.
    }
  };
  const timer = setInterval(() => {
    renewing = renewing.then(renew);
  }, renewMs);
  try {
    return await work(signal ? AbortSignal.any([signal, lost.signal]) : lost.signal);
  } finally {
    clearInterval(timer);
    await renewing;
  }
}
