import { randomBytes } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import type { BackendLogger } from '#contract/backend/backend.js';
import { SharedRequest } from '#contract/search/shared-request.js';
import { type BackgroundTask, repeat } from '../background-jobs/recurring-work.js';
import type { ConnectionTarget } from '../database/pool.js';
import type { Database } from '../database/schema.js';
import type { Change, LogPosition, ChangeKind } from './change.js';
import { ChangeConnection } from './change-connection.js';
import { ChangeReader } from './change-reader.js';

/** Told of all changes, in the order in which the log is read. Waited for, so what follows a `sync` finds it done. */
export type ChangeListener = (changes: readonly Change[]) => Promise<void> | void;

// A notice may be missed; the log is not.
const HEARTBEAT_MS = 400;
const CURRENT_MS = 1000;

/** What this process knows of changes, whichever process made them. */
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

  /** @throws when the database does not answer. */
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

  /** Whether it was read a moment ago: what it has told is no older than that. */
  get isCurrent(): boolean {
    return this.answers && performance.now() - this.readAt < CURRENT_MS;
  }

  /** Up to where all listeners have been told. */
  get position(): LogPosition {
    return this.notified;
  }

  /** Where the log of writes of the primary was when the newest change had been read; undefined: not known. */
  get walPosition(): string | undefined {
    return this.reader.walPosition;
  }

  /** Which database this is, whatever way leads to it. */
  get server(): string {
    return this.connection.server ?? '';
  }

  /**
   * Resolves once every change that was committed before the call has been handed to all listeners. Callers share a read, so it may
   * be called for every page.
   *
   * @throws when the database does not answer.
   */
  sync(): Promise<void> {
    return this.closed ? Promise.reject(new Error('The feed of changes has been closed.')) : this.reading.ask();
  }

  /** As of the last `sync`. Another one when anything that pages of the site show has changed since. */
  version(site: string): string {
    return this.versions.of(site);
  }

  /** @returns ends it. */
  subscribe(listener: ChangeListener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** What was committed after an earlier position in this database; `all` when the log no longer reaches back. */
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
      // Only now: a version that came before the listeners' work would be given to pages made without it.
      this.versions.add(changes);
      this.notified = this.reader.position ?? '';
      this.readAt = this.logReadAt = started;
      this.notice(true);
    } catch (error) {
      this.logReadAt = -Infinity;
      this.notice(false, error);
      throw error;
    } finally {
      this.beatLater();
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

  private beatLater(): void {
    clearTimeout(this.timer);
    if (this.closed) return;
    this.timer = setTimeout(() => {
      // Also when it comes a fraction of a millisecond early: only a read of the log sets the next one.
      this.logReadAt = -Infinity;
      this.sync().catch(() => undefined);
    }, HEARTBEAT_MS);
    this.timer.unref();
  }
}

/** Pages that everybody sees do not change with these. */
const UNSEEN: readonly ChangeKind[] = ['account', 'mail', 'feed', 'resume', 'schedule', 'alert'];

/** Counts what has changed, by site. */
class DataVersions {
  /** Whoever counts alike in another process, or before a restart, shall not be mistaken for this one. */
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
 * Takes out of the log what is older than a day or beyond 100,000 rows, and writes down how far. Of all processes that share a
 * database one does it; the others pass. Whatever could still be news to a reader that keeps up stays.
 *
 * @returns how many rows.
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
