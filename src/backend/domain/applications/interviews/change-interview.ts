import { sql, type Kysely } from 'kysely';
import { MAX_INTERVIEW_NOTE_LENGTH } from '#contract/applications/recruiting-rules.js';
import type { BackendSite } from '#contract/backend/backend.js';
import type { InterviewChangeInput } from '#contract/generated/resolvers.js';
import { severalLines } from '#shared/text/typed-lines.js';
import type { Database } from '../../../platform/database/schema.js';
import type { UserContext } from '../../../platform/graphql/request-context.js';
import type { SpeakingSite } from '../../../platform/texts/site-texts.js';
import { undoMail } from '../delayed-mails.js';
import type { ApplicationViolation } from '../application-errors.js';
import { findApplication, type StoredApplication } from '../application-rows.js';
import { isFinished } from '../application-states.js';
import { lockInterview, writeHistory } from './answer-interview.js';
import { announce, historyText, putTakenBack } from './interview-mails.js';
import {
  findCollisions,
  findInterview,
  findOpenInterview,
  isUpcoming,
  lockHost,
  OPEN_STATES,
  type StoredInterview,
} from './interview-rows.js';
import { checkFacts, type EmployerOutcome, factsOf, findTeamRow, readSlots } from './propose-interview.js';

/** Changes the time, place or note of a booked interview, and notifies both sides at once. */
export async function changeInterview(
  database: Kysely<Database>,
  { id, interview, change }: { id: string; interview: string; change: InterviewChangeInput },
  context: UserContext,
): EmployerOutcome {
  const row = await findTeamRow(database, id, context);
  if (!row) return undefined;
  const facts = factsOf(change);
  const { slots, violations } = readSlots([change.start], facts.time_zone, context.now);
  violations.push(...checkFacts(facts));
  if (violations.length > 0) return violations;
  const { start, field } = slots[0]!;
  return database.transaction().execute(async (trx) => {
    const found = await lockInterview(trx, row, interview);
    if (found?.state !== 'booked' || found.sequence !== change.sequence) return [{ rule: 'interviewMeanwhile' }];
    const refused = isUpcoming(found, context.now) ? [] : await checkPast(trx, row, context.now);
    if (refused.length > 0) return refused;
    const { host_id: hostId } = found;
    if (hostId !== null) await lockHost(trx, hostId);
    const busy = await findCollisions(trx, {
      hostId,
      starts: [start],
      minutes: facts.minutes,
      except: found.id,
      now: context.now,
    });
    if (busy.size > 0) return [{ field, rule: 'slotBusy' }];
    const changed: StoredInterview = { ...found, ...facts, starts_at: start, sequence: found.sequence + 1 };
    await trx
      .updateTable('interview')
      .set({ ...facts, starts_at: start, sequence: changed.sequence })
      .where('id', '=', found.id)
      .execute();
    await announce(trx, 'interview-changed', { row, interview: changed }, context);
    const body = historyText(context.site, row, { facts, slots: [start] });
    await writeHistory(trx, row, { kind: 'changed', body, byEmployer: true }, context);
    return [];
  });
}

/**
 * A past interview can be moved unless a new one has been arranged since. With applicants who have been declined or have withdrawn since,
 * nothing is arranged any more: they would be invited again.
 */
async function checkPast(trx: Kysely<Database>, row: StoredApplication, now: Date): Promise<ApplicationViolation[]> {
  // The application may have been decided before it was locked.
  const { state } = (await findApplication(trx, row.site, row.id))!;
  if (isFinished(state)) return [{ rule: 'interviewClosed' }];
  return (await findOpenInterview(trx, row.id, now)) ? [{ rule: 'interviewOpen' }] : [];
}

/** Cancels an interview or withdraws a proposal, and at once notifies everybody who knows of it. */
export async function cancelInterview(
  database: Kysely<Database>,
  { id, interview, reason: typed }: { id: string; interview: string; reason: string },
  context: UserContext,
): EmployerOutcome {
  const row = await findTeamRow(database, id, context);
  if (!row) return undefined;
  const reason = severalLines(typed);
  if (reason.length > MAX_INTERVIEW_NOTE_LENGTH) return [{ field: 'reason', rule: 'interviewNoteLong' }];
  return database.transaction().execute(async (trx): Promise<ApplicationViolation[]> => {
    const found = await lockInterview(trx, row, interview);
    if (!found || !OPEN_STATES.includes(found.state)) return [{ rule: 'interviewMeanwhile' }];
    const mailId = found.mail_id === null ? undefined : String(found.mail_id);
    // Nobody has been told of it: it is deleted as if it had never existed.
    if (mailId !== undefined && found.visible_at > context.now) {
      const isUndone = await undoMail(trx, { applicationId: row.id, mailId }, context.now);
      if (isUndone) return [];
    }
    await cancel(trx, row, { interview: found, reason }, context);
    await writeHistory(trx, row, { kind: 'canceled', body: reason, byEmployer: true }, context);
    return [];
  });
}

/**
 * Cancels open interviews of an applicant who has withdrawn, and notifies both sides if one was booked. The caller must have locked the
 * application.
 */
export async function cancelForWithdrawal(
  trx: Kysely<Database>,
  row: StoredApplication,
  context: { site: SpeakingSite; now: Date },
): Promise<void> {
  await cancelOpen(trx, { row, isLeaving: false }, context);
}

/**
 * Cancels the interviews of a person whose account is about to be deleted, so that nobody waits for them. Only the employer is notified.
 *
 * @param context.sites for the texts in the calendar entries
 */
export async function cancelInterviewsOf(
  trx: Kysely<Database>,
  accountId: string,
  { sites, now }: { sites: readonly BackendSite[]; now: Date },
): Promise<void> {
  // Applications with proposed times are locked too, because the employer may be booking one.
  const { rows } = await sql<{ id: string; site: string }>`
    select a.id, a.site from application a where a.account_id = ${accountId}::uuid and exists (
      select from interview i where i.application_id = a.id and i.state = any(${[...OPEN_STATES]})
    ) order by a.id for update
  `.execute(trx);
  for (const { id, site: name } of rows) {
    const row = (await findApplication(trx, name, id))!;
    const site: SpeakingSite = sites.find((each) => each.name === name) ?? {};
    await cancelOpen(trx, { row, isLeaving: true }, { site, now });
  }
}

async function cancelOpen(
  trx: Kysely<Database>,
  { row, isLeaving }: { row: StoredApplication; isLeaving: boolean },
  context: { site: SpeakingSite; now: Date },
): Promise<void> {
  const found = await findInterview(trx, row.id, { reader: 'employer', now: context.now });
  if (!found || !OPEN_STATES.includes(found.state)) return;
  // The interview has taken place.
  if (found.state === 'booked' && !isUpcoming(found, context.now)) return;
  const sequence = await markCanceled(trx, found, '');
  if (found.state === 'booked')
    await announce(trx, 'interview-canceled', { row, interview: { ...found, sequence }, isLeaving }, context);
}

async function cancel(
  trx: Kysely<Database>,
  row: StoredApplication,
  { interview, reason }: { interview: StoredInterview; reason: string },
  context: UserContext,
): Promise<void> {
  const sequence = await markCanceled(trx, interview, reason);
  const canceled = { ...interview, sequence };
  if (interview.state === 'booked')
    await announce(trx, 'interview-canceled', { row, interview: canceled, reply: reason }, context);
  else await putTakenBack(trx, row, { interview: canceled, reply: reason }, context.now);
}

/** @returns the sequence number for the calendar message that cancels the interview */
async function markCanceled(trx: Kysely<Database>, interview: StoredInterview, reason: string): Promise<number> {
  const sequence = interview.sequence + 1;
  await trx
    .updateTable('interview')
    .set({ state: 'canceled', reply: reason || null, sequence })
    .where('id', '=', interview.id)
    .execute();
  return sequence;
}
