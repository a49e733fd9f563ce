import { type Kysely, type RawBuilder, sql } from 'kysely';
import {
  retentionDefault,
  type RetentionKind,
  retentionOf,
  type RetentionSite,
  unitsBefore,
} from '#contract/retention/retention-periods.js';
import type { Database } from '../database/schema.js';

/** A site with what decides how long it keeps something. */
export interface KeepingSite extends RetentionSite {
  name: string;
}

/** How many rows of a site were deleted; null: they belonged to no site. */
export interface DeletedRows {
  site: string | null;
  count: number;
}

/** One kind of data that is deleted when its time is over, as the module that owns the data knows how to. */
export interface RetentionRule {
  kind: RetentionKind;
  /** How many rows of one transaction, where they are large. */
  batch?: number;
  /** How long before it a deletion is announced; missing: not at all. */
  noticeDays?: number;
  /**
   * Announces what is due soon to the people concerned, at most `limit` of it and each once, within the transaction of the caller. Missing:
   * nobody is told.
   *
   * @param ahead the times that decide at the end of the notice
   * @returns how much; fewer than `limit`: nothing more is to be announced
   */
  announceDue?(trx: Kysely<Database>, ahead: Cutoff, limit: number, now: Date): Promise<number>;
  /** Deletes what is due, at most `limit` rows, within the transaction of the caller. Fewer than that: nothing more is due. */
  deleteDue(trx: Kysely<Database>, cutoff: Cutoff, limit: number): Promise<DeletedRows[]>;
  /** @returns how much of a site is due, and how much that belongs to no site; counted up to `limit` */
  countDue(database: Kysely<Database>, cutoff: Cutoff, site: string, limit: number): Promise<number>;
}

/** The times that decide what of a kind is due: of each site, and of what belongs to none. */
export class Cutoff {
  private readonly ofSites: ReadonlyMap<string, Date>;
  /** The longest period of all sites: what several of them may need, or a site that is served no more, is not deleted before. */
  private readonly earliest: Date;
  /** What is younger is due nowhere, so that an index on the time can be used. */
  readonly latest: Date;

  /** @param now what is due at that time */
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

  /** @param site an SQL expression; undefined: the rows belong to no site @returns the time from which on rows are kept */
  of(site: RawBuilder<unknown> | undefined): RawBuilder<unknown> {
    if (!site || this.ofSites.size === 0) return sql`${this.earliest}::timestamptz`;
    const cases = [...this.ofSites].map(([name, time]) => sql`when ${name} then ${time}::timestamptz`);
    return sql`(case ${site} ${sql.join(cases, sql` `)} else ${this.earliest}::timestamptz end)`;
  }
}

/** Rows of one table that are due at a time that they hold themselves. */
export interface AgedRows {
  table: string;
  /** From when on their time counts, an expression of `timestamptz` on the table by its name. */
  since: RawBuilder<unknown>;
  /** `since` is a `date` in UTC, compared as such so that an index on it is used. */
  isDate?: true;
  /** Their site; missing: they belong to none. */
  site?: RawBuilder<unknown>;
  /** What else has to be true; missing: nothing. */
  where?: RawBuilder<unknown>;
}

/**
 * @returns a rule for a kind that is made of the rows of some tables. Rows that somebody else has locked are passed by and deleted the next time.
 */
export function rowsOlderThanAllowed(kind: RetentionKind, ...parts: readonly AgedRows[]): RetentionRule {
  const due = ({ since, isDate, site, where = sql`true` }: AgedRows, cutoff: Cutoff): RawBuilder<unknown> => {
    const typed = (time: RawBuilder<unknown>) => (isDate ? sql`(${time} at time zone 'UTC')::date` : time);
    return sql`${since} <= ${typed(sql`${cutoff.latest}::timestamptz`)} and ${since} <= ${typed(cutoff.of(site))} and ${where}`;
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
