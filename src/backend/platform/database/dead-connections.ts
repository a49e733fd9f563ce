import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import type { BackendLogger } from '#contract/backend/backend.js';
import type { ConnectionTarget } from '../embedded-postgres/cluster.js';

/** Interval between checks for queries that have been running for a long time, in milliseconds. */
const CHECK_EVERY_MS = 1000;
/** Query duration above which the server is probed for whether it still responds. */
const SUSPECT_AFTER_MS = 3000;
/** Time that the server has to answer the probe; only time in which this process could have received the answer counts. */
const PROBE_TIMEOUT_MS = 2000;
const PROBE_TICK_MS = 100;
// Answers that say that the server, or a pooler before it, cannot be used: connection exceptions, shutting down and starting.
const NO_ANSWER_STATES = /^(08...|57P0[123])$/;
// Connection exceptions, too many connections, and a server that is shutting down or starting.
const UNAVAILABLE_STATES = /^(08...|53300|57P0[123])$/;
const UNAVAILABLE_MESSAGES =
  /^(Connection terminated|timeout exceeded when trying to connect|driver has already been destroyed|Client has encountered a connection error|Cannot use a pool after calling end)/;

/** A connection that may be running a query. */
interface BusyConnection {
  /** Time at which the query was sent (`performance.now()`); undefined if no query is running. */
  since: number | undefined;
  destroy: () => void;
}

/**
 * Closes connections to a server that has stopped responding (packets are dropped in the network, the machine is frozen). With TCP alone,
 * their queries would wait for hours, and the pool would have no free connection long after the server is back. A slow query alone does not
 * close a connection: the server is first probed on a new connection, and the old ones are closed only if it does not respond there either.
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
    const connection: BusyConnection = { since: undefined, destroy: () => destroyConnection(client) };
    this.connections.add(connection);
    client.once('end', () => this.connections.delete(connection));
    const done = (): void => {
      connection.since = undefined;
    };
    return (query) => {
      connection.since = performance.now();
      const result = query();
      // A cursor does not return a promise: it is read in batches and is not watched.
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

/** Closes a connection that may be dead: an orderly termination without a response would keep its socket open for hours. */
export function destroyConnection(client: pg.ClientBase): void {
  // `pg` does not publish the type of its socket.
  (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
}

async function answers(target: ConnectionTarget): Promise<boolean> {
  const client = new pg.Client({ ...target, application_name: 'causeboard-probe' });
  client.on('error', () => undefined);
  const timeout = new AbortController();
  const answer = client.connect().then(() => client.query('select 1'));
  try {
    return await Promise.race([
      answer.then(
        () => true,
        // A server that refuses the probe, for example because it has too many connections, is at work.
        (error: unknown) => error instanceof pg.DatabaseError && !NO_ANSWER_STATES.test(error.code ?? ''),
      ),
      responsiveTime(PROBE_TIMEOUT_MS, timeout.signal).then(() => false),
    ]);
  } finally {
    timeout.abort();
    client.end().catch(() => undefined);
    // If the server never receives the termination message, the socket must still be closed.
    setTimeout(() => destroyConnection(client), PROBE_TIMEOUT_MS).unref();
  }
}

/**
 * Waits like a timer, but time during which the event loop is blocked does not count: after a pause of several seconds (a large index is
 * built, the machine is overloaded), a timer would end before the answer is read that has been waiting in the socket.
 * @param ms duration in milliseconds
 */
async function responsiveTime(ms: number, signal: AbortSignal): Promise<void> {
  for (let passed = 0; passed < ms && !signal.aborted; passed += PROBE_TICK_MS) await wait(PROBE_TICK_MS);
}

const UNAVAILABLE_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EHOSTUNREACH',
]);

/** Whether an error means that the database is unavailable, as opposed to a faulty statement. */
export function isDatabaseUnavailable(error: unknown): boolean {
  const { code, message } = partsOf(error);
  if (typeof code === 'string' && (UNAVAILABLE_CODES.has(code) || UNAVAILABLE_STATES.test(code))) return true;
  return typeof message === 'string' && UNAVAILABLE_MESSAGES.test(message);
}

/** Whether a text sent to the database contains characters it cannot store: NUL or invalid UTF-8. */
export function isUnstorableText(error: unknown): boolean {
  return partsOf(error).code === '22021';
}

// Checks properties instead of the class: `instanceof` fails for an error of another realm, and GraphQL wraps such errors.
function partsOf(error: unknown): { code?: unknown; message?: unknown } {
  if (typeof error !== 'object' || error === null) return {};
  return 'thrownValue' in error ? partsOf(error.thrownValue) : error;
}
