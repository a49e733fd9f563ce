import { setImmediate as afterOthers } from 'node:timers/promises';
import { sql, type Kysely } from 'kysely';
import type { BackendLogger } from '#contract/backend/backend.js';
import type { AlertKind, SavedSearch } from '../../platform/database/tables/alert-tables.js';
import type { Database } from '../../platform/database/schema.js';
import type { FindAmong, SavedSearchIndex } from '../saved-searches/saved-searches.js';

// First of the two keys of the advisory lock; the second one is the kind.
const LOCK = 4_217_015;
/** Maximum number of arrivals per run: an index of this size is loaded in a second, and takes some megabytes. */
const ARRIVALS = 4096;
const SEARCHES = 500;
/** Maximum number of matches of one search per run: of a search without conditions, only the newest are reported. */
const MAX_FOUND = 100;
/** Number of searches between two yields to the event loop. */
const IN_A_ROW = 50;

/** `none`: there are no arrivals. `busy`: another process is matching. */
export type MatchOutcome = 'matched' | 'none' | 'busy';

interface Arrival {
  id: number;
  item_id: number;
  xid: string;
}

interface Found {
  searches: number[];
  items: number[];
  xids: string[];
}

/**
 * Runs every search with active alerts on the arrivals (new jobs or resumes), some thousand at a time, oldest first, and stores the matches
 * for the alerts. Each search runs once, however many alerts use it. The arrivals are deleted when all searches have run: after a crash the
 * run is repeated, and no match is stored twice.
 */
export async function matchArrivals(
  { database, index, logger }: { database: Kysely<Database>; index: SavedSearchIndex; logger: BackendLogger },
  kind: AlertKind,
): Promise<MatchOutcome> {
  // This transaction only holds the lock. Matches are written outside of it, and are therefore visible at once.
  return database.transaction().execute(async (lock) => {
    const { rows: got } = await sql<{ got: boolean }>`
      select pg_try_advisory_xact_lock(${LOCK}, hashtext(${kind})) as got
    `.execute(lock);
    if (!got[0]?.got) return 'busy';
    const { rows: arrivals } = await sql<Arrival>`
      select id, item_id, xid::text as xid from alert_arrival where kind = ${kind} order by id limit ${ARRIVALS}
    `.execute(database);
    if (arrivals.length === 0) return 'none';
    // For items that arrived more than once, the last arrival counts.
    const xids = new Map(arrivals.map(({ item_id: item, xid }) => [item, xid]));
    const find = await index.among([...xids.keys()]);
    for await (const searches of pagesOf(database, kind)) {
      const found = await askAll(searches, find, xids, logger);
      if (found.items.length > 0) await note(database, found);
    }
    const ids = arrivals.map(({ id }) => id);
    await sql`delete from alert_arrival where id = any(${ids}::bigint[])`.execute(database);
    return 'matched';
  });
}

/** Waits for a matching run in progress, and prevents new ones until the end of the transaction. */
export async function waitForMatching(trx: Kysely<Database>, kind: AlertKind): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LOCK}, hashtext(${kind}))`.execute(trx);
}

interface WaitingSearch {
  id: number;
  site: string;
  search: SavedSearch;
}

async function* pagesOf(database: Kysely<Database>, kind: AlertKind): AsyncGenerator<WaitingSearch[]> {
  for (let last = 0; ;) {
    const { rows } = await sql<WaitingSearch>`
      select id, site, search from alert_search s
      where kind = ${kind} and id > ${last} and exists (select from alert where search_id = s.id and due_at is not null)
      order by id limit ${SEARCHES}
    `.execute(database);
    if (rows.length > 0) yield rows;
    if (rows.length < SEARCHES) return;
    last = rows.at(-1)!.id;
  }
}

async function askAll(
  searches: readonly WaitingSearch[],
  find: FindAmong,
  xids: ReadonlyMap<number, string>,
  logger: BackendLogger,
): Promise<Found> {
  const found: Found = { searches: [], items: [], xids: [] };
  for (const [at, { id, site, search }] of searches.entries()) {
    if (at % IN_A_ROW === 0) await afterOthers();
    try {
      for (const item of (await find(search, site)).slice(0, MAX_FOUND)) {
        found.searches.push(id);
        found.items.push(item);
        found.xids.push(xids.get(item)!);
      }
    } catch (error) {
      if (!isNotUnderstood(error)) throw error;
      // It was saved by another version of the product.
      logger.warn({ search: id, error: String(error) }, 'A saved search can no longer be read');
    }
  }
  return found;
}

function isNotUnderstood(error: unknown): boolean {
  return error instanceof Error && error.name === 'GraphQLError';
}

/** Stores the matches for all alerts of the searches, except for items that arrived before the alert was active or were matched before. */
async function note(database: Kysely<Database>, { searches, items, xids }: Found): Promise<void> {
  await sql`
    insert into alert_match (alert_id, item_id)
    select alert.id, found.item_id
    from unnest(${searches}::bigint[], ${items}::bigint[], ${xids}::xid8[]) as found(search_id, item_id, xid)
    join alert on alert.search_id = found.search_id and alert.due_at is not null
      and not pg_visible_in_snapshot(found.xid, alert.since)
    on conflict do nothing
  `.execute(database);
}
