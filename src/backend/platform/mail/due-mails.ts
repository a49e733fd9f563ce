import { sql, type Kysely } from 'kysely';
import type { Database } from '../database/schema.js';
import { rowsOlderThanAllowed } from '../retention/retention-rule.js';
import type { MailAttachment } from './mailer.port.js';

const SECOND_MS = 1000;
const HOUR_MS = 3600 * SECOND_MS;
const PAUSES_S = [2, 15, 60, 300, 900, 1800];
/** Period in which delivery is retried: the longest validity of a link in a mail. */
const TRIED_FOR_HOURS = 72;
const SPREAD = 0.2;
/** Maximum pause of a mail between two attempts. */
const MAX_PAUSE_MS = Math.max(...PAUSES_S) * SECOND_MS * (1 + SPREAD);

/**
 * Pause of a mail after a failed attempt, in milliseconds: from seconds up to half an hour, with random jitter so that the mails of an
 * outage are not all sent at once.
 *
 * @param attempts number of attempts so far, at least 1
 */
export function pauseAfter(attempts: number, random = Math.random): number {
  const seconds = PAUSES_S[Math.min(attempts, PAUSES_S.length) - 1]!;
  return Math.round(seconds * SECOND_MS * (1 + SPREAD * random()));
}

/** Returns the time after which a failed attempt is the last one. */
export function lastAttemptBefore(createdAt: Date): Date {
  return new Date(createdAt.getTime() + TRIED_FOR_HOURS * HOUR_MS);
}

/** Templates of mails that may have attachments. */
export const WITH_ATTACHMENTS: ReadonlySet<string> = new Set([
  'contact-message',
  'application-answer',
  'application-declined',
  'interview-booked',
  'interview-changed',
  'interview-canceled',
]);

/** A mail that this process has leased. */
export interface DueMail {
  id: number;
  site: string;
  language: string;
  template: string;
  recipient: string;
  details: Record<string, string>;
  created_at: Date;
  /** Number of attempts, including this one. */
  attempts: number;
  message_key: string;
}

/**
 * Condition for mails that are not sent to many people at a time: somebody may be waiting for them, and links in them expire. It has to be
 * the condition of the index `mail_awaited`.
 */
export const IS_AWAITED = sql<boolean>`template not in (
  'job-alert', 'resume-alert', 'recruiting-digest', 'account-unused', 'resume-unused', 'application-deletion'
)`;

/**
 * Leases the mail that has been due for the longest time; those that somebody may be waiting for come before all others. Other processes
 * skip it for `leaseMs`: by then it has been sent, or this process is dead. No transaction stays open meanwhile.
 */
export async function takeDueMail(
  database: Kysely<Database>,
  { now, leaseMs }: { now: Date; leaseMs: number },
): Promise<DueMail | undefined> {
  const { rows } = await sql<DueMail>`
    update mail set attempts = attempts + 1, taken_at = ${now}, due_at = ${new Date(now.getTime() + leaseMs)}
    where id = coalesce((
      select id from mail where sent_at is null and given_up_at is null and ${IS_AWAITED} and due_at <= ${now}
      order by due_at, id limit 1 for update skip locked
    ), (
      select id from mail where sent_at is null and given_up_at is null and due_at <= ${now}
      order by due_at, id limit 1 for update skip locked
    ), (
      select id from mail where sent_at is null and given_up_at is null and due_at > ${clockWasSetBack(now)}
      order by due_at, id limit 1 for update skip locked
    ))
    returning id, site, language, template, recipient, details, created_at, attempts, message_key
  `.execute(database);
  return rows[0];
}

/** Returns the time at which the next mail is due. */
export async function findNextDue(database: Kysely<Database>, now: Date): Promise<Date | undefined> {
  const { rows } = await sql<{ due: Date | null; last: Date | null }>`
    select min(due_at) as due, max(due_at) as last from mail where sent_at is null and given_up_at is null
  `.execute(database);
  const { due, last } = rows[0]!;
  return last && last > clockWasSetBack(now) ? now : (due ?? undefined);
}

/**
 * Returns the latest plausible due time. A later one means that the machine's clock has been set back since; without this check, such a
 * mail would wait until the clock reaches its due time again.
 */
function clockWasSetBack(now: Date): Date {
  return new Date(now.getTime() + 2 * MAX_PAUSE_MS);
}

/** Reads the attachments of a mail. */
export async function readAttachments(
  database: Kysely<Database>,
  mail: Pick<DueMail, 'id'>,
): Promise<MailAttachment[]> {
  const rows = await database
    .selectFrom('mail_attachment')
    .select(['name', 'content_type', 'bytes'])
    .where('mail_id', '=', mail.id)
    .orderBy('position')
    .execute();
  return rows.map(({ name, content_type, bytes }) => ({ name, contentType: content_type, bytes }));
}

/**
 * @param retainsDetails whether the details of the mail are kept; otherwise they are deleted, since a link in them gives access to an
 *   account
 */
export async function markSent(
  database: Kysely<Database>,
  mail: DueMail,
  { now, retainsDetails }: { now: Date; retainsDetails: boolean },
): Promise<void> {
  await sql`
    update mail set sent_at = ${now}, taken_at = null, failure = null, details = case when ${retainsDetails} then details else '{}' end
    where id = ${mail.id} and sent_at is null
  `.execute(database);
  await deleteAttachments(database, mail);
}

/** Postpones a mail, unless another process has leased it in the meantime. */
export async function putOff(
  database: Kysely<Database>,
  mail: DueMail,
  { until, reason }: { until: Date; reason: string },
): Promise<void> {
  await sql`
    update mail set due_at = ${until}, taken_at = null, failure = ${reason}
    where id = ${mail.id} and attempts = ${mail.attempts} and sent_at is null
  `.execute(database);
}

/** Gives up on a mail. Until it is deleted, an administrator may have it sent again unchanged. */
export async function stopTrying(
  database: Kysely<Database>,
  mail: DueMail,
  { now, reason }: { now: Date; reason: string },
): Promise<void> {
  await sql`
    update mail set given_up_at = ${now}, taken_at = null, failure = ${reason}
    where id = ${mail.id} and attempts = ${mail.attempts} and sent_at is null
  `.execute(database);
}

/** Deletes a mail that this process has leased and that must not be sent. */
export async function deleteMail(database: Kysely<Database>, { id, attempts }: DueMail): Promise<void> {
  await sql`delete from mail where id = ${id} and attempts = ${attempts} and sent_at is null`.execute(database);
}

async function deleteAttachments(database: Kysely<Database>, { id, template }: DueMail): Promise<void> {
  if (WITH_ATTACHMENTS.has(template)) await database.deleteFrom('mail_attachment').where('mail_id', '=', id).execute();
}

/** Retention of mails; the addresses of their recipients are deleted with them. */
export const mailRetention = rowsOlderThanAllowed('emails', {
  table: 'mail',
  since: sql`created_at`,
  site: sql`site`,
});
