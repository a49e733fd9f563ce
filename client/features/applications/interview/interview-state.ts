import type { InterviewFieldsFragment } from '#contract/generated/operations.js';

type Arranged = Pick<InterviewFieldsFragment, 'state' | 'upcoming'>;

/** Whether the interview requires attention: proposed times, or a booked time in the future. */
export function isOpen({ state, upcoming }: Arranged): boolean {
  return state === 'proposed' || upcoming;
}

/** @returns the last part of the text keys for the interview's status: its state, or `past` after its time */
export function stateKey({ state, upcoming }: Arranged): InterviewFieldsFragment['state'] | 'past' {
  return state === 'booked' && !upcoming ? 'past' : state;
}
