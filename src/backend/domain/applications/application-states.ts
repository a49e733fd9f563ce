import { sql, type Kysely } from 'kysely';
import type { ApplicationState } from '#contract/generated/resolvers.js';
import type { Database } from '../../platform/database/schema.js';
import { findOpenInterview } from './interviews/interview-rows.js';
import { hasDelayedStep, type ApplicantMail, undoAllMails } from './delayed-mails.js';

/** The party that takes a step. */
export type Stepper = 'employer' | 'applicant';

/** All steps of employers, by the current state. No step leads back to `new`, and `withdrawn` is final. */
const EMPLOYER_STEPS: Readonly<Record<ApplicationState, readonly ApplicationState[]>> = {
  new: ['in_review', 'interview', 'offer', 'declined'],
  in_review: ['interview', 'offer', 'declined'],
  interview: ['in_review', 'offer', 'declined'],
  offer: ['interview', 'hired', 'declined'],
  // To correct a mistake.
  hired: ['offer'],
  declined: ['in_review'],
  withdrawn: [],
};

/** States in which an applicant can withdraw. */
const OPEN: readonly ApplicationState[] = ['new', 'in_review', 'interview', 'offer'];

/** @returns the states that an application can be moved to */
export function nextStates(state: ApplicationState, by: Stepper): readonly ApplicationState[] {
  if (by === 'employer') return EMPLOYER_STEPS[state];
  return OPEN.includes(state) ? ['withdrawn'] : [];
}

/** Whether an application is decided or withdrawn, so that no interview can be arranged any more. */
export function isFinished(state: ApplicationState): boolean {
  return nextStates(state, 'applicant').length === 0;
}

export function mayStep(from: ApplicationState, to: ApplicationState, by: Stepper): boolean {
  return nextStates(from, by).includes(to);
}

/**
 * Outcome of a step. `stayed`: the application was in that state already, as after a double click. `waiting`: an earlier step waits for
 * its mail, and can be undone. `elsewhere`: somebody else has moved it first. `interview`: an interview is booked, to which the declined
 * applicant would still come.
 */
type MoveOutcome = 'moved' | 'stayed' | 'refused' | 'waiting' | 'elsewhere' | 'interview';

interface Move {
  id: string;
  to: ApplicationState;
  by: Stepper;
  accountId: string;
  from?: ApplicationState | undefined;
  endsInterview?: boolean | undefined;
  notify?: (() => Promise<ApplicantMail>) | undefined;
}

/**
 * Moves an application to another state and records it in the history, within the caller's transaction. Concurrent steps are serialized.
 * With a step of the applicant, decisions and messages of the employer that they have not been told of are undone.
 *
 * @param step.from state that the caller saw; omit to move from any state
 * @param step.endsInterview whether the caller knows of a booked interview, and cancels it by declining
 * @param step.notify queues the mail that announces the step to the applicant; called if the step is allowed
 */
export async function moveTo(trx: Kysely<Database>, step: Move, now: Date): Promise<MoveOutcome> {
  await sql`select from application where id = ${step.id}::uuid for update`.execute(trx);
  if (step.by === 'employer') return moveLocked(trx, step, now);
  await sql`savepoint before_undo`.execute(trx);
  await undoAllMails(trx, step.id, now);
  const outcome = await moveLocked(trx, step, now);
  // Whether the step is possible depends on the state that the applicant knows. If it is not, the employer's messages are kept.
  if (outcome !== 'moved') await sql`rollback to savepoint before_undo`.execute(trx);
  return outcome;
}

async function moveLocked(trx: Kysely<Database>, step: Move, now: Date): Promise<MoveOutcome> {
  const { id, to, by, accountId, from: seen, endsInterview, notify } = step;
  const { rows } = await sql<{ state: ApplicationState }>`
    select state from application where id = ${id}::uuid
  `.execute(trx);
  const from = rows[0]?.state;
  if (from === to) return 'stayed';
  if (from !== undefined && seen !== undefined && seen !== from) return 'elsewhere';
  if (from === undefined || !mayStep(from, to, by)) return 'refused';
  if (by === 'employer' && (await hasDelayedStep(trx, id, now))) return 'waiting';
  if (to === 'declined') {
    const open = await findOpenInterview(trx, id, now);
    // The mail of the earlier step is not sent yet: it must be undone first, so that nobody is both invited and declined.
    if (open && open.visible_at > now) return 'waiting';
    if (open?.state === 'booked' && !endsInterview) return 'interview';
  }
  const mail = await notify?.();
  await trx.updateTable('application').set({ state: to, updated_at: now }).where('id', '=', id).execute();
  await trx
    .insertInto('application_event')
    .values({
      application_id: id,
      at: now,
      state: to,
      by_employer: by === 'employer',
      account_id: accountId,
      subject: null,
      body: null,
      mail_id: mail?.id ?? null,
      visible_at: mail?.visibleAt ?? null,
    })
    .execute();
  return 'moved';
}
