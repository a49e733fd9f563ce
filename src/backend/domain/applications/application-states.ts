import { sql, type Kysely } from 'kysely';
import type { ApplicationState } from '#contract/generated/resolvers.js';
import type { Database } from '../../platform/database/schema.js';

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

/** In the order in which lists show them. */
export const APPLICATION_STATES = Object.keys(EMPLOYER_STEPS) as ApplicationState[];

/** Where an application may go next. */
export function nextStates(state: ApplicationState, by: Stepper): readonly ApplicationState[] {
  if (by === 'employer') return EMPLOYER_STEPS[state];
  return OPEN.includes(state) ? ['withdrawn'] : [];
}

export function mayStep(from: ApplicationState, to: ApplicationState, by: Stepper): boolean {
  return nextStates(from, by).includes(to);
}

/** `stayed`: it was there already, as when a button is pressed twice. */
type MoveOutcome = 'moved' | 'stayed' | 'refused';

/** Moves an application to another state and writes it into its history, within the caller's transaction. Two at once come one after the other. */
export async function moveTo(
  trx: Kysely<Database>,
  { id, to, by, accountId }: { id: string; to: ApplicationState; by: Stepper; accountId: string },
  now: Date,
): Promise<MoveOutcome> {
  const { rows } = await sql<{ state: ApplicationState }>`
    select state from application where id = ${id}::uuid for update
  `.execute(trx);
  const from = rows[0]?.state;
  if (from === to) return 'stayed';
  if (from === undefined || !mayStep(from, to, by)) return 'refused';
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
    })
    .execute();
  return 'moved';
}
