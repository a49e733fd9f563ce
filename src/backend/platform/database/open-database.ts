import type { Kysely } from 'kysely';
import pg from 'pg';
import type { BackendLogger } from '#contract/backend/backend.js';
import { ClusterError } from '../embedded-postgres/cluster-files.js';
import { openCluster } from '../embedded-postgres/cluster.js';
import { letServerProcessGiveWay } from '../embedded-postgres/lower-priority.js';
import { openPool, type ConnectionTarget } from './pool.js';
import type { Database } from './schema.js';

/** An open database with its connections. */
export interface OpenDatabase {
  database: Kysely<Database>;
  /** For opening further connections. The embedded server may change it after a restart. */
  target: ConnectionTarget;
  /** Closes the connections, then releases the embedded server. May be called twice. */
  close: () => Promise<void>;
}

/**
 * @param options.databaseUrl a server to use instead of the embedded one in `dataDir`
 * @param options.inBackground whether the embedded server's processes for these connections run at a lower priority than all other
 *   processes
 * @throws ClusterError if the embedded server cannot be opened, or the given server cannot be reached
 */
export async function openDatabase(options: {
  dataDir: string;
  databaseUrl?: string;
  inBackground?: boolean;
  logger: BackendLogger;
}): Promise<OpenDatabase> {
  const { dataDir, databaseUrl, inBackground, logger } = options;
  const reached = databaseUrl === undefined ? undefined : await reachDatabase(databaseUrl);
  const cluster = databaseUrl === undefined ? await openCluster(dataDir, logger) : undefined;
  const target = cluster?.target ?? { connectionString: databaseUrl, ...reached };
  const database = openPool(target, logger, {
    onServerProcess: cluster && inBackground ? letServerProcessGiveWay : undefined,
  });
  let closing: Promise<void> | undefined;
  return {
    database,
    target,
    close: () => (closing ??= database.destroy().then(() => cluster?.close())),
  };
}

const LIMIT_MS = 10_000;

/**
 * Connects to a server once, so that a start with a wrong address fails within seconds with a clear message.
 *
 * @returns whether a connection pooler sits in front of the server: the backend process id it reports differs from the actual one
 * @throws ClusterError if the server does not answer; the message contains no password
 */
export async function reachDatabase(url: string, limitMs = LIMIT_MS): Promise<{ isPooled: boolean }> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: limitMs,
    query_timeout: limitMs,
    application_name: 'causeboard-start',
  });
  // A connection error also makes the calls below fail.
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    return { isPooled: rows[0]!.pid !== (client as unknown as { processID: number }).processID };
  } catch (error) {
    throw new ClusterError(`DATABASE_URL: the database at ${placeOf(url)} cannot be used: ${reasonOf(error)}.`);
  } finally {
    // A server that does not respond does not confirm the termination either, so this is not awaited.
    void client.end().catch(() => undefined);
  }
}

function placeOf(url: string): string {
  if (!URL.canParse(url)) return 'an invalid address';
  const { host, pathname } = new URL(url);
  return host + pathname;
}

/** An `AggregateError` (one error per address of a host) has an empty message, so the first of its errors is used. */
function reasonOf(error: unknown): string {
  const [first] = error instanceof AggregateError ? (error.errors as unknown[]) : [error];
  const message = first instanceof Error ? first.message : String(first);
  return message.replace(/\.$/, '') || 'it does not answer';
}
