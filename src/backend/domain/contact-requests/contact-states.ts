import type { ContactState } from '../../platform/database/tables/resume-tables.js';

/**
 * Events that change the state of a request: an answer of the applicant, the end of the contact by either side, or the expiry by the
 * database's clock.
 */
export type ContactEvent = 'approve' | 'refuse' | 'revoke' | 'time';

/**
 * State transitions of a request for contact, and what each does with the credit or slot that the request holds. Each transition and its
 * settlement are one transaction. `npm run docs:holds` generates a diagram of them.
 */
export const CONTACT_TRANSITIONS: readonly (readonly [
  from: ContactState,
  by: ContactEvent,
  to: ContactState,
  settlement: 'confirmed' | 'released' | 'unchanged',
])[] = [
  ['pending', 'approve', 'approved', 'confirmed'],
  ['pending', 'refuse', 'refused', 'released'],
  ['pending', 'revoke', 'revoked', 'released'],
  ['pending', 'time', 'lapsed', 'released'],
  ['approved', 'revoke', 'revoked', 'unchanged'],
];

/** @returns the transition of an event from a state; undefined if there is none */
export function transitionOf(from: ContactState, by: ContactEvent) {
  const found = CONTACT_TRANSITIONS.find((each) => each[0] === from && each[1] === by);
  return found && { to: found[2], settlement: found[3] };
}
