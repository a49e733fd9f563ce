import type { PostgresPool } from 'kysely';
import pg from 'pg';
import type { BackendLogger } from '#contract/backend/backend.js';
import { RecurringWork, type RoundResult } from '../../background-jobs/recurring-work.js';
import { createPool } from '../pool.js';
import { parsePosition, type WalPosition } from './wal-position.js';

const CHECK_EVERY_MS = 200;
const RETRY_MS = 1000;
const ANSWER_WITHIN_MS = 1000;
/** Maximum age of the last known replay position, in milliseconds. */
const BELIEVED_MS = 2000;

interface Heard {
  position: WalPosition;
  at: number;
}

/** A streaming replica: its replay position and its connections. */
export class ReadReplica {
  private readonly pool: PostgresPool;
  private readonly clients = new Set<pg.PoolClient>();
  private readonly checks: RecurringWork;
  private monitor: pg.Client | undefined;
  private heard: Heard | undefined;
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

  /** Whether the replica has replayed everything the primary had committed at this position. False if the position is unknown. */
  has(position: WalPosition): boolean {
    return (
      this.heard !== undefined && performance.now() - this.heard.at < BELIEVED_MS && this.heard.position >= position
    );
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
    for (const client of [...this.clients, ...(this.monitor ? [this.monitor] : [])]) destroy(client);
    this.monitor = undefined;
  }
}

/** `pg` does not publish the type of its socket. */
function destroy(client: pg.ClientBase): void {
  (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
}
