import { Kysely, PostgresDialect, type PostgresPool } from 'kysely';
import pg from 'pg';
import type { BackendLogger, ConnectionCounts } from '#contract/backend/backend.js';
import type { ConnectionTarget } from '../embedded-postgres/cluster.js';
import { DeadConnections } from './dead-connections.js';
import { preparingPool } from './prepared-statements.js';
import { followingChoice } from './replicas/chosen-replica.js';
import type { Database } from './schema.js';

export type { ConnectionTarget };

/** Application name of all connections of this program, as shown in `pg_stat_activity`. */
export const APPLICATION_NAME = 'causeboard';

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

const CONNECT_TIMEOUT_MS = 8000;

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
