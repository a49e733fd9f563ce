import type { PostgresPool } from 'kysely';
import pg from 'pg';
import type { BackendLogger } from '#contract/backend/backend.js';
import { destroyConnection } from './dead-connections.js';
import { readFrom, createPool } from './pool.js';
import { RecurringWork, type RoundResult } from '../background-jobs/recurring-work.js';

const BITS_OF_A_PART = 32n;
const CHECK_EVERY_MS = 200;
const RETRY_MS = 1000;
const ANSWER_WITHIN_MS = 1000;
/** Maximum age of the last known replay position, in milliseconds. */
const BELIEVED_MS = 2000;

/** The change log, as far as it has been read from the primary. */
export interface KnownChanges {
  sync(): Promise<void>;
  /**
   * WAL position of the primary when the newest change had been read. It advances before caches are invalidated, so that a row read
   * afterwards is as new as the change.
   */
  readonly walPosition: string | undefined;
}

/** The replicas of a database, any of which may answer a read. */
export class Replicas {
  private readonly replicas: readonly ReadReplica[];
  private turn = 0;

  constructor(urls: readonly string[], logger: BackendLogger) {
    this.replicas = urls.map((url) => new ReadReplica(url, new URL(url).host, logger));
  }

  /**
   * Runs an operation on a replica that has every change committed before the call. If further changes arrive meanwhile which the replica
   * has not replayed, the rest of the operation uses the primary.
   *
   * @param operation must only read; resolves to `undefined` if it did not succeed
   * @returns undefined if no replica is fresh enough or the operation failed there, and the primary must be used
   */
  async read<Result>(changes: KnownChanges, operation: () => Promise<Result | undefined>): Promise<Result | undefined> {
    try {
      await changes.sync();
      const replica = this.choose(changes);
      if (!replica) return undefined;
      const pool = { connect: () => replica.connect(), isFresh: () => replica.isFresh(changes) };
      return await readFrom(pool, operation);
    } catch {
      return undefined;
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.replicas.map((replica) => replica.close()));
  }

  private choose(changes: KnownChanges): ReadReplica | undefined {
    for (let tried = 0; tried < this.replicas.length; tried++) {
      const replica = this.replicas[this.turn++ % this.replicas.length]!;
      if (replica.isFresh(changes)) return replica;
    }
    return undefined;
  }
}

interface ReplicaPosition {
  position: WalPosition;
  at: number;
}

/** A streaming replica: its replay position and its connections. */
class ReadReplica {
  private readonly pool: PostgresPool;
  private readonly clients = new Set<pg.PoolClient>();
  private readonly checks: RecurringWork;
  private monitor: pg.Client | undefined;
  private heard: ReplicaPosition | undefined;
  private isDown = false;

  /** @param name used in the log, which must not contain the password of the URL */
  constructor(
    private readonly url: string,
    private readonly name: string,
    private readonly logger: BackendLogger,
  ) {
    const target = { connectionString: url };
    this.pool = createPool(target, logger, {
      connectTimeoutMs: ANSWER_WITHIN_MS,
      onConnection: (client) => {
        this.clients.add(client);
        client.once('end', () => this.clients.delete(client));
      },
    }).pool;
    this.checks = new RecurringWork({
      shortestMs: CHECK_EVERY_MS,
      longestMs: CHECK_EVERY_MS,
      retryMs: RETRY_MS,
      round: () => this.check(),
      onFailure: (error) => this.giveUp((error as Error).message),
    });
    this.checks.wake();
  }

  /** Whether the replica has replayed every known change. False if a position is unknown. */
  isFresh({ walPosition }: KnownChanges): boolean {
    const { heard } = this;
    if (walPosition === undefined || heard === undefined) return false;
    return performance.now() - heard.at < BELIEVED_MS && heard.position >= parsePosition(walPosition);
  }

  connect(): ReturnType<PostgresPool['connect']> {
    return this.pool.connect();
  }

  async close(): Promise<void> {
    await this.checks.stop();
    await this.monitor?.end().catch(() => undefined);
    await this.pool.end();
  }

  private async check(): Promise<RoundResult> {
    this.monitor ??= await this.openMonitor();
    const at = performance.now();
    // Only a server in recovery counts: a promoted replica still has a replay position, but may have diverged from the configured primary.
    const { rows } = await this.monitor.query<{ position: string | null }>(
      'select case when pg_is_in_recovery() then pg_last_wal_replay_lsn() end::text as position',
    );
    const { position } = rows[0]!;
    if (position === null) throw new Error('The server is no longer a replica');
    this.heard = { position: parsePosition(position), at };
    if (this.isDown) this.logger.info({ replica: this.name }, 'A replica answers again');
    this.isDown = false;
    return { nextInMs: CHECK_EVERY_MS };
  }

  private async openMonitor(): Promise<pg.Client> {
    const client = new pg.Client({
      connectionString: this.url,
      application_name: 'causeboard-replica',
      connectionTimeoutMillis: ANSWER_WITHIN_MS,
      query_timeout: ANSWER_WITHIN_MS,
    });
    client.on('error', () => undefined);
    await client.connect();
    return client;
  }

  /** Closes all connections: statements waiting for the replica fail now and are repeated on the primary. */
  private giveUp(reason: string): void {
    this.heard = undefined;
    if (!this.isDown) this.logger.warn({ replica: this.name, error: reason }, 'A replica cannot be read from');
    this.isDown = true;
    for (const client of [...this.clients, ...(this.monitor ? [this.monitor] : [])]) destroyConnection(client);
    this.monitor = undefined;
  }
}

/** A WAL position (LSN); later positions are greater. */
type WalPosition = bigint;

/** @param text PostgreSQL's notation: `16/B374D848` */
function parsePosition(text: string): WalPosition {
  const [high = '0', low = '0'] = text.split('/');
  return (BigInt(`0x${high}`) << BITS_OF_A_PART) + BigInt(`0x${low}`);
}
