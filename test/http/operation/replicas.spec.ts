import { execFile } from 'node:child_process';
import { mkdtempSync, chmodSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { DEMO_PASSWORD, type RunningProduct, startProduct } from '../../support/products.mjs';
import { PgBouncer, PostgresServer } from '../../support/servers/postgres-servers.mjs';
import { waitFor } from '../../support/wait-for.js';

const START_MS = 120_000;
const JOB = 'select id, title from job where site = $$default$$ and state = $$published$$ order by id limit 1';

describe('a product behind PgBouncer, with a streaming replica', () => {
  let folder: string;
  let primary: PostgresServer;
  let replica: PostgresServer;
  let pooler: PgBouncer;
  let product: RunningProduct;
  let job: { id: number; title: string };

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'causeboard-replicas-'));
    chmodSync(folder, 0o755);
    primary = await PostgresServer.primary(join(folder, 'primary'));
    replica = await PostgresServer.replicaOf(primary, join(folder, 'replica'));
    pooler = await PgBouncer.start(join(folder, 'pooler'), primary);
    product = await startProduct({
      DATA_DIR: join(folder, 'data'),
      DATABASE_URL: pooler.url,
      DATABASE_REPLICA_URLS: replica.url,
      // The demo data of one site is enough.
      SITES: '',
      DEMO_DATA: 'on',
      DEMO_PASSWORD,
      // PostgreSQL answers all searches, and no page is cached.
      SEARCH_MEMORY_MB: '0',
      PAGE_CACHE_MB: '0',
      LOG_LEVEL: 'info',
    });
    job = (await primary.query(JOB))[0] as typeof job;
  }, START_MS);
  afterAll(async () => {
    await product.stop();
    await pooler.kill();
    await replica.kill();
    await primary.kill();
    rmSync(folder, { recursive: true, force: true });
  });

  const get = async (path: string) => {
    const started = performance.now();
    const answer = await fetch(product.url + path, { headers: { host: 'localhost' } });
    return { status: answer.status, html: await answer.text(), ms: performance.now() - started };
  };
  const readers = async () =>
    Number(
      (await replica.query(`select count(*) as n from pg_stat_activity where application_name = 'causeboard'`))[0]!.n,
    );
  let asked = 0;
  /** Sends requests that no cache can answer, until a connection of the product leads to the replica. */
  const replicaIsRead = () =>
    waitFor(
      'a search on the replica',
      async () => {
        expect((await get(`/jobs?search=nurse+${++asked}`)).status).toBe(200);
        return (await readers()) > 0;
      },
      20_000,
    );
  const rename = async (title: string) => {
    await primary.query(`update job set title = $$${title}$$ where id = ${job.id}`);
  };

  it('[OPS-01] reads searches of visitors from the replica', async () => {
    await replicaIsRead();
  });

  /** @returns what the doctor says about the replicas */
  const examine = async (urls: string): Promise<string[]> => {
    const { PATH } = process.env;
    const urlsOfDatabase = { DATABASE_URL: pooler.url, DATABASE_REPLICA_URLS: urls };
    const { stdout } = await promisify(execFile)(process.execPath, ['build/server/bundle/doctor.mjs'], {
      env: { PATH, DATA_DIR: join(folder, 'data'), AUTH_SECRET: 'secret '.repeat(5), ...urlsOfDatabase },
    }).catch((error: unknown) => error as { stdout: string });
    return stdout
      .split('\n')
      .filter((line) => line.includes(' replica '))
      .map((line) => line.replace(/(?<=:)\d+/, 'PORT').replace(/[\d.]+(?= MB)/, 'SOME'));
  };

  it('[OPS-01] the doctor says whether the replicas follow', async () => {
    const name = 'replica 127.0.0.1:PORT';
    expect(await examine(replica.url)).toEqual([`ok       ${name}: it has replayed what the primary has written`]);
    await replica.query('select pg_wal_replay_pause()');
    await primary.query('create table written_during_the_pause as select generate_series(1, 10000)');
    const away = replica.url.replace(/:\d+(?=\/)/, ':9');
    expect(await examine([replica.url, primary.url, away].join())).toEqual([
      `FAILED   ${name}: it does not follow: SOME MB of the primary’s log are missing — check the log of the replica; see “A lost primary” in docs/operating.md for how to copy it anew`,
      `FAILED   ${name}: it is not a replica — remove it from DATABASE_REPLICA_URLS; if it was promoted, set DATABASE_URL to it`,
      expect.stringMatching(
        /^FAILED {3}replica 127.0.0.1:PORT: connect ECONNREFUSED .* — start the server, or correct DATABASE_REPLICA_URLS$/,
      ),
    ]);
    await replica.query('select pg_wal_replay_resume()');
    await primary.query('drop table written_during_the_pause');
  });

  it('[OPS-01] shows a change in the next response, though the replica has not replayed it yet', async () => {
    await replica.query('select pg_wal_replay_pause()');
    await rename('Keeper of the paused replica');
    const found = await get(`/job/${job.id}`);
    expect(found.status).toBe(200);
    expect(found.html.includes('<title>Keeper of the paused replica')).toBe(true);
    await replica.query('select pg_wal_replay_resume()');
  });

  it('[OPS-01] uses the primary while the replica is frozen or gone, and the replica when it is back', async () => {
    await replicaIsRead();
    replica.signal('SIGSTOP');
    const frozen = await get('/jobs?search=teacher');
    expect([frozen.status, frozen.ms < 6000]).toEqual([200, true]);
    await replica.kill();
    const gone = await get('/jobs?search=driver');
    expect([gone.status, gone.ms < 3000]).toEqual([200, true]);
    await replica.start();
    await replicaIsRead();
  }, 60_000);
});
