import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { createTestDatabase, silentLogger, type TestDatabase } from '../../../../test/support/database.js';
import { waitFor } from '../../../../test/support/wait-for.js';
import { ResultCache, RowCache } from './caches.js';
import { Replicas } from './replicas.js';

interface Note {
  id: number;
  text: string;
}

/** Makes a database look like that of a replica that has replayed up to `0/200`. */
const REPLAYED = `
  create function pg_is_in_recovery() returns boolean language sql as $$select true$$;
  create function pg_last_wal_replay_lsn() returns pg_lsn language sql as $$select '0/200'::pg_lsn$$;
  create table note (id int, text text);
  insert into note values (1, 'old')`;

describe('an operation on a replica, when a change arrives that the replica has not replayed', () => {
  let primary: TestDatabase;
  let replica: TestDatabase;
  let replicas: Replicas;
  let changes: { sync(): Promise<void>; walPosition: string | undefined };

  beforeAll(async () => {
    [primary, replica] = [await createTestDatabase(), await createTestDatabase()];
    await sql
      .raw(`create table note (id int, text text); insert into note values (1, 'new')`)
      .execute(primary.database);
    // In new connections, the functions of this schema then take precedence over those of the server.
    await sql
      .raw(`alter database ${replica.target.database} set search_path = public, pg_catalog`)
      .execute(replica.database);
    await sql.raw(REPLAYED).execute(replica.database);
    const url = new URL(replica.url.replace('@/', '@localhost/'));
    replicas = new Replicas([url.href], silentLogger);
  });
  beforeEach(async () => {
    changes = { sync: () => Promise.resolve(), walPosition: '0/100' };
    await waitFor('the replica to be read', async () => (await replicas.read(changes, textOf)) === 'old');
  });
  afterAll(async () => {
    await replicas.close();
    await replica.close();
    await primary.close();
  });

  async function readNotes(ids: readonly number[]): Promise<Map<number, Note>> {
    const { rows } = await sql<Note>`select id, text from note where id = any(${ids}::int[])`.execute(primary.database);
    return new Map(rows.map((row) => [row.id, row]));
  }
  const textOf = async () => (await readNotes([1])).get(1)!.text;

  it('[OPS-01] reads a changed row from the primary, and caches this one', async () => {
    const rows = new RowCache<Note>({ read: readNotes, cache: new LRUCache({ max: 10 }), isCurrent: () => true });
    const load = async () => (await rows.load([1]))[0]!.text;
    const seen = await replicas.read(changes, async () => {
      const before = await load();
      changes.walPosition = '0/300';
      rows.invalidate([1]);
      return [before, await load()];
    });
    expect(seen).toEqual(['old', 'new']);
    expect(await load()).toBe('new');
  });

  it('[OPS-01] computes a result from the primary, and caches this one', async () => {
    const results = new ResultCache<string>(new LRUCache({ max: 10 }), () => true);
    const same = (text: string) => text;
    const find = () => results.get('note', textOf, { pack: same, unpack: same });
    const seen = await replicas.read(changes, async () => {
      const before = await find();
      changes.walPosition = '0/300';
      results.invalidate();
      return [before, await find()];
    });
    expect(seen).toEqual(['old', 'new']);
    expect(await find()).toBe('new');
  });

  it('[OPS-01] uses the primary while the position of the primary is unknown', async () => {
    const seen = await replicas.read(changes, async () => {
      changes.walPosition = undefined;
      return textOf();
    });
    expect(seen).toBe('new');
  });
});
