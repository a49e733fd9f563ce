import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { BackendLogger } from '#contract/backend/backend.js';
import type { ConnectionTarget } from '../embedded-postgres/connection-target.js';
import { DeadConnections } from './dead-connections.js';
import { preparingPool } from './prepared-statements.js';
import type { Database } from './schema.js';

export type { ConnectionTarget };

/** Every connection of this program carries it; see `pg_stat_activity`. */
export const APPLICATION_NAME = 'causeboard';

/** As a number where that loses nothing, else as the text it came as. */
function parseNumber(text: string): number | string {
  const value = Number(text);
  return Number.isInteger(value) && !Number.isSafeInteger(value) ? text : value;
}

const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.INT8, parseNumber);
types.setTypeParser(pg.types.builtins.NUMERIC, parseNumber);

export interface PoolOptions {
  max?: number;
  /** Told the id of the server's process for each connection. */
  onServerProcess?: (pid: number) => void;
}

/** How long one attempt to connect may take; waiting for a free connection may take longer (`connectionTimeoutMillis` of the pool). */
const CONNECT_TIMEOUT_MS = 8000;

/** An attempt to reach a silent server must not hold a place in the pool for long. */
class PoolConnection extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    // The pool hides the password from whatever lists its options: a copy has to name it.
    super({ ...config, password: config?.password, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  }
}

/** The connections of one process. `database.destroy()` ends them. */
export function openPool(
  target: ConnectionTarget,
  logger: BackendLogger,
  { max = 10, onServerProcess }: PoolOptions = {},
): Kysely<Database> {
  const pool = new pg.Pool({
    ...target,
    Client: PoolConnection,
    types,
    max,
    application_name: APPLICATION_NAME,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    allowExitOnIdle: true,
  });
  // An idle connection that breaks is dropped and replaced; without a listener it would end the process.
  pool.on('error', (error) => logger.warn({ error: error.message }, 'A database connection broke'));
  // So is one in use, whose query fails with the same error.
  pool.on('connect', (client) => client.on('error', () => undefined));
  if (onServerProcess) pool.on('connect', (client) => onServerProcess(processOf(client)));
  return new Kysely<Database>({
    dialect: new PostgresDialect({ pool: preparingPool(pool, new DeadConnections(target, logger)) }),
  });
}

/** Its published types leave it out. */
function processOf(client: pg.PoolClient): number {
  return (client as unknown as { processID: number }).processID;
}
