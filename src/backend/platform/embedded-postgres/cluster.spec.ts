import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { silentLogger } from '../../../../test/support/database.js';
import { openCluster, type Cluster } from './cluster.js';
import { openPool } from '../database/pool.js';
import { isServerOf, readPostmaster } from './cluster-server.js';

describe('openCluster', () => {
  let folder: string;
  const opened: Cluster[] = [];

  async function open(dataDir = folder): Promise<Cluster> {
    const cluster = await openCluster(dataDir, silentLogger);
    opened.push(cluster);
    return cluster;
  }

  async function query(cluster: Cluster, text: string): Promise<unknown[]> {
    const pool = openPool(cluster.target, silentLogger, { max: 1 });
    try {
      return (await sql.raw(text).execute(pool)).rows;
    } finally {
      await pool.destroy();
    }
  }

  const postmaster = (): number => readPostmaster(join(folder, 'postgres'))?.pid ?? 0;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'cb-'));
  });
  afterEach(async () => {
    for (const cluster of opened.splice(0)) await cluster.close();
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('creates the database once when three processes start together', async () => {
    const all = await Promise.all([open(), open(), open()]);
    expect(all.map(({ joined }) => joined).sort()).toEqual([false, true, true]);
    expect(await query(all[0], `select 5::bigint as a, 1.5::numeric as b, lower('ÉCOLE') as c`)).toEqual([
      { a: 5, b: 1.5, c: 'école' },
    ]);
  });

  it('stops the server when the last process leaves', async () => {
    const first = await open();
    const second = await open();
    expect([first.joined, second.joined]).toEqual([false, true]);
    await first.close();
    expect(await query(second, 'select 1 as one')).toEqual([{ one: 1 }]);
    await second.close();
    await second.close();
    expect(existsSync(join(folder, 'postgres', 'postmaster.pid'))).toBe(false);
  });

  it('ends a query that waits for a lock if the process that sent it is gone', async () => {
    const cluster = await open();
    const [holding, waiting] = [new pg.Client(cluster.target), new pg.Client(cluster.target)];
    await holding.connect();
    await waiting.connect();
    for (const client of [holding, waiting]) client.on('error', () => undefined);
    await query(cluster, 'create table locked ()');
    await holding.query('begin; lock table locked');
    const rejected = expect(waiting.query('select from locked')).rejects.toThrow();
    const others = () => query(cluster, `select pid from pg_stat_activity where wait_event_type = 'Lock'`);
    await waitFor(async () => expect(await others()).toHaveLength(1));
    (waiting as unknown as { connection: { stream: Socket } }).connection.stream.destroy();
    await rejected;
    await waitFor(async () => expect(await others()).toEqual([]));
    await holding.end();
  });

  it('keeps committed data when the server is killed, and restarts it automatically', async () => {
    const cluster = await open();
    const pool = openPool(cluster.target, silentLogger, { max: 2 });
    await sql.raw('create table kept (n integer)').execute(pool);
    await sql.raw('insert into kept values (1)').execute(pool);
    process.kill(postmaster(), 'SIGKILL');
    await expect(waitFor(() => sql.raw('select n from kept').execute(pool))).resolves.toMatchObject({
      rows: [{ n: 1 }],
    });
    await pool.destroy();
  });

  it('recovers if the server was killed while no process used it', async () => {
    const cluster = await open();
    const pid = postmaster();
    const closing = sleep(0).then(() => cluster.close());
    process.kill(pid, 'SIGKILL');
    await closing;
    const next = await open();
    expect(next.joined).toBe(false);
    expect(await query(next, 'select n from kept')).toEqual([{ n: 1 }]);
  });

  it('is not blocked by the lock of a dead process', async () => {
    writeFileSync(
      join(folder, 'postgres.lock'),
      JSON.stringify({ pid: 4_194_000, host: 'gone', started: '', id: 'x' }),
    );
    const { utimesSync } = await import('node:fs');
    utimesSync(join(folder, 'postgres.lock'), 0, 0);
    await expect(open()).resolves.toMatchObject({ joined: false });
  });

  it('starts if the process id of a killed server has been reused', async () => {
    writeFileSync(join(folder, 'postgres', 'postmaster.pid'), `${process.pid}\n${folder}\n0\n5432\n\n\n\nready\n`);
    await expect(open()).resolves.toMatchObject({ joined: false });
  });

  it('starts no second server while a server that does not answer holds the socket', async () => {
    const socket = join(folder, 'postgres', '.s.PGSQL.5432');
    let asked = 0;
    const connections: Socket[] = [];
    const silent = createServer((connection) => {
      asked += 1;
      connections.push(connection.on('error', () => undefined));
    });
    await new Promise<void>((resolve) => silent.listen(socket, resolve));
    const opening = open();
    await Promise.race([opening, waitFor(async () => expect(await Promise.resolve(asked)).toBe(2))]);
    expect([asked, existsSync(join(folder, 'postgres', 'postmaster.pid'))]).toEqual([2, false]);
    await new Promise((resolve) => {
      silent.close(resolve);
      for (const connection of connections) connection.destroy();
    });
    await expect(opening).resolves.toMatchObject({ joined: false });
  }, 30_000);

  it('does not stop the server if it cannot find out in time whether others use it', async () => {
    const first = await open();
    const second = await open();
    const [oldest] = (await query(
      second,
      `select pid from pg_stat_activity where application_name = 'causeboard-presence' order by backend_start limit 1`,
    )) as { pid: number }[];
    process.kill(oldest!.pid, 'SIGSTOP');
    try {
      await first.close();
      expect(await query(second, 'select 1 as one')).toEqual([{ one: 1 }]);
    } finally {
      process.kill(oldest!.pid, 'SIGCONT');
    }
  }, 90_000);

  it('recognizes the server by its arguments if its working directory may not be read', async () => {
    await open();
    const refuse = (): never => {
      throw Object.assign(new Error('permission denied'), { code: 'EACCES' });
    };
    const directory = realpathSync(join(folder, 'postgres'));
    expect(isServerOf(directory, postmaster(), refuse)).toBe(true);
    if (process.platform !== 'linux') return;
    expect(isServerOf(join(folder, 'other'), postmaster(), refuse)).toBe(false);
    expect(isServerOf(directory, process.pid, refuse)).toBe(false);
  });

  it('uses a port if the path is too long for a socket', async () => {
    const deep = join(folder, 'd'.repeat(100));
    const cluster = await open(deep);
    expect(cluster.target.host).toBe('127.0.0.1');
    const second = await open(deep);
    expect(second.joined).toBe(true);
    expect(await query(second, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('says why it cannot open a folder', async () => {
    const foreign = join(folder, 'foreign');
    mkdirSync(join(foreign, 'postgres'), { recursive: true });
    writeFileSync(join(foreign, 'postgres', 'letters.txt'), '');
    await expect(open(foreign)).rejects.toThrow(/contains files \(letters\.txt…\) but no database\. Set DATA_DIR/);

    const old = join(folder, 'old');
    mkdirSync(join(old, 'postgres'), { recursive: true });
    writeFileSync(join(old, 'postgres', 'PG_VERSION'), '9\n');
    await expect(open(old)).rejects.toThrow(
      /created by PostgreSQL 9, but this release includes PostgreSQL 18\. .+ `causeboard upgrade-database` in a container\.$/,
    );

    writeFileSync(join(folder, 'file'), '');
    await expect(open(join(folder, 'file', 'inside'))).rejects.toThrow(/DATA_DIR cannot be created/);
  });
});

async function waitFor<T>(attempt: () => Promise<T>): Promise<T> {
  for (let tries = 0; tries < 200; tries += 1) {
    try {
      return await attempt();
    } catch {
      await sleep(50);
    }
  }
  return attempt();
}
