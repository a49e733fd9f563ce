import { sql, type Kysely } from 'kysely';
import pg from 'pg';
import { createTestDatabase, silentLogger, type TestDatabase } from '../../../../test/support/database.js';
import { waitFor } from '../../../../test/support/wait-for.js';
import type { Database } from '../database/schema.js';
import type { Change } from './change.js';
import { ChangeFeed, pruneChanges } from './change-feed.js';

let test: TestDatabase;
let database: Kysely<Database>;
let feed: ChangeFeed;
let notified: Change[] = [];

const CONNECTION = 'causeboard-changes';

beforeAll(async () => {
  test = await createTestDatabase();
  database = test.database;
  feed = await ChangeFeed.open(test.target, silentLogger);
  feed.subscribe((changes) => void notified.push(...changes));
}, 60_000);
beforeEach(async () => {
  await feed.sync();
  notified = [];
});
afterAll(async () => {
  await feed.close();
  await test.close();
});

let clients: pg.Client[] = [];

/** The connection is closed at the end of the test even if the test fails: a transaction left open would block all later tests. */
async function client(target: pg.ClientConfig = test.target): Promise<pg.Client> {
  const connected = new pg.Client({ ...target });
  clients.push(connected);
  connected.on('error', () => undefined);
  await connected.connect();
  return connected;
}

afterEach(async () => {
  await Promise.all(clients.map((each) => each.end()));
  clients = [];
});

const setMenu = (site: string, name: string, title = 'x') => `
  insert into menu (site, name, items) values ('${site}', '${name}', '[{"title":{"en":"${title}"},"path":"/"}]')
  on conflict (site, name) do update set items = excluded.items`;

async function killFeed(): Promise<void> {
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = ${CONNECTION} and datname = current_database()
  `.execute(database);
}

describe('ChangeFeed', () => {
  it('continues reading the log without requests, even after a timer that fires slightly early', async () => {
    const reads = new Set<string>();
    // No time passes between two reads, so each timer fires too early.
    const frozen = performance.now();
    Object.defineProperty(performance, 'now', { value: () => frozen, configurable: true });
    try {
      await waitFor('three reads', async () => {
        const { rows } = await sql<{ at: string }>`
          select query_start::text as at from pg_stat_activity
          where application_name = ${CONNECTION} and datname = current_database()
        `.execute(database);
        for (const { at } of rows) reads.add(at);
        return reads.size >= 3;
      });
    } finally {
      Reflect.deleteProperty(performance, 'now');
    }
  });

  it('reports a change once, at the next sync', async () => {
    const before = [feed.version('a'), feed.version('b')];
    await sql.raw(setMenu('a', 'main')).execute(database);
    await feed.sync();
    expect(notified).toEqual([{ kind: 'content', site: 'a', ids: [], words: [] }]);
    expect(feed.version('a')).not.toBe(before[0]);
    expect(feed.version('b')).toBe(before[1]);
    await feed.sync();
    expect(notified).toHaveLength(1);
  });

  it('reports each of many changes at the immediately following sync, whichever connection made them', async () => {
    const writers = [await client(), await client(), await client()];
    for (let round = 0; round < 300; round++) {
      await feed.sync();
      const site = `quick-${round}`;
      await writers[round % writers.length]!.query(setMenu(site, 'main'));
      await feed.sync();
      expect(notified.at(-1)?.site).toBe(site);
    }
  });

  it('misses neither of two transactions that commit in reverse order', async () => {
    const [early, late] = [await client(), await client()];
    await early.query('begin');
    await early.query(setMenu('early', 'main'));
    await late.query(setMenu('late', 'main'));
    await feed.sync();
    expect(notified.map(({ site }) => site)).toEqual(['late']);
    await late.query(setMenu('later', 'main'));
    await feed.sync();
    await early.query('commit');
    await feed.sync();
    await feed.sync();
    expect(notified.map(({ site }) => site)).toEqual(['late', 'later', 'early']);
  });

  it('does not report changes that were rolled back', async () => {
    await database
      .transaction()
      .execute(async (trx) => {
        await sql.raw(setMenu('rolled-back', 'main')).execute(trx);
        await sql`savepoint s`.execute(trx);
        throw new Error('rolled back');
      })
      .catch(() => undefined);
    await feed.sync();
    expect(notified).toEqual([]);
  });

  it('reports changes made within a savepoint', async () => {
    const writer = await client();
    await writer.query('begin');
    await writer.query('savepoint s');
    await writer.query(setMenu('nested', 'main'));
    await writer.query('release savepoint s');
    await feed.sync();
    await writer.query('commit');
    await feed.sync();
    expect(notified.map(({ site }) => site)).toEqual(['nested']);
  });

  it('reads the log by itself after a notification', async () => {
    await sql.raw(setMenu('noticed', 'main')).execute(database);
    await waitFor('the change', () => notified.some(({ site }) => site === 'noticed'), 1000);
  });

  it('is up to date within a second if the notification was lost', async () => {
    await sql`alter table data_change disable trigger data_change_notify`.execute(database);
    await sql.raw(setMenu('unnoticed', 'main')).execute(database);
    await waitFor('the change', () => notified.some(({ site }) => site === 'unnoticed'), 1000);
    await sql`alter table data_change enable trigger data_change_notify`.execute(database);
  });

  it('is up to date within a second if its connection was killed', async () => {
    await killFeed();
    await sql.raw(setMenu('killed', 'main')).execute(database);
    await waitFor('the change', () => notified.some(({ site }) => site === 'killed'), 1000);
    notified = [];
    await sql.raw(setMenu('listening again', 'main')).execute(database);
    await waitFor('the notice', () => notified.some(({ site }) => site === 'listening again'), 1000);
    expect(notified).toHaveLength(1);
  });

  it('hides a killed connection from its callers', async () => {
    await killFeed();
    await sql.raw(setMenu('retried', 'main')).execute(database);
    await feed.sync();
    expect(notified.map(({ site }) => site)).toEqual(['retried']);
  });

  it('[OPS-01] reports the WAL position of a change before caches are invalidated', async () => {
    const before = feed.walPosition;
    const seen: (string | undefined)[] = [];
    const end = feed.subscribe(() => void seen.push(feed.walPosition));
    try {
      await sql.raw(setMenu('default', 'wal')).execute(database);
      await feed.sync();
      expect(seen.at(-1)).toBe(feed.walPosition);
      expect(seen[0]).not.toBe(before);
    } finally {
      end();
    }
  });

  it('waits for listeners, and changes the version after them', async () => {
    const seen: string[] = [];
    const before = feed.version('slow');
    const end = feed.subscribe(async () => {
      await new Promise((resolve) => setTimeout(resolve, 50));
      seen.push(feed.version('slow'));
    });
    await sql.raw(setMenu('slow', 'main')).execute(database);
    await feed.sync();
    end();
    expect(seen).toEqual([before]);
    expect(feed.version('slow')).not.toBe(before);
  });

  it('survives a listener that throws', async () => {
    const end = feed.subscribe(() => Promise.reject(new Error('broken')));
    await sql.raw(setMenu('sturdy', 'main')).execute(database);
    await feed.sync();
    end();
    expect(notified).toHaveLength(1);
  });

  it('returns versions that no other process can return', async () => {
    const other = await ChangeFeed.open(test.target, silentLogger);
    expect(other.version('x').split('-')[0]).not.toBe(feed.version('x').split('-')[0]);
    await other.close();
  });

  it('rejects while the database is unavailable, and recovers with it', async () => {
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(database);
    const admin = await client({ ...test.target, database: 'postgres' });
    await admin.query(`alter database "${rows[0]!.name}" allow_connections false`);
    await killFeed();
    await waitFor('a refusal', () =>
      feed.sync().then(
        () => false,
        () => true,
      ),
    );
    await admin.query(`alter database "${rows[0]!.name}" allow_connections true`);
    await sql.raw(setMenu('back', 'main')).execute(database);
    await waitFor('the change', () => notified.some(({ site }) => site === 'back'), 1000);
  });

  it('reloads everything if the log does not go back far enough', async () => {
    const position = feed.position;
    await sql.raw(setMenu('pruned', 'main')).execute(database);
    await feed.sync();
    expect((await feed.since(position)).map(({ site }) => site)).toEqual(['pruned']);
    await pruneAll(0);
    expect(await feed.since(position)).toEqual([{ kind: 'all', site: null, ids: [], words: [] }]);
    await waitFor('a read after the pruning', async () => (await feed.since(feed.position)).length === 0, 2000);
  });

  it('detects a server that was reset to an earlier state', async () => {
    expect(await feed.since('99999999:99999999:')).toEqual([expect.objectContaining({ kind: 'all' })]);
  });
});

/** Other tests use the same server, and their open transactions may still hide rows. */
async function pruneAll(retainedRows: number): Promise<void> {
  await waitFor(
    'nothing else to prune',
    async () => {
      await pruneChanges(database, 24, retainedRows);
      const { rows } = await sql<{ n: number }>`select count(*) as n from data_change`.execute(database);
      return rows[0]!.n <= retainedRows;
    },
    25_000,
  );
}

describe('pruneChanges', () => {
  beforeEach(() => sql`delete from data_change`.execute(database));

  it('keeps recent rows and the last ones by number', async () => {
    const sites = async (): Promise<string[]> => {
      const { rows } = await sql<{ site: string }>`select site from data_change order by id`.execute(database);
      return rows.map(({ site }) => site);
    };
    for (let n = 0; n < 5; n++) await sql.raw(setMenu(`site ${n}`, 'main')).execute(database);
    await sql`update data_change set at = now() - interval '25 hours' where site in ('site 0', 'site 1')`.execute(
      database,
    );
    await waitFor('old ones to go', async () => (await pruneChanges(database)) === 2, 25_000);
    expect(await sites()).toEqual(['site 2', 'site 3', 'site 4']);
    await pruneAll(2);
    expect(await sites()).toEqual(['site 3', 'site 4']);
  });

  it('keeps rows that an open transaction may hide from a reader', async () => {
    const open = await client();
    await open.query('begin');
    await open.query('select pg_current_xact_id()');
    await sql.raw(setMenu('after it', 'main')).execute(database);
    expect(await pruneChanges(database, 24, 0)).toBe(0);
    await open.query('rollback');
  });
});
