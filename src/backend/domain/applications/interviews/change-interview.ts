import type { Kysely } from 'kysely';
import { MAX_INTERVIEW_NOTE_LENGTH } from '#contract/applications/recruiting-rules.js';
import type { InterviewChangeInput } from '#contract/generated/resolvers.js';
import { severalLines } from '#shared/text/typed-lines.js';
import type { Database } from '../../../platform/database/schema.js';
import type { UserContext } from '../../../platform/graphql/request-context.js';
import { undoMail } from '../delayed-mails.js';
import type { ApplicationViolation } from '../application-errors.js';
import type { StoredApplication } from '../application-rows.js';
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
    // A past interview can be moved unless a new one has been arranged since.
    if (!isUpcoming(found, context.now) && (await findOpenInterview(trx, row.id, context.now)))
      return [{ rule: 'interviewOpen' }];
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
  context: Pick<UserContext, 'site' | 'now'>,
): Promise<void> {
  const found = await findInterview(trx, row.id, { reader: 'employer', now: context.now });
  if (!found || !OPEN_STATES.includes(found.state)) return;
  // The interview has taken place.
  if (found.state === 'booked' && !isUpcoming(found, context.now)) return;
  const sequence = await markCanceled(trx, found, '');
  if (found.state === 'booked')
    await announce(trx, 'interview-canceled', { row, interview: { ...found, sequence } }, context);
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
