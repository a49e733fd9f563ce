import { sql, type Kysely } from 'kysely';
import {
  INTERVIEW_MINUTES,
  MAX_DAYS_AHEAD,
  MAX_INTERVIEW_NOTE_LENGTH,
  MAX_PLACE_LENGTH,
  MAX_SLOTS,
  slotField,
} from '#contract/applications/recruiting-rules.js';
import type { InterviewProposalInput } from '#contract/generated/resolvers.js';
import { oneLine, severalLines } from '#shared/text/typed-lines.js';
import { isTimeZone } from '#shared/time-zones/time-zone.js';
import { instantIn } from '#shared/time-zones/zoned-days.js';
import type { Database } from '../../../platform/database/schema.js';
import type { UserContext } from '../../../platform/graphql/request-context.js';
import { textsOf } from '../../../platform/texts/site-texts.js';
import type { ApplicationViolation } from '../application-errors.js';
import { findApplication, type StoredApplication } from '../application-rows.js';
import { isFinished, moveTo, nextStates } from '../application-states.js';
import { worksFor } from '../team/team-view.js';
import { historyText, type InterviewFacts, putProposal } from './interview-mails.js';
import { findCollisions, findOpenInterview } from './interview-rows.js';

const DAY_MS = 86_400_000;

/** Violations; undefined if there is no such application, or the viewer does not work for its organization. */
export type EmployerOutcome = Promise<ApplicationViolation[] | undefined>;

/** Proposes times to an applicant; the mail and the step that goes with it are delayed and can be undone until then. */
export async function proposeInterview(
  database: Kysely<Database>,
  { id, proposal }: { id: string; proposal: InterviewProposalInput },
  context: UserContext,
): EmployerOutcome {
  const row = await findTeamRow(database, id, context);
  if (!row) return undefined;
  const facts = factsOf(proposal);
  const { slots, violations } = readSlots(proposal.starts, facts.time_zone, context.now);
  violations.push(...checkFacts(facts));
  if (violations.length > 0) return violations;
  const { accountId, email } = context.viewer;
  const propose = async (trx: Kysely<Database>): Promise<ApplicationViolation[]> => {
    await sql`select from application where id = ${row.id}::uuid for update`.execute(trx);
    const fresh = (await findApplication(trx, row.site, row.id))!;
    if (isFinished(fresh.state)) return [{ rule: 'interviewClosed' }];
    if (await findOpenInterview(trx, row.id, context.now)) return [{ rule: 'interviewOpen' }];
    const starts = slots.map(({ start }) => start);
    const busy = await findCollisions(trx, { hostId: accountId, starts, minutes: facts.minutes, now: context.now });
    const collisions = slots.filter(({ start }) => busy.has(start.getTime()));
    if (collisions.length > 0)
      return collisions.map(({ field }): ApplicationViolation => ({ field, rule: 'slotBusy' }));
    const proposalMail = await putProposal(trx, row, { facts, slots: starts, replyTo: email }, context.now);
    const step = {
      id: row.id,
      to: 'interview',
      by: 'employer',
      accountId,
      notify: () => Promise.resolve(proposalMail),
    } as const;
    if (nextStates(fresh.state, 'employer').includes('interview')) {
      const outcome = await moveTo(trx, step, context.now);
      // Thrown instead of returned, because the mail is already in the outbox and the transaction must be rolled back.
      if (outcome === 'waiting') throw new DecisionWaits();
    }
    const { t } = textsOf(context.site, row.language);
    const subject = t('mail.interview-proposed.subject', { title: row.job_title, organization: row.organization_name });
    const body = historyText(context.site, row, { facts, slots: starts });
    await sql`
      insert into application_event (application_id, at, state, by_employer, account_id, subject, body, mail_id, visible_at)
      select id, ${context.now}, state, true, ${accountId}::uuid, ${subject}, ${body}, ${proposalMail.id}, ${proposalMail.visibleAt}
      from application where id = ${row.id}::uuid
    `.execute(trx);
    await trx
      .insertInto('interview')
      .values({
        application_id: row.id,
        host_id: accountId,
        state: 'proposed',
        created_at: context.now,
        ...facts,
        slots: starts,
        mail_id: proposalMail.id,
        visible_at: proposalMail.visibleAt,
      })
      .execute();
    return [];
  };
  try {
    return await database.transaction().execute(propose);
  } catch (error) {
    if (error instanceof DecisionWaits) return [{ rule: 'waiting' }];
    throw error;
  }
}

/** Rolls a transaction back because an earlier decision is still delayed. */
class DecisionWaits extends Error {}

/** @returns undefined if there is no such application, or the viewer does not work for its organization */
export async function findTeamRow(
  database: Kysely<Database>,
  id: string,
  context: UserContext,
): Promise<StoredApplication | undefined> {
  const row = await findApplication(database, context.site.name, id);
  return row && worksFor(context, row) ? row : undefined;
}

/** @returns the input in the form in which it is stored */
export function factsOf(
  typed: Pick<InterviewProposalInput, 'timeZone' | 'minutes' | 'place' | 'note'>,
): InterviewFacts {
  const { timeZone, minutes, place, note } = typed;
  return { time_zone: timeZone, minutes, place: oneLine(place), note: severalLines(note) };
}

/** @returns violations of an interview's facts, except its times */
export function checkFacts({ time_zone: timeZone, minutes, place, note }: InterviewFacts): ApplicationViolation[] {
  const violations: ApplicationViolation[] = [];
  if (!isTimeZone(timeZone)) violations.push({ field: 'timeZone', rule: 'timeZone' });
  if (!INTERVIEW_MINUTES.includes(minutes)) violations.push({ field: 'minutes', rule: 'interviewMinutes' });
  if (place === '') violations.push({ field: 'place', rule: 'required' });
  else if (place.length > MAX_PLACE_LENGTH) violations.push({ field: 'place', rule: 'placeLong' });
  if (note.length > MAX_INTERVIEW_NOTE_LENGTH) violations.push({ field: 'note', rule: 'interviewNoteLong' });
  return violations;
}

interface Slot {
  field: string;
  start: Date;
}

/** Parses the proposed times. @param starts such as `2026-12-03T14:30`; empty ones are skipped @returns the earliest first */
export function readSlots(
  starts: readonly string[],
  timeZone: string,
  now: Date,
): { slots: Slot[]; violations: ApplicationViolation[] } {
  const slots: Slot[] = [];
  const violations: ApplicationViolation[] = [];
  if (starts.length > MAX_SLOTS) return { slots, violations: [{ field: slotField(0), rule: 'slotsMany' }] };
  // Times cannot be parsed without a time zone; an invalid zone is reported by an error of its own.
  const zone = isTimeZone(timeZone) ? timeZone : 'UTC';
  for (const [index, typed] of starts.entries()) {
    if (typed.trim() === '') continue;
    const field = slotField(index);
    const start = LOCAL_TIME.test(typed) ? instantIn(typed, zone) : undefined;
    if (!start) violations.push({ field, rule: 'slotInvalid' });
    else if (start <= now) violations.push({ field, rule: 'slotPast' });
    else if (start.getTime() > now.getTime() + MAX_DAYS_AHEAD * DAY_MS) violations.push({ field, rule: 'slotFar' });
    else if (slots.some((known) => known.start.getTime() === start.getTime()))
      violations.push({ field, rule: 'slotTwice' });
    else slots.push({ field, start });
  }
  if (slots.length === 0 && violations.length === 0) violations.push({ field: slotField(0), rule: 'required' });
  slots.sort((one, other) => one.start.getTime() - other.start.getTime());
  return { slots, violations };
}

const LOCAL_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?$/;
