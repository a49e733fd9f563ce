import pg from 'pg';
import { withinMs } from '#contract/backend/deadline.js';
import { destroyConnection } from '../database/dead-connections.js';
import type { ConnectionTarget } from '../database/pool.js';
import { EVERYTHING, type Change, type ChangeKind, type LogPosition } from './change.js';

const CHANNEL = 'causeboard_changes';
const CONNECT_WITHIN_MS = 2000;
const ANSWER_WITHIN_MS = 3000;
/** A server responds to a barrier at once; after this time it counts as lost. */
const BARRIER_WITHIN_MS = 1000;
const MIN_PAUSE_MS = 50;
const MAX_PAUSE_MS = 400;
/** Current WAL position, determined after the snapshot was taken: everything the snapshot sees precedes it. */
const WAL = 'case when not pg_is_in_recovery() then pg_current_wal_insert_lsn() end::text as wal';

/** A statement that is parsed and planned once per connection. */
interface PreparedRead {
  name: string;
  text: string;
  values: unknown[];
}

/** Thrown during the pause before the next attempt to reach the database. */
class ReconnectPause extends Error {
  override name = 'ReconnectPause';
}

/** A dedicated connection, so that reading the change log never waits behind searches. It reconnects on demand. */
export class ChangeConnection {
  /** Identity of the database of the last connection. */
  server: string | undefined;
  private client: Promise<pg.Client> | undefined;
  private current: pg.Client | undefined;
  private pauseMs = 0;
  private triedAt = -Infinity;
  private lastError: unknown;
  private noticed = true;
  private closed = false;

  /**
   * @param onNotice called when a change has been committed in any process
   * @param onLost called when the connection broke: notifications may be missed from now on
   */
  constructor(
    private readonly target: ConnectionTarget,
    private readonly onNotice: () => void,
    private readonly onLost: () => void,
  ) {}

  /**
   * Retries once with a new connection if the open one turns out to be broken.
   *
   * @throws if the database does not answer in time
   */
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
   * Whether nothing was committed between `beginRead` and this call: a server delivers the notifications of earlier commits before it
   * reports that it is ready again. This check costs a fraction of a read.
   */
  async isQuiet(): Promise<boolean> {
    const client = this.current;
    // A pooler does not deliver notifications.
    if (!client || this.noticed || this.target.isPooled) return false;
    const passed = await withinMs(BARRIER_WITHIN_MS, passBarrier(client)).catch(() => false);
    // The following query would wait for the same unresponsive server.
    if (!passed) this.discard(client);
    return passed && this.current === client && !this.hasNotice();
  }

  /** Called before the log is read: that read covers the changes of all earlier notifications. */
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
      // Whatever the error was, a new connection is in a known state.
      if (this.client === opening) this.client = this.current = undefined;
      if (client) destroyConnection(client);
      throw error;
    }
  }

  private async open(): Promise<pg.Client> {
    if (this.closed) throw new Error('The connection has been closed.');
    if (performance.now() - this.triedAt < this.pauseMs)
      throw new ReconnectPause('The database does not answer.', { cause: this.lastError });
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
      // Always read the log by its index, even if the table is small when the statement is planned.
      if (!this.target.isPooled) await client.query(`listen ${CHANNEL}; set enable_seqscan = off`);
      this.server = await identityOf(client);
    } catch (error) {
      this.lastError = error;
      this.pauseMs = Math.min(Math.max(this.pauseMs * 2, MIN_PAUSE_MS), MAX_PAUSE_MS);
      destroyConnection(client);
      throw error;
    }
    this.pauseMs = 0;
    this.noticed = true;
    client.on('notification', () => {
      this.noticed = true;
      this.onNotice();
    });
    client.once('end', () => this.handleLostConnection(client));
    this.current = client;
    return client;
  }

  private discard(client: pg.Client): void {
    if (this.current === client) this.client = this.current = undefined;
    destroyConnection(client);
  }

  private hasNotice(): boolean {
    return this.noticed;
  }

  private handleLostConnection(client: pg.Client): void {
    if (this.current !== client) return;
    this.client = this.current = undefined;
    if (!this.closed) this.onLost();
  }
}

/** Identifies a database and its server, whatever address is used to reach them. */
async function identityOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ identity: string }>(
    `select system_identifier || '-' || oid as identity from pg_control_system(), pg_database where datname = current_database()`,
  );
  return rows[0]!.identity;
}

/**
 * A `Sync` message on its own. The server executes nothing and begins no transaction; it delivers the notifications of earlier commits, as
 * before each `ReadyForQuery`, and reports that it is ready.
 */
class Barrier implements pg.Submittable {
  /** @param callback called once, with an error if there is no response; `pg` wraps it to apply its timeout */
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

/** @returns whether the server has responded */
export function passBarrier(client: pg.Client): Promise<boolean> {
  return new Promise((resolve) => {
    client.query(new Barrier((error) => resolve(error === undefined)));
  });
}

export interface LogConnection {
  readonly server: string | undefined;
  read<Row extends object>(statement: PreparedRead): Promise<Row[]>;
}

interface Row {
  position: LogPosition;
  wal: string | null;
  lost: boolean;
  kind: ChangeKind | null;
  site: string | null;
  ids: string[] | null;
  words: string[] | null;
}

/**
 * Transactions do not commit in the order of their ids, so the position of a reader is a snapshot: changes are new if the current snapshot
 * sees them and the last one did not. Its `xmin` limits the range to search; a long-running transaction makes the search longer, but never
 * wrong. Rows beyond the current snapshot come from a dump of another server and are ignored.
 *
 * `lost` means that rows newer than the last snapshot have been pruned, or that the server was reset to an older state.
 */
const READ = `
  select s.now::text as position, ${WAL},
    f.xid >= pg_snapshot_xmin($1::pg_snapshot) and not pg_visible_in_snapshot(f.pruned_by, $1::pg_snapshot)
      or pg_snapshot_xmax(s.now) < pg_snapshot_xmax($1::pg_snapshot) as lost,
    l.kind, l.site, l.ids, l.words
  from (select pg_current_snapshot() as now offset 0) as s
  cross join data_change_floor f
  left join data_change l
    on l.xid >= pg_snapshot_xmin($1::pg_snapshot) and not pg_visible_in_snapshot(l.xid, $1::pg_snapshot)
    and l.xid < pg_snapshot_xmax(s.now)
`;

/** Reads the change log from the last position onwards. */
export class ChangeReader {
  private at: LogPosition | undefined;
  private server: string | undefined;
  private wal: string | undefined;

  constructor(private readonly connection: LogConnection) {}

  /** Snapshot up to which the log has been read; undefined before the first read. */
  get position(): LogPosition | undefined {
    return this.at;
  }

  /** WAL position of the server when the newest change had been read. */
  get walPosition(): string | undefined {
    return this.wal;
  }

  /** @returns the changes committed since the last call; none at the first call */
  async read(): Promise<Change[]> {
    const changes = this.at === undefined ? await this.begin() : await this.readFrom(this.at);
    const moved = this.server !== undefined && this.server !== this.connection.server;
    this.server = this.connection.server;
    // WAL positions of another server are not comparable; the next change provides one of the new server.
    if (moved) this.wal = undefined;
    return moved ? [EVERYTHING] : changes;
  }

  /** @returns at least the changes committed between an earlier position in the same database and the last read */
  async since(position: LogPosition): Promise<Change[]> {
    return toChanges(await this.run(position));
  }

  private async begin(): Promise<Change[]> {
    const [row] = await this.connection.read<Pick<Row, 'position' | 'wal'>>({
      name: 'position',
      text: `select pg_current_snapshot()::text as position, ${WAL}`,
      values: [],
    });
    this.at = row!.position;
    this.wal = row!.wal ?? undefined;
    return [];
  }

  private async readFrom(position: LogPosition): Promise<Change[]> {
    const rows = await this.run(position);
    const changes = toChanges(rows);
    this.at = rows[0]!.position;
    if (changes.length > 0) this.wal = rows[0]!.wal ?? undefined;
    return changes;
  }

  private run(position: LogPosition): Promise<Row[]> {
    return this.connection.read<Row>({ name: 'changes', text: READ, values: [position] });
  }
}

function toChanges(rows: readonly Row[]): Change[] {
  if (rows[0]?.lost) return [EVERYTHING];
  return rows.flatMap(({ kind, site, ids, words }) =>
    kind === null ? [] : { kind, site, ids: (ids ?? []).map(Number), words: words ?? [] },
  );
}
