import { sql, type Kysely } from 'kysely';
import { ANSWER_DELAY_MINUTES } from '#contract/applications/recruiting-rules.js';
import type { ApplicationState, DelayedMail } from '#contract/generated/resolvers.js';
import { parseId } from '../../platform/database/statement.js';
import type { Database } from '../../platform/database/schema.js';

const MINUTE_MS = 60_000;

/** The mail that tells an applicant of an event, and the time at which the event becomes visible to them. */
export interface ApplicantMail {
  id: number;
  visibleAt: Date;
}

/** @returns the time at which a mail to an applicant that is written now will be sent */
export function delayedUntil(now: Date): Date {
  return new Date(now.getTime() + ANSWER_DELAY_MINUTES * MINUTE_MS);
}

/**
 * The mail can still be undone: no process has tried to send it and its delay is not over. Nothing that the applicant could have seen is
 * undone.
 */
const waits = (now: Date) => sql`m.attempts = 0 and m.sent_at is null and m.due_at > ${now}`;

/** @returns mails that can still be undone, by the id of their application; those that are due first come first */
export async function findDelayedMails(
  database: Kysely<Database>,
  applicationIds: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, DelayedMail[]>> {
  const found = new Map<string, DelayedMail[]>();
  if (applicationIds.length === 0) return found;
  const { rows } = await sql<{
    application: string;
    id: number;
    due: Date;
    subject: string | null;
    state: ApplicationState | null;
  }>`
    select e.application_id as application, m.id, m.due_at as due, max(e.subject) as subject,
      max(e.state) filter (where e.subject is null) as state
    from application_event e join mail m on m.id = e.mail_id
    where e.application_id = any(${applicationIds}::uuid[]) and ${waits(now)}
    group by e.application_id, m.id order by m.due_at, m.id
  `.execute(database);
  for (const { application, id, due, subject, state } of rows) {
    const mails = found.get(application) ?? [];
    mails.push({ id: String(id), due: due.toISOString(), subject, state });
    found.set(application, mails);
  }
  return found;
}

/** Whether a mail can still be undone; if so, nobody can send it before the transaction ends. */
export async function isDelayed(trx: Kysely<Database>, mailId: number | null, now: Date): Promise<boolean> {
  const { rows } = await sql`select from mail m where m.id = ${mailId} and ${waits(now)} for update`.execute(trx);
  return rows.length > 0;
}

/** Whether the mail of a step is still delayed: until it is sent, no further step is possible. */
export async function hasDelayedStep(trx: Kysely<Database>, applicationId: string, now: Date): Promise<boolean> {
  const { rows } = await sql`
    select from application_event e join mail m on m.id = e.mail_id
    where e.application_id = ${applicationId}::uuid and e.subject is null and ${waits(now)} limit 1
  `.execute(trx);
  return rows.length > 0;
}

/**
 * Deletes a mail that has not been sent, and undoes the step that it announces. The mail worker locks the row of the mail, so that either
 * the worker or this function comes first.
 *
 * @returns false if the mail has been sent; nothing is changed in that case
 */
export async function undoMail(
  trx: Kysely<Database>,
  { applicationId, mailId }: { applicationId: string; mailId: string },
  now: Date,
): Promise<boolean> {
  const id = parseId(mailId);
  if (id === undefined) return false;
  await sql`select from application where id = ${applicationId}::uuid for update`.execute(trx);
  const { rows } = await sql`
    delete from mail m where m.id = ${id} and ${waits(now)}
      and exists (select from application_event e where e.application_id = ${applicationId}::uuid and e.mail_id = m.id)
    returning m.id
  `.execute(trx);
  if (rows.length === 0) return false;
  await deleteEvents(trx, applicationId, [id], now);
  return true;
}

/** Deletes those of the mails that have not been sent. @returns the ids of the deleted ones */
export async function deleteWaitingMails(
  trx: Kysely<Database>,
  ids: readonly number[],
  now: Date,
): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set();
  const { rows } = await sql<{ id: number }>`
    delete from mail m where m.id = any(${ids}::bigint[]) and ${waits(now)} returning m.id
  `.execute(trx);
  return new Set(rows.map(({ id }) => id));
}

/** Undoes everything that the applicant has not been told of; the caller must have locked the application. */
export async function undoAllMails(trx: Kysely<Database>, applicationId: string, now: Date): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    delete from mail m where ${waits(now)}
      and m.id in (select e.mail_id from application_event e where e.application_id = ${applicationId}::uuid)
    returning m.id
  `.execute(trx);
  const ids = rows.map(({ id }) => id);
  if (ids.length > 0) await deleteEvents(trx, applicationId, ids, now);
}

/** Sends a delayed mail now. @returns false if it has been sent already */
export async function sendMailNow(
  trx: Kysely<Database>,
  { applicationId, mailId }: { applicationId: string; mailId: string },
  now: Date,
): Promise<boolean> {
  const id = parseId(mailId);
  if (id === undefined) return false;
  const { rows } = await sql`
    update mail m set due_at = ${now} where m.id = ${id} and ${waits(now)}
      and exists (select from application_event e where e.application_id = ${applicationId}::uuid and e.mail_id = m.id)
    returning m.id
  `.execute(trx);
  if (rows.length === 0) return false;
  await sql`
    update application_event set visible_at = ${now} where application_id = ${applicationId}::uuid and mail_id = ${id}
  `.execute(trx);
  await sql`
    update interview set visible_at = ${now} where application_id = ${applicationId}::uuid and mail_id = ${id}
  `.execute(trx);
  await sql`
    update mail m set due_at = ${now} from interview i
    where i.application_id = ${applicationId}::uuid and i.ending_mail_id = ${id} and m.id = i.host_mail_id
  `.execute(trx);
  await sql`
    update interview set ends_at = ${now} where application_id = ${applicationId}::uuid and ending_mail_id = ${id}
  `.execute(trx);
  // Notifies the mail worker.
  await sql`insert into data_change (kind) values ('mail')`.execute(trx);
  return true;
}

/** @returns the applications of organizations with a step that their applicants have not been told of, locked */
export async function lockDelayedSteps(
  trx: Kysely<Database>,
  organizationIds: readonly number[],
  now: Date,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select a.id from application a where a.organization_id = any(${organizationIds}::bigint[]) and exists (
      select from application_event e join mail m on m.id = e.mail_id
      where e.application_id = a.id and e.subject is null and ${waits(now)}
    ) order by a.id for update
  `.execute(trx);
  return rows.map(({ id }) => id);
}

/**
 * Undoes steps that applicants have not been told of, interview proposals among them, with their mails; the caller must have locked the
 * applications.
 */
export async function undoDelayedSteps(
  trx: Kysely<Database>,
  applicationIds: readonly string[],
  now: Date,
): Promise<void> {
  const concerned = sql`application_id = any(${applicationIds}::uuid[])`;
  const { rows } = await sql<{ id: number }>`
    delete from mail m where ${waits(now)} and m.id in (
      select mail_id from interview where ${concerned} and state = 'proposed'
      union all select mail_id from application_event where ${concerned} and subject is null
    ) returning m.id
  `.execute(trx);
  if (rows.length === 0) return;
  const ids = rows.map(({ id }) => id);
  const { rows: undone } = await sql<{ id: string }>`
    with events as (
      delete from application_event where ${concerned} and mail_id = any(${ids}::bigint[]) returning application_id
    )
    select application_id as id from events
    union select application_id from interview where ${concerned} and mail_id = any(${ids}::bigint[])
  `.execute(trx);
  await putBack(
    trx,
    undone.map(({ id }) => id),
    ids,
    now,
  );
}

/** Deletes events that nobody was told of. */
async function deleteEvents(
  trx: Kysely<Database>,
  applicationId: string,
  mailIds: readonly number[],
  now: Date,
): Promise<void> {
  await sql`
    delete from application_event where application_id = ${applicationId}::uuid and mail_id = any(${mailIds}::bigint[])
  `.execute(trx);
  await putBack(trx, [applicationId], mailIds, now);
}

/**
 * Restores the state of applications, and of their interviews, after events were deleted: the state is that of the newest remaining step.
 * Other events, which have a subject, record the state that the applicant knew.
 *
 * @param mailIds mails that would have announced the deleted events
 */
export async function putBack(
  trx: Kysely<Database>,
  applicationIds: readonly string[],
  mailIds: readonly number[],
  now: Date,
): Promise<void> {
  const concerned = sql`application_id = any(${applicationIds}::uuid[])`;
  await sql`delete from interview where ${concerned} and mail_id = any(${mailIds}::bigint[])`.execute(trx);
  const ended = sql`${concerned} and ending_mail_id = any(${mailIds}::bigint[]) and ended_from is not null`;
  await sql`delete from mail where id in (select host_mail_id from interview where ${ended})`.execute(trx);
  await sql`
    update interview set state = ended_from, sequence = sequence - 1, ended_from = null, ends_at = null, ending_mail_id = null,
      host_mail_id = null
    where ${ended}
  `.execute(trx);
  await sql`
    update application a set state = last.state, updated_at = ${now} from (
      select distinct on (application_id) application_id, state from application_event where ${concerned} and subject is null
      order by application_id, id desc
    ) last where a.id = last.application_id and a.state <> last.state
  `.execute(trx);
}
