import { setImmediate as afterOthers } from 'node:timers/promises';
import { sql, type Kysely } from 'kysely';
import type { BackendLogger } from '#contract/backend/backend.js';
import type { AlertKind, SavedSearch } from '../../platform/database/tables/alert-tables.js';
import type { Database } from '../../platform/database/schema.js';
import type { FindAmong, SavedSearchIndex } from '../saved-searches/saved-search-index.js';

// Two keys: this one, and the kind.
const LOCK = 4_217_015;
/** An index of so many is read in a second, and takes some megabytes. */
const ARRIVALS = 4096;
const SEARCHES = 500;
/** Of one search among the arrivals: whoever searches for everything hears of the newest. */
const MAX_FOUND = 100;
/** After so many searches others have their turn. */
const IN_A_ROW = 50;

/** `none`: nothing has come. `busy`: another process is at it. */
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
 * Asks every search that somebody waits for whether it finds what has come, some thousand at a time, oldest first, and notes what is found
 * for the alerts. Searches are asked once, however many alerts there are for them. Until all have been asked the arrivals stay where they are:
 * after a crash it is done again, and what was noted is not noted twice.
 */
export async function matchArrivals(
  { database, index, logger }: { database: Kysely<Database>; index: SavedSearchIndex; logger: BackendLogger },
  kind: AlertKind,
): Promise<MatchOutcome> {
  // The transaction holds the lock and writes nothing: what is noted does not wait for its end.
  return database.transaction().execute(async (lock) => {
    const { rows: got } = await sql<{ got: boolean }>`
      select pg_try_advisory_xact_lock(${LOCK}, hashtext(${kind})) as got
    `.execute(lock);
    if (!got[0]?.got) return 'busy';
    const { rows: arrivals } = await sql<Arrival>`
      select id, item_id, xid::text as xid from alert_arrival where kind = ${kind} order by id limit ${ARRIVALS}
    `.execute(database);
    if (arrivals.length === 0) return 'none';
    // Of what has come more than once, the last time.
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

/** Until the end of the transaction nothing is matched. */
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
      // Kept by another version of the product.
      logger.warn({ search: id, error: String(error) }, 'A saved search can no longer be read');
    }
  }
  return found;
}

function isNotUnderstood(error: unknown): boolean {
  return error instanceof Error && error.name === 'GraphQLError';
}

/** For every alert of the searches, unless it was there before the alert, or was found before. */
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
