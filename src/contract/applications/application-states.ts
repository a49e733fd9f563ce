import type { ApplicationState } from '../generated/resolvers.js';

/** All states of an application, in the order of lists. */
export const APPLICATION_STATES = [
  'new',
  'in_review',
  'interview',
  'offer',
  'hired',
  'declined',
  'withdrawn',
] as const satisfies readonly ApplicationState[];

/** Whether external input is a valid state. */
export function isApplicationState(text: string | null | undefined): text is ApplicationState {
  return APPLICATION_STATES.some((state) => state === text);
}

/** Maximum length of a search term in the applications for a job. */
export const MAX_APPLICATION_SEARCH_LENGTH = 100;
