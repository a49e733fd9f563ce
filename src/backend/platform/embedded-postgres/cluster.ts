import { readFileSync, realpathSync, statSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { BackendLogger } from '#contract/backend/backend.js';
import {
  CLUSTER_USER,
  PASSWORD_FILE,
  UPGRADE_COMMANDS,
  initialiseCluster,
  findPostgresBinaries,
  type PostgresBinaries,
  ClusterError,
} from './cluster-files.js';
import { socketPathOf, startServer, stopServer, readPostmaster } from './cluster-server.js';
import { acquireFolderLock, makeFolder } from './data-folder.js';

/** Connection parameters of a database server. */
export interface ConnectionTarget {
  connectionString?: string;
  host?: string;
  port?: number;
  user?: string;
  password?: string;
  database?: string;
  /** A pooler such as PgBouncer is in between: session state, such as LISTEN, may not outlast a transaction. */
  isPooled?: boolean;
}

/** The running embedded database. */
export interface Cluster {
  target: ConnectionTarget;
  /** Whether the server was already running. */
  joined: boolean;
  /** Leaves the server, and stops it if no other process uses it. Close the pools first. May be called twice. */
  close(): Promise<void>;
}

// Name of one connection that each process keeps while it uses the server: these connections show which process is the last one.
const PRESENCE = 'causeboard-presence';
const OPEN_TIMEOUT_MS = 60_000;
// Timeouts for a server that dies in the middle of a response.
const PATIENCE = { keepAlive: true, connectionTimeoutMillis: 5000, query_timeout: 5000 };
// Message of `pg`, which gives this error no code.
const QUERY_TIMED_OUT = 'Query read timeout';
const REVIVAL_PAUSE_MS = 1000;
// With all other errors, somebody listens at the socket: a server that is slow, full or ending still has the files of the database open.
const NOBODY_LISTENS = new Set(['ENOENT', 'ECONNREFUSED']);

/**
 * Opens the database in `dataDir/postgres`: creates it if necessary, and starts its server or joins one that another process has started.
 *
 * @param binaries binaries of the major version that created the folder
 * @throws ClusterError with a message for the operator
 */
export async function openCluster(
  dataDir: string,
  logger: BackendLogger,
  binaries: PostgresBinaries = findPostgresBinaries(),
): Promise<Cluster> {
  try {
    makeFolder(dataDir);
  } catch (error) {
    throw new ClusterError(`DATA_DIR cannot be created: ${(error as Error).message}`);
  }
  const cluster = new EmbeddedCluster(realpathSync(dataDir), binaries, logger);
  await cluster.open();
  return cluster;
}

class EmbeddedCluster implements Cluster {
  target: ConnectionTarget = {};
  joined = false;
  private readonly directory: string;
  private readonly lockFile: string;
  private presence?: pg.Client;
  private closing?: Promise<void>;

  constructor(
    dataDir: string,
    private readonly binaries: PostgresBinaries,
    private readonly logger: BackendLogger,
  ) {
    this.directory = join(dataDir, 'postgres');
    this.lockFile = join(dataDir, 'postgres.lock');
  }

  async open(): Promise<void> {
    const release = await acquireFolderLock(this.lockFile);
    try {
      // A restart waited for the lock while this process was shutting down.
      if (this.closing && this.presence) return;
      await initialiseCluster(this.directory, this.binaries);
      this.target = { user: CLUSTER_USER, database: 'postgres', password: this.readPassword() };
      const running = await this.connectToRunning();
      this.joined = running !== undefined;
      this.enter(running ?? (await this.start()));
    } finally {
      release();
    }
  }

  close(): Promise<void> {
    this.closing ??= this.leave();
    return this.closing;
  }

  private async start(): Promise<pg.Client> {
    const socket = socketPathOf(this.directory);
    const port = socket === undefined ? (this.target.port ?? (await freePort())) : undefined;
    const stopped = startServer(this.directory, this.binaries.postgres, port);
    const failure = stopped.then((reason) => {
      throw new ClusterError(`The database in ${this.directory} does not start: ${reason}`);
    });
    failure.catch(() => undefined);
    for (const deadline = Date.now() + OPEN_TIMEOUT_MS; Date.now() < deadline;) {
      await Promise.race([sleep(8), failure]);
      if (!readPostmaster(this.directory)?.ready) continue;
      const client = await this.connectToRunning();
      if (client) return client;
    }
    throw new ClusterError(
      `The database in ${this.directory} did not become ready in time; see server.log in this folder.`,
    );
  }

  /**
   * Waits for a server that is starting or stopping.
   *
   * @returns undefined if no server runs
   */
  private async connectToRunning(): Promise<pg.Client | undefined> {
    const deadline = Date.now() + OPEN_TIMEOUT_MS;
    for (;;) {
      const postmaster = readPostmaster(this.directory);
      const socket = socketPathOf(this.directory);
      if (!postmaster && socket === undefined) return undefined;
      const address =
        postmaster?.socketDirectory || socket !== undefined
          ? { host: this.directory, port: 5432 }
          : { host: '127.0.0.1', port: postmaster?.port ?? 0 };
      const client = new pg.Client({ ...this.target, ...address, application_name: PRESENCE, ...PATIENCE });
      client.on('error', () => undefined);
      try {
        await client.connect();
        Object.assign(this.target, address);
        return client;
      } catch (error) {
        const { code, message } = error as NodeJS.ErrnoException;
        if (code === '28P01') throw new ClusterError(`${this.directory} rejects the password in its ${PASSWORD_FILE}.`);
        if (code === 'EACCES')
          throw new ClusterError(`The database in ${this.directory} belongs to another user: ${message}`);
        // The server may run in another container, where its process cannot be seen from here.
        if (!postmaster && NOBODY_LISTENS.has(code ?? '')) return undefined;
        if (Date.now() > deadline)
          throw new ClusterError(`The database in ${this.directory} does not answer: ${message}`);
        await sleep(20);
      }
    }
  }

  private enter(presence: pg.Client): void {
    this.presence = presence;
    presence.once('end', () => {
      if (!this.closing) void this.revive();
    });
  }

  private async revive(): Promise<void> {
    this.logger.error({ directory: this.directory }, 'The embedded database has stopped; starting it again');
    while (!this.closing) {
      try {
        await this.open();
        this.logger.info({ directory: this.directory }, 'Restarted the embedded database');
        return;
      } catch (error) {
        this.logger.error({ error: (error as Error).message }, 'Restarting the embedded database failed');
        await sleep(REVIVAL_PAUSE_MS, undefined, { ref: false });
      }
    }
  }

  private async leave(): Promise<void> {
    const release = await acquireFolderLock(this.lockFile);
    try {
      const isLast = await this.isLast();
      await Promise.race([this.presence?.end().catch(() => undefined), sleep(2000, undefined, { ref: false })]);
      if (isLast) await stopServer(this.directory);
    } finally {
      release();
    }
  }

  private async isLast(): Promise<boolean> {
    const query = `select count(*)::int as others from pg_stat_activity
      where application_name = $1 and pid <> pg_backend_pid()`;
    try {
      const result = await this.presence?.query<{ others: number }>(query, [PRESENCE]);
      return (result?.rows[0]?.others ?? 0) === 0;
    } catch (error) {
      // A server that does not answer in time may still be used by others, and is left running: whoever opens the folder next joins it.
      // If the connection has ended, the server has stopped or is stopping, and stopping it again is harmless.
      return (error as Error).message !== QUERY_TIMED_OUT;
    }
  }

  private readPassword(): string {
    const version = this.read('PG_VERSION').trim();
    if (version !== this.binaries.majorVersion) {
      throw new ClusterError(
        `The database in ${this.directory} was created by PostgreSQL ${version}, but this release includes PostgreSQL ${this.binaries.majorVersion}. ` +
          (Number(version) < Number(this.binaries.majorVersion)
            ? `Stop all processes that use it and run ${UPGRADE_COMMANDS}.`
            : 'Start the release that made it, or set DATA_DIR to another folder.'),
      );
    }
    return this.read(PASSWORD_FILE).trim();
  }

  private read(name: string): string {
    try {
      return readFileSync(join(this.directory, name), 'utf8');
    } catch (error) {
      const { uid } = statSync(this.directory);
      throw new ClusterError(
        `${this.directory} is not a database folder created by this program, or it belongs to another user (uid ${uid}): ` +
          (error as Error).message,
      );
    }
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
