import type { ApplicationState } from '#contract/generated/resolvers.js';

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
