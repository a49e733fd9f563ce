import { sql, type Kysely } from 'kysely';
import { MAX_INTERVIEW_NOTE_LENGTH } from '#contract/applications/recruiting-rules.js';
import { severalLines } from '#shared/text/typed-lines.js';
import type { Database } from '../../../platform/database/schema.js';
import type { UserContext } from '../../../platform/graphql/request-context.js';
import { textsOf, type SpeakingSite } from '../../../platform/texts/site-texts.js';
import type { ApplicationViolation } from '../application-errors.js';
import { findApplicationsOf, type StoredApplication, findApplication } from '../application-rows.js';
import { isFinished } from '../application-states.js';
import { announce, historyText, putOthersWanted, putEnding } from './interview-mails.js';
import {
  asTold,
  findCollisions,
  findInterviewById,
  isEnding,
  lockHost,
  type StoredInterview,
  INTERVIEW_COLUMNS,
  OPEN_STATES,
} from './interview-rows.js';
import { type EmployerOutcome, findTeamRow } from './propose-interview.js';

/** Violations; undefined if the viewer has sent no such application. */
type ApplicantOutcome = Promise<ApplicationViolation[] | undefined>;

/** Books one of the proposed times, by the applicant. If several applicants want the same time, the first one gets it. */
export async function pickInterview(
  database: Kysely<Database>,
  { id, interview, start }: { id: string; interview: string; start: string },
  context: UserContext,
): ApplicantOutcome {
  const row = await findOwnRow(database, id, context);
  if (!row) return undefined;
  return database
    .transaction()
    .execute((trx) => book(trx, row, { id: interview, start: new Date(start), byEmployer: false }, context));
}

/** Books one of the times, by the employer, after an agreement by other means. */
export async function confirmInterview(
  database: Kysely<Database>,
  { id, interview, start }: { id: string; interview: string; start: string },
  context: UserContext,
): EmployerOutcome {
  const row = await findTeamRow(database, id, context);
  if (!row) return undefined;
  return database
    .transaction()
    .execute((trx) => book(trx, row, { id: interview, start: new Date(start), byEmployer: true }, context));
}

/** Reports that none of the times is possible, or is no longer; this cancels a booking. */
export async function askForOtherTimes(
  database: Kysely<Database>,
  { id, interview, message }: { id: string; interview: string; message: string },
  context: UserContext,
): ApplicantOutcome {
  const row = await findOwnRow(database, id, context);
  if (!row) return undefined;
  const reply = severalLines(message);
  if (reply === '') return [{ field: 'message', rule: 'required' }];
  if (reply.length > MAX_INTERVIEW_NOTE_LENGTH) return [{ field: 'message', rule: 'interviewNoteLong' }];
  return database.transaction().execute(async (trx) => {
    const stored = await lockInterview(trx, row, interview);
    if (!stored || stored.visible_at > context.now) return [{ rule: 'interviewMeanwhile' }];
    const found = asTold(stored, context.now);
    // The same form was sent before.
    if (found.state === 'others_wanted') return [];
    if (found.state === 'canceled') return [{ rule: 'interviewMeanwhile' }];
    const sequence = found.sequence + 1;
    // The applicant has not been told of the decision that would end the interview, and acts first.
    if (isEnding(stored, context.now)) await dropEnding(trx, stored);
    await trx
      .updateTable('interview')
      .set({ state: 'others_wanted', reply, sequence })
      .where('id', '=', found.id)
      .execute();
    if (found.state === 'booked')
      await announce(trx, 'interview-canceled', { row, interview: { ...found, sequence }, reply }, context);
    else await putOthersWanted(trx, row, { interview: found, reply }, context.now);
    await writeHistory(trx, row, { kind: 'others', body: reply, byEmployer: false }, context);
    return [];
  });
}

async function book(
  trx: Kysely<Database>,
  row: StoredApplication,
  { id, start, byEmployer }: { id: string; start: Date; byEmployer: boolean },
  context: UserContext,
): Promise<ApplicationViolation[]> {
  const { now } = context;
  const stored = await lockInterview(trx, row, id);
  if (!stored || (!byEmployer && stored.visible_at > now)) return [{ rule: 'interviewMeanwhile' }];
  const found = byEmployer ? stored : asTold(stored, now);
  // The same form was sent before.
  if (found.state === 'booked' && found.starts_at?.getTime() === start.getTime()) return [];
  if (found.state !== 'proposed') return [{ rule: 'interviewMeanwhile' }];
  if (byEmployer && found.visible_at > now) return [{ rule: 'waiting' }];
  if (isFinished(row.state)) return [{ rule: 'interviewClosed' }];
  if (!found.slots.some((slot) => slot.getTime() === start.getTime())) return [{ field: 'start', rule: 'slotChoose' }];
  if (start <= now) return [{ field: 'start', rule: 'slotPast' }];
  const { host_id: hostId, minutes } = found;
  if (hostId !== null) await lockHost(trx, hostId);
  const taken = await findCollisions(trx, { hostId, starts: [start], minutes, except: found.id, now });
  if (taken.size > 0) return [{ field: 'start', rule: byEmployer ? 'slotBusy' : 'slotTaken' }];
  const hasEnded = isEnding(stored, now);
  await trx
    .updateTable('interview')
    .set({ starts_at: start, ...(hasEnded ? { ended_from: 'booked' } : { state: 'booked' }) })
    .where('id', '=', found.id)
    .execute();
  const interview: StoredInterview = { ...found, state: 'booked', starts_at: start };
  await announce(trx, 'interview-booked', { row, interview }, context);
  // A delayed decision exists that the applicant has not been told of: it also ends the new booking.
  if (hasEnded) await putEndingAgain(trx, row, { ...stored, ended_from: 'booked', starts_at: start }, context);
  const body = historyText(context.site, row, { facts: { ...interview, note: '' }, slots: [start] });
  await writeHistory(trx, row, { kind: 'booked', body, byEmployer }, context);
  return [];
}

/** Records an event of an interview in the history, in the language of the applicant. @param entry.kind selects the title */
export async function writeHistory(
  trx: Kysely<Database>,
  row: StoredApplication,
  { kind, body, byEmployer }: { kind: 'booked' | 'others' | 'changed' | 'canceled'; body: string; byEmployer: boolean },
  { site, viewer, now }: UserContext,
): Promise<void> {
  const { t } = textsOf(site, row.language);
  // The applicant sees this entry at once; its state must not reveal a delayed decision.
  await sql`
    insert into application_event (application_id, at, state, by_employer, account_id, subject, body)
    select application_id, ${now}, state, ${byEmployer}, ${viewer.accountId}::uuid, ${t(`mail.interview.history.${kind}`)}, ${body}
    from application_event
    where application_id = ${row.id}::uuid and subject is null and (visible_at is null or visible_at <= ${now})
    order by id desc limit 1
  `.execute(trx);
}

/** Serializes concurrent changes. The application is locked first, as in all code that decides about it. */
export async function lockInterview(
  trx: Kysely<Database>,
  row: StoredApplication,
  id: string,
): Promise<StoredInterview | undefined> {
  await sql`select from application where id = ${row.id}::uuid for update`.execute(trx);
  return findInterviewById(trx, row.id, id);
}

async function findOwnRow(
  database: Kysely<Database>,
  id: string,
  { site, viewer, now }: UserContext,
): Promise<StoredApplication | undefined> {
  const own = { site: site.name, accountId: viewer.accountId, id, most: 1 };
  const [row] = await findApplicationsOf(database, own, now);
  return row;
}

/**
 * Ends open interviews with applicants who have just been declined. This takes effect with the mail that declines them, so that both can
 * be undone until it is sent (`undoMail`). Past interviews are kept. To be called with the applications locked, after the decision was
 * written to their history.
 */
export async function endInterviews(
  trx: Kysely<Database>,
  applicationIds: readonly string[],
  context: { site: SpeakingSite; now: Date },
): Promise<void> {
  const { rows } = await sql<StoredInterview & { site: string; decision_mail_id: number; told_at: Date }>`
    select ${INTERVIEW_COLUMNS}, a.site, decision.mail_id as decision_mail_id, decision.visible_at as told_at
    from interview i join application a on a.id = i.application_id left join account on account.id = i.host_id
    cross join lateral (
      select e.mail_id, e.visible_at from application_event e
      where e.application_id = i.application_id and e.state = 'declined' and e.subject is null order by e.id desc limit 1
    ) decision
    where i.application_id = any(${applicationIds}::uuid[]) and i.state = any(${[...OPEN_STATES]})
      and (i.state = 'proposed' or i.starts_at > ${context.now}) and decision.mail_id is not null
  `.execute(trx);
  for (const { site, decision_mail_id: mailId, told_at: endsAt, ...stored } of rows) {
    const row = (await findApplication(trx, site, stored.application_id))!;
    const interview = { ...stored, ended_from: stored.state, sequence: stored.sequence + 1 };
    const hostMailId = await putEnding(trx, { row, interview, mailId, dueAt: endsAt }, context);
    await trx
      .updateTable('interview')
      .set({
        state: 'canceled',
        sequence: interview.sequence,
        ended_from: stored.state,
        ends_at: endsAt,
        ending_mail_id: mailId,
        host_mail_id: hostMailId,
      })
      .where('id', '=', stored.id)
      .execute();
  }
}

/** Queues the messages about the end again, for an interview that the applicant has booked since. */
async function putEndingAgain(
  trx: Kysely<Database>,
  row: StoredApplication,
  interview: StoredInterview,
  context: { site: SpeakingSite; now: Date },
): Promise<void> {
  const { ending_mail_id: mailId, ends_at: dueAt } = interview;
  if (mailId === null || dueAt === null) return;
  const hostMailId = await putEnding(trx, { row, interview, mailId, dueAt }, context);
  await trx.updateTable('interview').set({ host_mail_id: hostMailId }).where('id', '=', interview.id).execute();
}

/** Deletes the messages about the end, because the applicant has canceled the interview first. The mail about the decision is kept. */
async function dropEnding(trx: Kysely<Database>, interview: StoredInterview): Promise<void> {
  const { ending_mail_id: mailId, host_mail_id: hostMailId } = interview;
  await sql`delete from mail where id = ${hostMailId}`.execute(trx);
  await sql`delete from mail_attachment where mail_id = ${mailId}`.execute(trx);
  await sql`update mail set details = details - 'ended' where id = ${mailId}`.execute(trx);
  await trx
    .updateTable('interview')
    .set({ ended_from: null, ends_at: null, ending_mail_id: null, host_mail_id: null })
    .where('id', '=', interview.id)
    .execute();
}
