import { sql, type Kysely } from 'kysely';
import type { Interview, InterviewState, UpcomingInterview } from '#contract/generated/resolvers.js';
import { isUuid } from '../../../platform/database/statement.js';
import type { Database } from '../../../platform/database/schema.js';
import { ACCOUNT_NAME } from '../application-rows.js';

const MINUTE_MS = 60_000;

/** An interview, with the name of the person who proposed it. */
export interface StoredInterview {
  id: string;
  application_id: string;
  host_id: string | null;
  /** null if the account is gone */
  host_name: string | null;
  host_email: string | null;
  host_language: string | null;
  state: InterviewState;
  time_zone: string;
  minutes: number;
  place: string;
  note: string;
  slots: Date[];
  starts_at: Date | null;
  reply: string | null;
  sequence: number;
  mail_id: number | null;
  visible_at: Date;
  /** State before a decision about the application ended the interview. */
  ended_from: InterviewState | null;
  /** Time at which the applicant is told of that decision. */
  ends_at: Date | null;
  ending_mail_id: number | null;
  host_mail_id: number | null;
}

/** States in which the interview is still to take place, or a time is still to be chosen. */
export const OPEN_STATES: readonly InterviewState[] = ['proposed', 'booked'];

export const INTERVIEW_COLUMNS = sql`i.id, i.application_id, i.host_id, i.state, i.time_zone, i.minutes, i.place, i.note, i.slots, i.starts_at, i.reply,
  i.sequence, i.mail_id, i.visible_at, i.ended_from, i.ends_at, i.ending_mail_id, i.host_mail_id, account.email as host_email, account.language as host_language,
  case when account.id is not null then ${ACCOUNT_NAME} end as host_name`;

/**
 * Finds the newest interview of an application.
 *
 * @param seen.reader for `applicant`, interviews that they have not been told of are ignored
 */
export async function findInterview(
  database: Kysely<Database>,
  applicationId: string,
  { reader, now }: { reader: 'employer' | 'applicant'; now: Date },
): Promise<StoredInterview | undefined> {
  const { rows } = await sql<StoredInterview>`
    select ${INTERVIEW_COLUMNS} from interview i left join account on account.id = i.host_id
    where i.application_id = ${applicationId}::uuid and (${reader === 'employer'} or i.visible_at <= ${now})
    order by i.created_at desc, i.id limit 1
  `.execute(database);
  const found = rows[0];
  return found && reader === 'applicant' ? asTold(found, now) : found;
}

/** Whether a decision has ended the interview, but the applicant has not been told yet and it can still be undone. */
export function isEnding({ ended_from: before, ends_at: end }: StoredInterview, now: Date): boolean {
  return before !== null && end !== null && end > now;
}

/** @returns an interview as the applicant knows it: until they are told of a decision that ends it, it keeps its earlier state */
export function asTold(interview: StoredInterview, now: Date): StoredInterview {
  if (!isEnding(interview, now)) return interview;
  return { ...interview, state: interview.ended_from!, sequence: interview.sequence - 1, ends_at: null };
}

/** Finds one interview of an application. @param id unchecked input */
export async function findInterviewById(
  database: Kysely<Database>,
  applicationId: string,
  id: string,
): Promise<StoredInterview | undefined> {
  if (!isUuid(id)) return undefined;
  const { rows } = await sql<StoredInterview>`
    select ${INTERVIEW_COLUMNS} from interview i left join account on account.id = i.host_id
    where i.application_id = ${applicationId}::uuid and i.id = ${id}::uuid
  `.execute(database);
  return rows[0];
}

/** @returns the interview of an application that is proposed, or booked and has not begun; there is at most one */
export async function findOpenInterview(
  database: Kysely<Database>,
  applicationId: string,
  now: Date,
): Promise<Pick<StoredInterview, 'state' | 'starts_at' | 'visible_at'> | undefined> {
  const { rows } = await sql<Pick<StoredInterview, 'state' | 'starts_at' | 'visible_at'>>`
    select state, starts_at, visible_at from interview
    where application_id = ${applicationId}::uuid and (state = 'proposed' or (state = 'booked' and starts_at > ${now})) limit 1
  `.execute(database);
  return rows[0];
}

/** Whether an interview is booked and has not begun. */
export function isUpcoming(
  { state, starts_at: start }: Pick<StoredInterview, 'state' | 'starts_at'>,
  now: Date,
): boolean {
  return state === 'booked' && start !== null && start > now;
}

/** @returns the booked interviews that have not begun, by the id of the application */
export async function findUpcomingInterviews(
  database: Kysely<Database>,
  applicationIds: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, UpcomingInterview>> {
  if (applicationIds.length === 0) return new Map();
  const { rows } = await sql<{ application: string; start: Date; minutes: number; timeZone: string }>`
    select application_id as application, starts_at as start, minutes, time_zone as "timeZone" from interview
    where application_id = any(${applicationIds}::uuid[]) and state = 'booked' and starts_at > ${now}
  `.execute(database);
  return new Map(rows.map(({ application, start, ...each }) => [application, { ...each, start: start.toISOString() }]));
}

/** Locks the calendar of a host until the transaction ends, so that concurrent bookings with the same host are serialized. */
export async function lockHost(trx: Kysely<Database>, hostId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('interview ' || ${hostId}, 0))`.execute(trx);
}

/**
 * Finds which of the times collide with another interview of the same host. An interview that was just ended still counts, because that
 * can be undone.
 *
 * @param except the interview that the times are for
 * @returns the colliding start times, in milliseconds since 1970
 */
export async function findCollisions(
  database: Kysely<Database>,
  {
    hostId,
    starts,
    minutes,
    except,
    now,
  }: { hostId: string | null; starts: readonly Date[]; minutes: number; except?: string; now: Date },
): Promise<ReadonlySet<number>> {
  if (hostId === null || starts.length === 0) return new Set();
  const { rows } = await sql<{ starts_at: Date; minutes: number }>`
    select starts_at, minutes from interview where host_id = ${hostId}::uuid
      and (state = 'booked' or (ended_from = 'booked' and ends_at > ${now}))
      and id is distinct from ${except ?? null}::uuid
  `.execute(database);
  const collides = (start: Date) =>
    rows.some(
      (booked) =>
        booked.starts_at.getTime() < start.getTime() + minutes * MINUTE_MS &&
        start.getTime() < booked.starts_at.getTime() + booked.minutes * MINUTE_MS,
    );
  return new Set(starts.filter(collides).map((start) => start.getTime()));
}

/** @returns an interview in the contract's form */
export async function toInterview(database: Kysely<Database>, row: StoredInterview, now: Date): Promise<Interview> {
  const isProposed = row.state === 'proposed';
  const { host_id: hostId, minutes, slots: starts } = row;
  const taken = isProposed
    ? await findCollisions(database, { hostId, starts, minutes, except: row.id, now })
    : new Set<number>();
  return {
    id: row.id,
    state: row.state,
    host: row.host_name,
    timeZone: row.time_zone,
    minutes,
    place: row.place,
    note: row.note,
    slots: starts.map((start) => ({
      start: start.toISOString(),
      isGone: start <= now || taken.has(start.getTime()),
    })),
    start: row.starts_at?.toISOString() ?? null,
    reply: row.reply,
    sequence: row.sequence,
    upcoming: isUpcoming(row, now),
    endsAt: isEnding(row, now) ? row.ends_at!.toISOString() : null,
  };
}
