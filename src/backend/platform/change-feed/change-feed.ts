import { randomBytes } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import type { BackendLogger } from '#contract/backend/backend.js';
import { SharedRequest } from '#contract/search/shared-request.js';
import { type BackgroundTask, repeat } from '../background-jobs/recurring-work.js';
import type { ConnectionTarget } from '../database/pool.js';
import type { Database } from '../database/schema.js';
import type { Change, LogPosition, ChangeKind } from './change.js';
import { ChangeReader, ChangeConnection } from './change-reader.js';

/** Receives all changes in the order in which the log is read. It is awaited, so its work is complete when `sync` resolves. */
export type ChangeListener = (changes: readonly Change[]) => Promise<void> | void;

// A notification may be lost, but the log is complete, so it is read at this interval at least.
const HEARTBEAT_MS = 400;
const CURRENT_MS = 1000;

/** The changes known to this process, whichever process made them. */
export class ChangeFeed {
  private readonly connection: ChangeConnection;
  private readonly reader: ChangeReader;
  private readonly reading = new SharedRequest(() => this.read());
  private readonly versions = new DataVersions();
  private readonly listeners = new Set<ChangeListener>();
  private timer: NodeJS.Timeout | undefined;
  private answers = true;
  private readAt = -Infinity;
  private logReadAt = -Infinity;
  private notified: LogPosition = '';
  private closed = false;

  private constructor(
    target: ConnectionTarget,
    private readonly logger: BackendLogger,
  ) {
    const syncNow = (): void => void this.sync().catch(() => undefined);
    this.connection = new ChangeConnection(target, syncNow, syncNow);
    this.reader = new ChangeReader(this.connection);
  }

  /** @throws if the database does not answer */
  static async open(target: ConnectionTarget, logger: BackendLogger): Promise<ChangeFeed> {
    const feed = new ChangeFeed(target, logger);
    try {
      await feed.sync();
      return feed;
    } catch (error) {
      await feed.close();
      throw error;
    }
  }

  /** Whether the log was read recently: the reported changes are complete up to that moment. */
  get isCurrent(): boolean {
    return this.answers && performance.now() - this.readAt < CURRENT_MS;
  }

  /** Position in the change feed up to which all listeners have been notified. */
  get position(): LogPosition {
    return this.notified;
  }

  /** WAL position of the primary when the newest change had been read; undefined if unknown. */
  get walPosition(): string | undefined {
    return this.reader.walPosition;
  }

  /** Identity of the database, whatever address is used to reach it. */
  get server(): string {
    return this.connection.server ?? '';
  }

  /**
   * Resolves once every change committed before the call has been passed to all listeners. Concurrent callers share a read, so it may be
   * called for every page.
   *
   * @throws if the database does not answer
   */
  sync(): Promise<void> {
    return this.closed ? Promise.reject(new Error('The feed of changes has been closed.')) : this.reading.ask();
  }

  /**
   * Data version of a site as of the last `sync`. It differs from earlier versions if anything that the site's pages show has changed
   * since.
   */
  version(site: string): string {
    return this.versions.of(site);
  }

  /** @returns a function that ends the subscription */
  subscribe(listener: ChangeListener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** @returns the changes committed after an earlier position in this database; `all` if the log no longer goes back that far */
  since(position: LogPosition): Promise<Change[]> {
    return this.reader.since(position);
  }

  async close(): Promise<void> {
    this.closed = true;
    clearTimeout(this.timer);
    await this.connection.close();
  }

  private async read(): Promise<void> {
    const started = performance.now();
    if (started - this.logReadAt < HEARTBEAT_MS && (await this.connection.isQuiet())) {
      this.readAt = started;
      return;
    }
    clearTimeout(this.timer);
    this.connection.beginRead();
    try {
      const changes = await this.reader.read();
      if (changes.length > 0) await this.notify(changes);
      // Only after the listeners have finished: otherwise, pages created without their work would get the new version.
      this.versions.add(changes);
      this.notified = this.reader.position ?? '';
      this.readAt = this.logReadAt = started;
      this.notice(true);
    } catch (error) {
      this.logReadAt = -Infinity;
      this.notice(false, error);
      throw error;
    } finally {
      this.scheduleHeartbeat();
    }
  }

  private async notify(changes: readonly Change[]): Promise<void> {
    for (const listener of this.listeners) {
      try {
        await listener(changes);
      } catch (error) {
        this.logger.error({ error: String(error) }, 'A change listener failed');
      }
    }
  }

  private notice(answers: boolean, error?: unknown): void {
    if (this.answers === answers || this.closed) return;
    this.answers = answers;
    if (answers) this.logger.info({}, 'Change feed recovered');
    else this.logger.warn({ error: (error as Error).message }, 'The change feed cannot be read');
  }

  private scheduleHeartbeat(): void {
    clearTimeout(this.timer);
    if (this.closed) return;
    this.timer = setTimeout(() => {
      // The timer may fire a fraction of a millisecond early, and only a read of the log schedules the next one.
      this.logReadAt = -Infinity;
      this.sync().catch(() => undefined);
    }, HEARTBEAT_MS);
    this.timer.unref();
  }
}

/** Kinds of changes that do not affect public pages. */
const UNSEEN: readonly ChangeKind[] = ['account', 'mail', 'feed', 'resume', 'schedule', 'alert'];

/** Counts the changes of each site. */
class DataVersions {
  /** Distinguishes this process from another one with the same counts, including itself before a restart. */
  private readonly process = randomBytes(9).toString('base64url');
  private readonly bySite = new Map<string, number>();
  private everywhere = 0;

  add(changes: readonly Change[]): void {
    for (const { site, kind } of changes) {
      if (UNSEEN.includes(kind)) continue;
      if (site === null) this.everywhere++;
      else this.bySite.set(site, (this.bySite.get(site) ?? 0) + 1);
    }
  }

  of(site: string): string {
    return `${this.process}-${this.everywhere}-${this.bySite.get(site) ?? 0}`;
  }
}

const LOCK = 4_217_003;
const MAX_ROWS = 100_000;
const EVERY_MS = 10 * 60_000;

/**
 * Deletes log rows that are older than a day or exceed 100,000 rows, and records up to where. Of all processes that share a database, one
 * does the work; the others skip it. Changes that an active reader may not have read yet are kept.
 *
 * @returns the number of deleted rows
 */
export async function pruneChanges(
  database: Kysely<Database>,
  retentionHours = 24,
  retainedRows = MAX_ROWS,
): Promise<number> {
  return database.transaction().execute(async (trx) => {
    const { rows: lock } = await sql<{ got: boolean }>`select pg_try_advisory_xact_lock(${LOCK}) as got`.execute(trx);
    if (!lock[0]?.got) return 0;
    const { rows } = await sql<{ n: number }>`
      with gone as (
        delete from data_change
        where xid < pg_snapshot_xmin(pg_current_snapshot()) and (
          at < now() - make_interval(hours => ${retentionHours}::integer)
          or id <= (select max(id) - ${retainedRows}::bigint from data_change)
        )
        returning xid
      ), newest as (select max(xid) as xid, count(*)::integer as n from gone),
      floor as (
        update data_change_floor set xid = greatest(data_change_floor.xid, newest.xid), pruned_by = pg_current_xact_id()
        from newest where newest.n > 0
      )
      select n from newest
    `.execute(trx);
    return rows[0]?.n ?? 0;
  });
}

export function startPruning(database: Kysely<Database>, logger: BackendLogger): BackgroundTask {
  return repeat({
    everyMs: EVERY_MS,
    work: () => pruneChanges(database),
    failed: 'The change log could not be pruned',
    logger,
  });
}
