import pg from 'pg';
import { withinMs } from '#contract/backend/deadline.js';
import type { ConnectionTarget } from '../database/pool.js';

const CHANNEL = 'causeboard_changes';
const CONNECT_WITHIN_MS = 2000;
const ANSWER_WITHIN_MS = 3000;
/** A server answers a barrier at once, or it is gone. */
const BARRIER_WITHIN_MS = 1000;
const MIN_PAUSE_MS = 50;
const MAX_PAUSE_MS = 400;

/** A statement that a connection parses and plans once. */
export interface PreparedRead {
  name: string;
  text: string;
  values: unknown[];
}

/** Thrown while the database is given a moment before the next attempt to reach it. */
class Resting extends Error {
  override name = 'Resting';
}

/** A connection of its own, so that reading the log never waits behind searches. It comes back when it is asked. */
export class ChangeConnection {
  /** Which database the last connection led to. */
  server: string | undefined;
  private client: Promise<pg.Client> | undefined;
  private current: pg.Client | undefined;
  private pauseMs = 0;
  private triedAt = -Infinity;
  private lastError: unknown;
  private noticed = true;
  private closed = false;

  /**
   * @param onNotice a change has been committed somewhere.
   * @param onLost the connection broke: notices may be missed from now on.
   */
  constructor(
    private readonly target: ConnectionTarget,
    private readonly onNotice: () => void,
    private readonly onLost: () => void,
  ) {}

  /** @throws when the database does not answer in time. A connection that turns out to be broken is replaced once. */
  async read<Row extends pg.QueryResultRow>(statement: PreparedRead): Promise<Row[]> {
    const wasOpen = this.client !== undefined;
    try {
      return await this.tryOnce<Row>(statement);
    } catch (error) {
      if (!wasOpen || this.client !== undefined || this.closed) throw error;
      return this.tryOnce<Row>(statement);
    }
  }

  /**
   * Whether nothing has been committed, before the call, since `beginRead`: a server delivers the notices of what was committed
   * before it says that it is ready again. Asking only for that costs a fraction of a read.
   */
  async isQuiet(): Promise<boolean> {
    const client = this.current;
    // A pooler hands out no notices.
    if (!client || this.noticed || this.target.isPooled) return false;
    const passed = await withinMs(BARRIER_WITHIN_MS, passBarrier(client)).catch(() => false);
    // What follows would wait for the same silent server.
    if (!passed) this.discard(client);
    return passed && this.current === client && !this.hasNotice();
  }

  /** What follows reads the log: earlier notices have told all they had to. */
  beginRead(): void {
    this.noticed = false;
  }

  async close(): Promise<void> {
    this.closed = true;
    const client = await this.client?.catch(() => undefined);
    await client?.end().catch(() => undefined);
  }

  private async tryOnce<Row extends pg.QueryResultRow>(statement: PreparedRead): Promise<Row[]> {
    const opening = (this.client ??= this.open());
    let client: pg.Client | undefined;
    try {
      client = await opening;
      const { text, values } = statement;
      return (await client.query<Row>(this.target.isPooled ? { text, values } : statement)).rows;
    } catch (error) {
      // Whatever it was, a new connection is sure to be sound.
      if (this.client === opening) this.client = this.current = undefined;
      if (client) destroy(client);
      throw error;
    }
  }

  private async open(): Promise<pg.Client> {
    if (this.closed) throw new Error('The connection has been closed.');
    if (performance.now() - this.triedAt < this.pauseMs)
      throw new Resting('The database does not answer.', { cause: this.lastError });
    this.triedAt = performance.now();
    const client = new pg.Client({
      ...this.target,
      application_name: 'causeboard-changes',
      connectionTimeoutMillis: CONNECT_WITHIN_MS,
      query_timeout: ANSWER_WITHIN_MS,
      keepAlive: true,
    });
    client.on('error', () => undefined);
    try {
      await client.connect();
      // The log is always read by its index, however small it is when the plan is made.
      if (!this.target.isPooled) await client.query(`listen ${CHANNEL}; set enable_seqscan = off`);
      this.server = await identityOf(client);
    } catch (error) {
      this.lastError = error;
      this.pauseMs = Math.min(Math.max(this.pauseMs * 2, MIN_PAUSE_MS), MAX_PAUSE_MS);
      destroy(client);
      throw error;
    }
    this.pauseMs = 0;
    this.noticed = true;
    client.on('notification', () => {
      this.noticed = true;
      this.onNotice();
    });
    client.once('end', () => this.lose(client));
    this.current = client;
    return client;
  }

  private discard(client: pg.Client): void {
    if (this.current === client) this.client = this.current = undefined;
    destroy(client);
  }

  private hasNotice(): boolean {
    return this.noticed;
  }

  private lose(client: pg.Client): void {
    if (this.current !== client) return;
    this.client = this.current = undefined;
    if (!this.closed) this.onLost();
  }
}

/** Ends a connection that may be dead: a goodbye that nobody hears would keep its socket for hours. */
function destroy(client: pg.Client): void {
  (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
}

/** Tells a server, and a database on it, from every other one, however they are reached. */
async function identityOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ identity: string }>(
    `select system_identifier || '-' || oid as identity from pg_control_system(), pg_database where datname = current_database()`,
  );
  return rows[0]!.identity;
}

/**
 * A `Sync` with nothing before it. The server runs nothing for it and begins no transaction; it hands out the notices of what has been
 * committed, as before each `ReadyForQuery`, and says that it is ready.
 */
class Barrier implements pg.Submittable {
  /** @param callback called once, with an error when there is no answer. `pg` puts its own around it, for its time limit. */
  constructor(public callback: (error?: Error) => void) {}

  submit(connection: pg.Connection): void {
    connection.sync();
  }

  handleReadyForQuery(): void {
    this.callback();
  }

  handleError(error: Error): void {
    this.callback(error);
  }
}

/** @returns whether the server has answered */
export function passBarrier(client: pg.Client): Promise<boolean> {
  return new Promise((resolve) => {
    client.query(new Barrier((error) => resolve(error === undefined)));
  });
}
