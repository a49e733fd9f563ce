import { sql, type Kysely } from 'kysely';
import type { Database } from '../../../platform/database/schema.js';

const DAY_MS = 86_400_000;
/** A site that nobody has run for longer is rare; a clock that is wrong is mostly wrong by years. */
const MAX_UNSEEN_MS = 60 * DAY_MS;
/** What a clock that is wrong may do before anybody is asked: it can be put right by hand. */
const MIN_HELD_JOBS = 5;
/** The schedule is looked at every minute; its time need not be written as often. */
const WRITE_EVERY_MS = 5 * 60_000;

export interface HeldSchedule {
  /** When the schedule was last worked off by a clock that was right. */
  seenAt: Date;
}

/**
 * Says whether the clock can be trusted with publishing and archiving jobs, which nobody can undo for many at once: not when it is far
 * ahead of the time at which this database was last at work, and several jobs would be moved because of it.
 *
 * @returns undefined: it can
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

/** Takes the time for right, so that what is due by it is done. */
export async function trustClock(database: Kysely<Database>, now: Date): Promise<void> {
  await sql`
    insert into schedule_clock (seen_at) values (${now})
    on conflict (one) do update set seen_at = excluded.seen_at, held_at = null
  `.execute(database);
}

/** @returns whether jobs wait because a clock is not trusted */
export async function isScheduleHeld(database: Kysely<Database>): Promise<boolean> {
  const { rows } = await sql`select from schedule_clock where held_at is not null`.execute(database);
  return rows.length > 0;
}

/** @returns whether a time is near enough to the one at which this database was last at work that data may be deleted by it */
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
