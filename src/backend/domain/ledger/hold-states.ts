/**
 * - `held`: set aside
 * - `lapsed`: set aside, but its time is over
 * - `posted`: spent
 * - `voided`: given back
 * - `refunded`: spent, and then given back
 */
export type HoldState = 'held' | 'lapsed' | 'posted' | 'voided' | 'refunded';

/**
 * What may become of credits that were held. The database enforces it (migrations 0044 and 0045), the tests of the ledger compare
 * the two, and `npm run docs:holds` draws it. `time` is the clock of the database, `job` the one that voids lapsed holds.
 */
export const HOLD_TRANSITIONS: readonly (readonly [
  from: HoldState,
  by: 'postHold' | 'voidHold' | 'refundCredits' | 'time' | 'job',
  to: HoldState,
])[] = [
  ['held', 'postHold', 'posted'],
  ['held', 'voidHold', 'voided'],
  ['held', 'time', 'lapsed'],
  ['lapsed', 'voidHold', 'voided'],
  ['lapsed', 'job', 'voided'],
  ['posted', 'refundCredits', 'refunded'],
];
