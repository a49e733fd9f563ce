import type { ApplicationState } from '../generated/resolvers.js';

/** All states of an application, in the order in which lists show them. */
export const APPLICATION_STATES = [
  'new',
  'in_review',
  'interview',
  'offer',
  'hired',
  'declined',
  'withdrawn',
] as const satisfies readonly ApplicationState[];

/** Whether a text that came from outside is a state of an application. */
export function isApplicationState(text: string | null | undefined): text is ApplicationState {
  return APPLICATION_STATES.some((state) => state === text);
}
