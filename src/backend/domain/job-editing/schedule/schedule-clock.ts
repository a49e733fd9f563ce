import { sql, type Kysely } from 'kysely';
import type { Database } from '../../../platform/database/schema.js';

const DAY_MS = 86_400_000;
/** A wrong clock is mostly wrong by years, and a site is rarely down for longer than this. */
const MAX_UNSEEN_MS = 60 * DAY_MS;
/** Minimum number of due jobs for which an implausible clock is not trusted: fewer can be corrected manually. */
const MIN_HELD_JOBS = 5;
/** The schedule is checked every minute; the time does not need to be written as often. */
const WRITE_EVERY_MS = 5 * 60_000;

export interface HeldSchedule {
  /** Time at which the schedule was last processed with a trusted clock. */
  seenAt: Date;
}

/**
 * Checks whether the clock can be trusted for publishing and archiving jobs, which cannot be undone for many jobs at once. It is not
 * trusted if it is far ahead of the time at which this database was last active, and several jobs would be moved because of it.
 *
 * @returns undefined if the clock is trusted
 */
export async function checkClock(database: Kysely<Database>, now: Date): Promise<HeldSchedule | undefined> {
  const { rows } = await sql<{ seenAt: Date; heldAt: Date | null }>`
    select seen_at as "seenAt", held_at as "heldAt" from schedule_clock
  `.execute(database);
  const last = rows[0];
  if (last && now.getTime() - last.seenAt.getTime() > MAX_UNSEEN_MS && (await areManyDue(database, now))) {
    if (!last.heldAt) await sql`update schedule_clock set held_at = ${now}`.execute(database);
    return { seenAt: last.seenAt };
  }
  if (!last || last.heldAt || Math.abs(now.getTime() - last.seenAt.getTime()) > WRITE_EVERY_MS)
    await trustClock(database, now);
  return undefined;
}

/** Accepts the time as correct, so that jobs that are due are processed. */
export async function trustClock(database: Kysely<Database>, now: Date): Promise<void> {
  await sql`
    insert into schedule_clock (seen_at) values (${now})
    on conflict (one) do update set seen_at = excluded.seen_at, held_at = null
  `.execute(database);
}

/** @returns whether jobs are held because a clock is not trusted */
export async function isScheduleHeld(database: Kysely<Database>): Promise<boolean> {
  const { rows } = await sql`select from schedule_clock where held_at is not null`.execute(database);
  return rows.length > 0;
}

/** @returns whether a time is close enough to the last activity of this database to be used for deleting data */
export async function isClockTrusted(database: Kysely<Database>, now: Date): Promise<boolean> {
  const { rows } = await sql<{ seenAt: Date; heldAt: Date | null }>`
    select seen_at as "seenAt", held_at as "heldAt" from schedule_clock
  `.execute(database);
  const last = rows[0];
  return !last || (!last.heldAt && now.getTime() - last.seenAt.getTime() <= MAX_UNSEEN_MS);
}

async function areManyDue(database: Kysely<Database>, now: Date): Promise<boolean> {
  const { rows } = await sql`
    (select from job where state = 'published' and expires_at <= ${now} limit ${MIN_HELD_JOBS})
    union all (select from job where state = 'scheduled' and published_at <= ${now} limit ${MIN_HELD_JOBS})
  `.execute(database);
  return rows.length >= MIN_HELD_JOBS;
}
