import { createHash } from 'node:crypto';
import { AsyncLocalStorage } from 'node:async_hooks';
import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely';
import pg from 'pg';
import type { BackendLogger, ConnectionCounts } from '#contract/backend/backend.js';
import { observe, sqlStatements } from '#shared/telemetry/telemetry.js';
import type { ConnectionTarget } from '../embedded-postgres/cluster.js';
import { DeadConnections } from './dead-connections.js';
import type { Database } from './schema.js';

/** Application name of all connections of this program, as shown in `pg_stat_activity`. */
export const APPLICATION_NAME = 'causeboard';
const CONNECT_TIMEOUT_MS = 8000;
/**
 * Prefix of a statement that is parsed and planned once per connection instead of at every call. Use it for frequent statements whose text
 * never changes; omit it where the best plan depends on the values.
 */
export const KEEP_PLAN = '/* keep plan */';

export type { ConnectionTarget };

/** Returns a number if that loses no precision, otherwise the original text. */
function parseNumber(text: string): number | string {
  const value = Number(text);
  return Number.isInteger(value) && !Number.isSafeInteger(value) ? text : value;
}

const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.INT8, parseNumber);
types.setTypeParser(pg.types.builtins.NUMERIC, parseNumber);

export interface PoolOptions {
  max?: number;
  /** Called for each new connection with the process id of its server process. */
  onServerProcess?: (pid: number) => void;
  onConnection?: (client: pg.PoolClient) => void;
  /** Timeout of one attempt to connect; 8 seconds by default. Waiting for a free connection may take longer. */
  connectTimeoutMs?: number;
}

/** Limits the duration of a connection attempt, so that an unresponsive server does not occupy a place in the pool for long. */
function connectingWithin(timeoutMs: number): typeof pg.Client {
  return class extends pg.Client {
    constructor(config?: pg.ClientConfig) {
      // The pool makes the password non-enumerable, so a copy of the options has to name it.
      super({ ...config, password: config?.password, connectionTimeoutMillis: timeoutMs });
    }
  };
}

/** Opens the connection pool of a process. `database.destroy()` closes it. */
export function openPool(target: ConnectionTarget, logger: BackendLogger, options: PoolOptions = {}): Kysely<Database> {
  const { pool, connections } = createPool(target, logger, options);
  const database = new Kysely<Database>({ dialect: new PostgresDialect({ pool: followingChoice(pool) }) });
  pools.set(database, connections);
  return database;
}

/** @returns a pool for Kysely and the underlying `pg` pool's connections */
export function createPool(
  target: ConnectionTarget,
  logger: BackendLogger,
  { max = 10, onServerProcess, onConnection, connectTimeoutMs = CONNECT_TIMEOUT_MS }: PoolOptions,
): { pool: PostgresPool; connections: pg.Pool } {
  const pool = new pg.Pool({
    ...target,
    Client: connectingWithin(connectTimeoutMs),
    types,
    max,
    application_name: APPLICATION_NAME,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    allowExitOnIdle: true,
  });
  // A broken idle connection is dropped and replaced; without a listener, the error would end the process.
  pool.on('error', (error) => logger.warn({ error: error.message }, 'A database connection broke'));
  // The same applies to a connection in use; its query fails with the same error.
  pool.on('connect', (client) => client.on('error', () => undefined));
  if (onServerProcess) pool.on('connect', (client) => onServerProcess(processOf(client)));
  if (onConnection) pool.on('connect', onConnection);
  const dead = new DeadConnections(target, logger);
  return { pool: preparingPool(pool, dead, target.isPooled !== true), connections: pool };
}

const pools = new WeakMap<Kysely<Database>, pg.Pool>();

/** @returns the current number of connections of a database that was opened with `openPool` */
export function countConnections(database: Kysely<Database>): ConnectionCounts {
  const pool = pools.get(database);
  if (!pool) return { open: 0, idle: 0, waiting: 0, max: 0 };
  return { open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount, max: pool.options.max };
}

/** `pg` does not publish the type of this property. */
function processOf(client: pg.PoolClient): number {
  return (client as unknown as { processID: number }).processID;
}

/**
 * A pool for Kysely that prepares statements marked with `KEEP_PLAN`; Kysely itself cannot name statements.
 *
 * @param prepares false if a pooler in front of the server may use a different connection for each transaction
 */
function preparingPool(pool: pg.Pool, dead: DeadConnections, prepares: boolean): PostgresPool {
  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  return {
    options: pool.options,
    async connect() {
      const client = await pool.connect();
      const known = clients.get(client);
      if (known) return known;
      const made = preparing(client, dead.watch(client), prepares);
      clients.set(client, made);
      return made;
    },
    end() {
      dead.stop();
      return pool.end();
    },
  };
}

function preparing(
  client: pg.PoolClient,
  watched: ReturnType<DeadConnections['watch']>,
  prepares: boolean,
): PostgresPoolClient {
  const send = (text: unknown, values?: unknown[]): unknown =>
    watched<unknown>(() =>
      prepares && typeof text === 'string' && text.startsWith(KEEP_PLAN)
        ? client.query({ name: nameOf(text), text, values })
        : client.query(text as string, values),
    );
  const query = (text: unknown, values?: unknown[]): unknown =>
    // A cursor does not have a single result, so it is not measured.
    typeof text === 'string'
      ? observe(
          sqlStatements,
          () => ({ text, startedAt: performance.now() }),
          () => send(text, values) as Promise<unknown>,
        )
      : send(text, values);
  return { query: query as PostgresPoolClient['query'], release: () => client.release() };
}

const statementNames = new Map<string, string>();

/** The same text gets the same statement name on every connection. */
function nameOf(text: string): string {
  const known = statementNames.get(text);
  if (known) return known;
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 20);
  statementNames.set(text, name);
  return name;
}

/** Connection pool of a replica. */
interface ReplicaPool extends Pick<PostgresPool, 'connect'> {
  /** Whether the replica has every change that the process knows of. */
  isFresh(): boolean;
}

/** Connection pool that the statements of one operation use. */
interface Choice {
  pool: ReplicaPool;
  isOver: boolean;
}

const choices = new AsyncLocalStorage<Choice>();

/**
 * Sends the statements of an operation to a replica. Statements that run after the operation has finished, such as those of a timer, go to
 * the primary again. So do statements that start while the replica lacks a known change: otherwise a cache that this change has just
 * invalidated would store the old row.
 */
export async function readFrom<Result>(pool: ReplicaPool, operation: () => Promise<Result>): Promise<Result> {
  const choice: Choice = { pool, isOver: false };
  try {
    return await choices.run(choice, operation);
  } finally {
    choice.isOver = true;
  }
}

/** @returns a pool that connects to the replica chosen for the current operation, otherwise to the primary */
function followingChoice(primary: PostgresPool): PostgresPool {
  return {
    options: primary.options,
    connect() {
      const choice = choices.getStore();
      return (choice && !choice.isOver && choice.pool.isFresh() ? choice.pool : primary).connect();
    },
    end: () => primary.end(),
  };
}
