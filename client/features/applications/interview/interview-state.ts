import type { InterviewFieldsFragment } from '#contract/generated/operations.js';

type Arranged = Pick<InterviewFieldsFragment, 'state' | 'upcoming'>;

/** Whether there is something to choose or to come to: times that are proposed, or a booked one that has not begun. */
export function isOpen({ state, upcoming }: Arranged): boolean {
  return state === 'proposed' || upcoming;
}

/** @returns the last part of the texts that say how an interview stands: its state, or `past` after its time */
export function stateKey({ state, upcoming }: Arranged): InterviewFieldsFragment['state'] | 'past' {
  return state === 'booked' && !upcoming ? 'past' : state;
}
