import { sql, type Kysely } from 'kysely';
import type { ApplicationState } from '#contract/generated/resolvers.js';
import type { Database } from '../../platform/database/schema.js';
import { findOpenInterview } from './interviews/interview-rows.js';
import { hasDelayedStep, type TellingMail, undoAllMails } from './delayed-mails.js';

/** Who takes a step. */
export type Stepper = 'employer' | 'applicant';

/** All steps there are: where an employer may move an application. Nothing leads back to `new`, and what was withdrawn stays so. */
const EMPLOYER_STEPS: Readonly<Record<ApplicationState, readonly ApplicationState[]>> = {
  new: ['in_review', 'interview', 'offer', 'declined'],
  in_review: ['interview', 'offer', 'declined'],
  interview: ['in_review', 'offer', 'declined'],
  offer: ['interview', 'hired', 'declined'],
  // Somebody chose the wrong one.
  hired: ['offer'],
  declined: ['in_review'],
  withdrawn: [],
};

/** Where an applicant may still withdraw. */
const OPEN: readonly ApplicationState[] = ['new', 'in_review', 'interview', 'offer'];

/** Where an application may go next. */
export function nextStates(state: ApplicationState, by: Stepper): readonly ApplicationState[] {
  if (by === 'employer') return EMPLOYER_STEPS[state];
  return OPEN.includes(state) ? ['withdrawn'] : [];
}

export function mayStep(from: ApplicationState, to: ApplicationState, by: Stepper): boolean {
  return nextStates(from, by).includes(to);
}

/** `stayed`: it was there already, as when a button is pressed twice. `waiting`: a step waits for its mail, and can be undone. `elsewhere`: somebody else was faster. `interview`: one is booked, and whoever is declined would come to it. */
type MoveOutcome = 'moved' | 'stayed' | 'refused' | 'waiting' | 'elsewhere' | 'interview';

/**
 * Moves an application to another state and writes it into its history, within the caller's transaction. Two at once come one after the
 * other. Of a step of the applicant's, what the employer has decided and not told yet is taken back first.
 *
 * @param step.from where the one who moves it saw it; undefined: wherever it is
 * @param step.endsInterview whoever moves it knows of an interview that is booked, and cancels it by declining
 * @param step.telling puts the mail into the outbox that tells the applicant of the step; called when the step is allowed
 */
export async function moveTo(
  trx: Kysely<Database>,
  step: {
    id: string;
    to: ApplicationState;
    by: Stepper;
    accountId: string;
    from?: ApplicationState | undefined;
    endsInterview?: boolean | undefined;
    telling?: (() => Promise<TellingMail>) | undefined;
  },
  now: Date,
): Promise<MoveOutcome> {
  const { id, to, by, accountId, from: seen, endsInterview, telling } = step;
  await sql`select from application where id = ${id}::uuid for update`.execute(trx);
  if (by === 'applicant') await undoAllMails(trx, id, now);
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
    // Its mail is not sent yet: it is undone first, so that nobody is invited and declined.
    if (open && open.visible_at > now) return 'waiting';
    if (open?.state === 'booked' && !endsInterview) return 'interview';
  }
  const mail = await telling?.();
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
