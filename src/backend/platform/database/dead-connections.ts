import pg from 'pg';
import type { BackendLogger } from '#contract/backend/backend.js';
import type { ConnectionTarget } from '../embedded-postgres/connection-target.js';

/** How often connections are looked at, in milliseconds. */
const CHECK_EVERY_MS = 1000;
/** A query that has run longer is a reason to ask the server whether it is there at all. */
const SUSPECT_AFTER_MS = 3000;
const PROBE_TIMEOUT_MS = 2000;

/** A connection that a query may be running on. */
interface BusyConnection {
  /** When the query was sent, by `performance.now()`; undefined: none is running. */
  since: number | undefined;
  destroy: () => void;
}

/**
 * Ends connections to a server that has fallen silent (a black hole in the network, a frozen machine). TCP alone would leave their
 * queries waiting for hours, and the pool without a free connection long after the server is back. A slow query is no reason: the server
 * is asked on a new connection first, and only when it does not answer there either are the old ones given up.
 */
export class DeadConnections {
  private readonly connections = new Set<BusyConnection>();
  private readonly timer: NodeJS.Timeout;
  private probing = false;

  constructor(
    private readonly target: ConnectionTarget,
    private readonly logger: BackendLogger,
  ) {
    this.timer = setInterval(() => void this.check(), CHECK_EVERY_MS);
    this.timer.unref();
  }

  /** @returns a function that wraps each query of the connection */
  watch(client: pg.PoolClient): <Result>(query: () => Result) => Result {
    const connection: BusyConnection = { since: undefined, destroy: () => streamOf(client).destroy() };
    this.connections.add(connection);
    client.once('end', () => this.connections.delete(connection));
    const done = (): void => {
      connection.since = undefined;
    };
    return (query) => {
      connection.since = performance.now();
      const result = query();
      // A cursor is no promise; it is read piece by piece, and watched by nobody.
      if (result instanceof Promise) result.then(done, done);
      else done();
      return result;
    };
  }

  stop(): void {
    clearInterval(this.timer);
  }

  private async check(): Promise<void> {
    const suspects = this.suspects();
    if (suspects.length === 0 || this.probing) return;
    this.probing = true;
    try {
      if (await answers(this.target)) return;
      const dead = this.suspects();
      if (dead.length > 0)
        this.logger.warn({ connections: dead.length }, 'The database does not respond: closing its connections');
      for (const { destroy } of dead) destroy();
    } finally {
      this.probing = false;
    }
  }

  private suspects(): BusyConnection[] {
    const before = performance.now() - SUSPECT_AFTER_MS;
    return [...this.connections].filter(({ since }) => since !== undefined && since < before);
  }
}

/** The published types of `pg` leave its socket out. */
function streamOf(client: pg.PoolClient): { destroy(): void } {
  return (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream;
}

async function answers(target: ConnectionTarget): Promise<boolean> {
  const client = new pg.Client({
    ...target,
    application_name: 'causeboard-probe',
    connectionTimeoutMillis: PROBE_TIMEOUT_MS,
    query_timeout: PROBE_TIMEOUT_MS,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch {
    return false;
  } finally {
    const stream = streamOf(client as unknown as pg.PoolClient);
    client.end().catch(() => undefined);
    // A goodbye that the server does not hear must not keep the socket.
    setTimeout(() => stream.destroy(), PROBE_TIMEOUT_MS).unref();
  }
}
