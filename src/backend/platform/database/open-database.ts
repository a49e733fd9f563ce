import type { Kysely } from 'kysely';
import type { BackendLogger } from '#contract/backend/backend.js';
import { openCluster } from '../embedded-postgres/cluster.js';
import { letServerProcessGiveWay } from '../embedded-postgres/lower-priority.js';
import { openPool, type ConnectionTarget } from './pool.js';
import { reachDatabase } from './reach-database.js';
import type { Database } from './schema.js';

/** An open database with its connections. */
export interface OpenDatabase {
  database: Kysely<Database>;
  /** For connections of one's own. The embedded server may change it when it comes back. */
  target: ConnectionTarget;
  /** Ends the connections, then leaves the embedded server. May be called twice. */
  close: () => Promise<void>;
}

/**
 * @param options.databaseUrl a server to use instead of the embedded one in `dataDir`.
 * @param options.inBackground the embedded server's processes for these connections, and nothing else of it, give way to all others.
 * @throws ClusterError when the embedded one cannot be opened, or the server cannot be reached.
 */
export async function openDatabase(options: {
  dataDir: string;
  databaseUrl?: string;
  inBackground?: boolean;
  logger: BackendLogger;
}): Promise<OpenDatabase> {
  const { dataDir, databaseUrl, inBackground, logger } = options;
  if (databaseUrl !== undefined) await reachDatabase(databaseUrl);
  const cluster = databaseUrl === undefined ? await openCluster(dataDir, logger) : undefined;
  const target = cluster?.target ?? { connectionString: databaseUrl };
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
