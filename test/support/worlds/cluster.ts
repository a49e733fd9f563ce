import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEMO_PASSWORD, type RunningProduct, startProduct } from '../products.mjs';
import { freePort } from '../servers/free-port.js';
import { Haproxy } from '../servers/haproxy.js';
import { PgBouncer, PostgresServer } from '../servers/postgres-servers.mjs';
import { RedisServer } from '../servers/redis-server.js';
import { TestSmtpServer } from '../servers/smtp-server.js';
import { waitFor } from '../wait-for.js';

export type MemberName = 'first' | 'second' | 'worker';

const READY_LIMIT_MS = 60_000;

/**
 * The cluster of docs/operating.md, as processes of one machine: HAProxy with the shipped configuration, two web processes, a worker,
 * PostgreSQL with a synchronous replica behind PgBouncer, Redis, and a mail server.
 */
export class Cluster {
  /** The server that accepts writes; it swaps roles with the replica when the replica is promoted. */
  primary!: PostgresServer;
  replica!: PostgresServer;
  pooler!: PgBouncer;
  redis!: RedisServer;
  smtp!: TestSmtpServer;
  private proxy!: Haproxy;
  private readonly members = new Map<MemberName, RunningProduct>();
  private readonly ports = new Map<MemberName, number>();
  private readonly started: (() => Promise<void>)[] = [];
  private readonly folder = mkdtempSync(join(tmpdir(), 'causeboard-cluster-'));

  static async start(): Promise<Cluster> {
    const cluster = new Cluster();
    try {
      await cluster.startAll();
      return cluster;
    } catch (error) {
      await cluster.stop();
      throw error;
    }
  }

  private async startAll(): Promise<void> {
    chmodSync(this.folder, 0o755);
    const { started } = this;
    this.primary = await PostgresServer.primary(join(this.folder, 'primary'));
    started.push(() => this.primary.kill());
    this.replica = await PostgresServer.replicaOf(this.primary, join(this.folder, 'replica'));
    started.push(() => this.replica.kill());
    this.pooler = await PgBouncer.start(join(this.folder, 'pooler'), this.primary);
    started.push(() => this.pooler.kill());
    this.redis = await RedisServer.start();
    started.push(() => this.redis.stop());
    this.smtp = await TestSmtpServer.start();
    started.push(() => this.smtp.stop());
    for (const name of ['first', 'second', 'worker'] as const) {
      this.ports.set(name, await freePort());
      started.push(async () => this.members.get(name)?.stop());
      await this.startMember(name);
    }
    this.proxy = await Haproxy.asShipped([this.ports.get('first')!, this.ports.get('second')!]);
    started.push(() => this.proxy.stop());
    await this.waitForReplica(true);
  }

  /** URL of the proxy, which visitors use. */
  get url(): string {
    return this.proxy.url;
  }

  /** URLs of the web processes, bypassing the proxy. */
  get webUrls(): string[] {
    return (['first', 'second'] as const).map((name) => this.members.get(name)!.url);
  }

  /** Starts a process on the port that it had before. */
  async startMember(name: MemberName): Promise<void> {
    const product = await startProduct({
      DATA_DIR: join(this.folder, name),
      PORT: String(this.ports.get(name)),
      ROLES: name === 'worker' ? 'worker' : 'web',
      DATABASE_URL: this.pooler.url,
      DATABASE_REPLICA_URLS: this.replica.url,
      REDIS_URL: this.redis.url,
      RATE_LIMITS: 'on',
      TRUST_PROXY: 'on',
      SMTP_URL: this.smtp.url,
      MAIL_FROM: 'mail@causeboard.test',
      PUBLIC_URL: 'http://localhost',
      // The demo data of one site is enough.
      SITES: '',
      DEMO_DATA: 'on',
      DEMO_PASSWORD,
      BACKEND_TIMEOUT_MS: '8000',
    });
    this.members.set(name, product);
    const isReady = async () => (await fetch(`${product.url}/health/ready`)).ok;
    await waitFor(`${name} is ready`, isReady, READY_LIMIT_MS);
  }

  async killMember(name: MemberName): Promise<void> {
    const { child, exited } = this.members.get(name)!;
    // The test kills it, so its end is not a fault to report.
    Object.assign(child, { stopping: true });
    child.kill('SIGKILL');
    await exited;
  }

  /** Starts Redis on the port that it had before. */
  async restartRedis(): Promise<void> {
    this.redis = await RedisServer.start(this.redis.port);
  }

  /**
   * Sets whether writes wait for the replica. If they wait, nothing is lost with the primary, but nothing can be written while the replica
   * is away. An operator makes this setting on the primary.
   */
  async waitForReplica(waits: boolean): Promise<void> {
    await this.primary.query(`alter system set synchronous_standby_names = '${waits ? '*' : ''}'`);
    await this.primary.query('select pg_reload_conf()');
    if (!waits) return;
    const isSynchronous = async () =>
      (await this.primary.query(`select 1 from pg_stat_replication where sync_state = 'sync'`)).length === 1;
    await waitFor('the replica has caught up', isSynchronous, READY_LIMIT_MS);
  }

  /** The primary is lost for good: promotes the replica, and lets the pooler connect to it. */
  async promoteReplica(): Promise<void> {
    await this.replica.promote();
    [this.primary, this.replica] = [this.replica, this.primary];
    await this.waitForReplica(false);
    this.pooler.lead(this.primary);
    await this.pooler.kill();
    await this.pooler.restart();
  }

  /** Stops everything in reverse order, including what has been started so far if the start failed. */
  async stop(): Promise<void> {
    for (const stopPart of this.started.reverse()) await stopPart();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
