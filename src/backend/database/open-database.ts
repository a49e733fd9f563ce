import type { Kysely } from 'kysely';
import type { BackendLogger } from '../../contract/backend.js';
import { openCluster } from './cluster.js';
import { openPool, type ConnectionTarget } from './pool.js';
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
 * @throws ClusterError when the embedded one cannot be opened.
 */
export async function openDatabase(options: {
  dataDir: string;
  databaseUrl?: string;
  logger: BackendLogger;
}): Promise<OpenDatabase> {
  const { dataDir, databaseUrl, logger } = options;
  const cluster = databaseUrl === undefined ? await openCluster(dataDir, logger) : undefined;
  const target = cluster?.target ?? { connectionString: databaseUrl };
  const database = openPool(target, logger);
  let closing: Promise<void> | undefined;
  return {
    database,
    target,
    close: () => (closing ??= database.destroy().then(() => cluster?.close())),
  };
}
