import type { ContactState } from '../../platform/database/tables/contact-tables.js';

/** What changes the state of a request: an answer of the applicant, the end of the contact by either side, or the clock of the database. */
export type ContactEvent = 'approve' | 'refuse' | 'revoke' | 'time';

/**
 * What may become of a request for contact, and what happens to the credit or slot that it holds. Each change and its settlement are one
 * transaction. `npm run docs:holds` draws it.
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

/** @returns where an event leads from a state; undefined: nowhere */
export function transitionOf(from: ContactState, by: ContactEvent) {
  const found = CONTACT_TRANSITIONS.find((each) => each[0] === from && each[1] === by);
  return found && { to: found[2], settlement: found[3] };
}
