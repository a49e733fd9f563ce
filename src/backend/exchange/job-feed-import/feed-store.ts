import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Database } from '../../platform/database/schema.js';
import type { FileFormat } from '../import/reading/file-format.js';
import type { FeedValidators } from './fetching/fetch-feed.js';

/** An address that advertisements are fetched from, again and again. */
export interface ImportFeed {
  id: number;
  site: string;
  /** All advertisements are its; null: they name their organizations themselves. */
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
  ran_at: Date | null;
  outcome: FeedOutcome | null;
  /** For people. */
  message: string | null;
  counts: FeedCounts | null;
  /** In a row. */
  failures: number;
}

export type FeedOutcome = 'imported' | 'unchanged' | 'failed';

export interface FeedCounts {
  rows: number;
  created: number;
  updated: number;
  unchanged: number;
  refused: number;
  /** Jobs that are not in the feed any more, and were closed. */
  closed: number;
  /** Those that should have been, if they were not so many. */
  kept: number;
}

/** A feed that this run has for itself. */
export interface TakenFeed extends ImportFeed {
  lease: string;
}

/** How long nothing may be heard of a run before others think that it has died. */
export const LEASE_MS = 120_000;
/** When it may be taken: when it is due, but ever later where one reader after the other has died of it. */
const READY_AT = sql.raw(
  "due_at + case when lease is null then interval '0' else power(least(failures, 8), 2) * interval '1 minute' end",
);
const COLUMNS = sql.raw(
  'id, site, organization, url, format, source, every_minutes, allow_incomplete, due_at, etag, last_modified, digest, ran_at, outcome, message, counts, failures',
);

/** @returns the id; undefined when the source's keys belong to another feed of the site */
export async function addFeed(
  database: Kysely<Database>,
  feed: Pick<ImportFeed, 'site' | 'organization' | 'url' | 'format' | 'every_minutes' | 'allow_incomplete'> & {
    source?: string;
    now: Date;
  },
): Promise<number | undefined> {
  const { site, organization, url, format, every_minutes, allow_incomplete, source, now } = feed;
  const { rows } = await sql<{ id: number }>`
    with next as (select nextval(pg_get_serial_sequence('import_feed', 'id')) as id)
    insert into import_feed (id, site, organization, url, format, every_minutes, allow_incomplete, source, due_at)
    select id, ${site}, ${organization}, ${url}, ${format}, ${every_minutes}, ${allow_incomplete}, coalesce(${source ?? null}::text, 'feed-' || id), ${now}
    from next
    on conflict (site, source) do nothing returning id
  `.execute(database);
  return rows[0]?.id;
}

export async function listFeeds(database: Kysely<Database>, site?: string): Promise<ImportFeed[]> {
  const { rows } = await sql<ImportFeed>`
    select ${COLUMNS} from import_feed where ${site ?? null}::text is null or site = ${site ?? null} order by site, id
  `.execute(database);
  return rows;
}

/** @returns whether there was one. What it has brought stays. */
export async function removeFeed(database: Kysely<Database>, id: number): Promise<boolean> {
  const { numAffectedRows } = await sql`delete from import_feed where id = ${id}`.execute(database);
  return (numAffectedRows ?? 0n) > 0n;
}

/** Takes the feed that has been due for the longest. Other processes pass it by until it is recorded, or its lease is over. */
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

/** Takes a feed whether it is due or not. */
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

/** Says that a run is under way still. @returns whether it is: not when somebody else has the feed, or it is gone */
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
  /** Of what was read to its end and needs no second look; undefined: as before. */
  validators?: FeedValidators;
  dueAt: Date;
}

/** Gives a feed back with what came of it, unless somebody else has taken it since. */
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
      etag = ${known.etag ?? null}, last_modified = ${known.lastModified ?? null}, digest = ${known.digest ?? null}
    where id = ${feed.id} and lease = ${feed.lease}
  `.execute(database);
}

/** When there will be something to do; undefined: there are no feeds. */
export async function findNextDueFeed(database: Kysely<Database>, sites: readonly string[]): Promise<Date | undefined> {
  const { rows } = await sql<{ due: Date | null }>`
    select min(${READY_AT}) as due from import_feed where site = any(${sites}::text[])
  `.execute(database);
  return rows[0]?.due ?? undefined;
}

/** Whoever takes it from somebody who has died counts that. */
function takenAt(now: Date): RawBuilder<unknown> {
  const failures = sql`failures + case when lease is null then 0 else 1 end`;
  return sql`failures = ${failures}, lease = gen_random_uuid(), due_at = ${leaseEnd(now)}`;
}

function leaseEnd(now: Date): Date {
  return new Date(now.getTime() + LEASE_MS);
}

/** Often enough that one renewal may fail. */
const RENEW_MS = LEASE_MS / 4;

interface LeaseEnvironment {
  database: Kysely<Database>;
  clock: () => Date;
  signal?: AbortSignal;
  renewMs?: number;
}

/**
 * Does what needs a feed for itself, and renews its lease meanwhile.
 *
 * @param work ends when its signal says so: it is to end, or the feed belongs to somebody else by now
 */
export async function whileLeased<Result>(
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
      // While the database is away nobody else can take the feed either.
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
