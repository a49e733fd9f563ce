import { type Kysely, type RawBuilder, sql } from 'kysely';
import {
  retentionDefault,
  type RetentionKind,
  retentionOf,
  type RetentionSite,
  unitsBefore,
} from '#contract/retention/retention-periods.js';
import type { Database } from '../database/schema.js';

/**
 * A notice whose deletion date passed more than this many days ago is obsolete, for example after the period was extended; a new notice is
 * sent.
 */
const OVERTAKEN_DAYS = 30;

/** A site with the settings that determine its retention periods. */
export interface KeepingSite extends RetentionSite {
  name: string;
}

/** Number of deleted rows of a site; null for rows that belong to no site. */
export interface DeletedRows {
  site: string | null;
  count: number;
}

/** Rule for one kind of data that is deleted after its retention period; provided by the module that owns the data. */
export interface RetentionRule {
  kind: RetentionKind;
  /** Number of rows per transaction, set if the rows are large. */
  batch?: number;
  /** How the deletion is announced; missing if nobody is notified. */
  announcement?: Announcement;
  /**
   * Finds the due rows for `deleteDue`, many at a time, if a search in each transaction would be too slow. Missing if `deleteDue` finds them.
   *
   * @returns the ids of at most `limit` rows; fewer mean that no more are due
   */
  findDue?(database: Kysely<Database>, cutoff: Cutoff, limit: number): Promise<string[]>;
  /**
   * Deletes at most `limit` due rows within the caller's transaction; without `findDue`, fewer deleted rows mean that no more are due.
   *
   * @param found ids from `findDue`, at most `limit`: rows that are no longer due are kept. Empty if there is no `findDue`.
   */
  deleteDue(trx: Kysely<Database>, cutoff: Cutoff, limit: number, found: readonly string[]): Promise<DeletedRows[]>;
  /** @returns the number of due rows that belong to a site or to no site, counted up to `limit` */
  countDue(database: Kysely<Database>, cutoff: Cutoff, site: string, limit: number): Promise<number>;
}

/** Announcement of deletions to the people concerned. The cutoff times are those at the end of the notice period. */
export interface Announcement {
  /** Number of days before the deletion. */
  days: number;
  /**
   * Finds the rows whose deletion is to be announced. This may read many rows that are not due, so it is done for many rows at a time.
   *
   * @returns the ids of at most `limit` rows; fewer mean that there are no more
   */
  find(database: Kysely<Database>, ahead: Cutoff, limit: number, now: Date): Promise<string[]>;
  /**
   * Announces the deletion of those of the `found` rows that are still due and unannounced, within the caller's transaction.
   *
   * @returns the number of announcements
   */
  announce(trx: Kysely<Database>, ahead: Cutoff, found: readonly string[], now: Date): Promise<number>;
}

/** Cutoff times of a kind of data, up to which rows are due: one for each site, and one for rows that belong to no site. */
export class Cutoff {
  private readonly ofSites: ReadonlyMap<string, Date>;
  /**
   * Cutoff of the site with the longest period. It applies to rows that several sites may use and to rows of a site that is no longer
   * served.
   */
  private readonly earliest: Date;
  /** Cutoff of the site with the shortest period: newer rows are not due on any site, so an index on the time can be used. */
  readonly latest: Date;

  /** @param now time for which the cutoff times are calculated */
  constructor(
    readonly kind: RetentionKind,
    sites: readonly KeepingSite[],
    readonly now: Date,
  ) {
    const { unit } = retentionDefault(kind);
    const before = (site: RetentionSite): Date => unitsBefore(now, retentionOf(kind, site).period ?? 0, unit);
    this.ofSites = new Map(sites.map((site) => [site.name, before(site)]));
    const all = sites.length > 0 ? [...this.ofSites.values()] : [before({ countries: [] })];
    this.earliest = new Date(Math.min(...all.map(Number)));
    this.latest = new Date(Math.max(...all.map(Number)));
  }

  /**
   * @param site an SQL expression; undefined if the rows belong to no site
   * @returns the cutoff time as an SQL expression; later rows are kept
   */
  of(site: RawBuilder<unknown> | undefined): RawBuilder<unknown> {
    if (!site || this.ofSites.size === 0) return sql`${this.earliest}::timestamptz`;
    const cases = [...this.ofSites].map(([name, time]) => sql`when ${name} then ${time}::timestamptz`);
    return sql`(case ${site} ${sql.join(cases, sql` `)} else ${this.earliest}::timestamptz end)`;
  }
}

/** Rows of one table that become due at a time derived from a column. */
export interface AgedRows {
  table: string;
  /** Start of the retention period: a `timestamptz` expression on the table, which is referred to by its own name. */
  since: RawBuilder<unknown>;
  /** Set if `since` is a `date` in UTC; it is compared as a date so that an index on it is used. */
  isDate?: true;
  /** Site of the row; missing if rows belong to no site. */
  site?: RawBuilder<unknown>;
  /** Further condition, which may depend on the time of the deletion; missing if there is none. */
  where?: RawBuilder<unknown> | ((now: Date) => RawBuilder<unknown>);
}

/**
 * @returns a rule for a kind of data stored in one or more tables. Rows that are locked by other transactions are skipped and deleted the
 *   next time.
 */
export function rowsOlderThanAllowed(kind: RetentionKind, ...parts: readonly AgedRows[]): RetentionRule {
  const due = ({ since, isDate, site, where = sql`true` }: AgedRows, cutoff: Cutoff): RawBuilder<unknown> => {
    const typed = (time: RawBuilder<unknown>) => (isDate ? sql`(${time} at time zone 'UTC')::date` : time);
    const condition = typeof where === 'function' ? where(cutoff.now) : where;
    return sql`${since} <= ${typed(sql`${cutoff.latest}::timestamptz`)} and ${since} <= ${typed(cutoff.of(site))} and ${condition}`;
  };
  return {
    kind,
    async deleteDue(trx, cutoff, limit) {
      const deleted: DeletedRows[] = [];
      let left = limit;
      for (const part of parts) {
        if (left <= 0) break;
        const table = sql.table(part.table);
        const { rows } = await sql<DeletedRows>`
          with gone as (
            delete from ${table} where ctid = any(array(
              select ctid from ${table} where ${due(part, cutoff)} limit ${left} for update skip locked
            )) returning ${part.site ?? sql`null::text`} as site
          ) select site, count(*)::integer as count from gone group by site
        `.execute(trx);
        deleted.push(...rows);
        left -= rows.reduce((sum, { count }) => sum + count, 0);
      }
      return deleted;
    },
    async countDue(database, cutoff, site, limit) {
      let total = 0;
      for (const part of parts) {
        const ofSite = part.site ? sql`(${part.site} = ${site} or ${part.site} is null)` : sql`true`;
        const { rows } = await sql<{ count: number }>`
          select count(*)::integer as count from (
            select from ${sql.table(part.table)} where ${due(part, cutoff)} and ${ofSite} limit ${limit - total}
          ) counted
        `.execute(database);
        total += rows[0]!.count;
      }
      return total;
    },
  };
}

/** Kind of data whose deletion is announced (`retention_notice.kind`). */
type NoticeKind = 'application' | 'account' | 'resume';

/** Rows that are deleted only after a notice, as SQL expressions. */
interface Announceable {
  kind: NoticeKind;
  /** UUID of the row. */
  subject: RawBuilder<unknown>;
  /** Start of the retention period: an earlier notice belongs to a previous period. */
  since: RawBuilder<unknown>;
}

/** @returns an SQL condition on notices `n`: they belong to the row and are not obsolete */
export function isNoticeOf({ kind, subject, since }: Announceable, now: Date): RawBuilder<unknown> {
  return sql`(n.kind = ${kind} and n.subject_id = ${subject} and n.announced_at >= ${since}
    and n.deletes_at > ${unitsBefore(now, OVERTAKEN_DAYS, 'day')})`;
}

/** @returns an SQL condition on the row: its deletion has not been announced yet */
export function isUnannounced(of: Announceable, now: Date): RawBuilder<unknown> {
  return sql`not exists (select from retention_notice n where ${isNoticeOf(of, now)})`;
}

/**
 * @param waitDays number of days after the announced date for which an undelivered notice prevents the deletion; undefined for no limit
 * @returns an SQL condition on notices `n` joined to their rows: the row may be deleted, because the announced date has passed and the
 *   notice was sent (or `waitDays` have passed as well). Few notices have such a date, and an index on it finds them.
 */
export function hasExpired(of: Announceable, now: Date, waitDays?: number): RawBuilder<unknown> {
  const waited = waitDays === undefined ? sql`false` : sql`n.deletes_at <= ${unitsBefore(now, waitDays, 'day')}`;
  return sql`(${isNoticeOf(of, now)} and n.deletes_at <= ${now} and (n.sent_at is not null or ${waited}))`;
}

/** Records that a mail of the same transaction announces a deletion. The database adds the time at which the mail was sent. */
export async function writeNotice(
  trx: Kysely<Database>,
  { kind, subjectId, deletesAt, mailId }: { kind: NoticeKind; subjectId: string; deletesAt: Date; mailId: number },
  now: Date,
): Promise<void> {
  await sql`
    insert into retention_notice (kind, subject_id, announced_at, deletes_at, mail_id)
    values (${kind}, ${subjectId}::uuid, ${now}, ${deletesAt}, ${mailId})
    on conflict (kind, subject_id) do update set announced_at = excluded.announced_at, deletes_at = excluded.deletes_at,
      mail_id = excluded.mail_id, sent_at = null
  `.execute(trx);
}
