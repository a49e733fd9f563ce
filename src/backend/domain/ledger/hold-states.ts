/**
 * - `held`: reserved
 * - `lapsed`: reserved, but expired
 * - `posted`: spent
 * - `voided`: released
 * - `refunded`: spent, and then refunded
 */
export type HoldState = 'held' | 'lapsed' | 'posted' | 'voided' | 'refunded';

/**
 * Transitions of a hold. The database enforces them (migrations 0044 and 0045), the tests of the ledger compare both, and `npm run
 * docs:holds` generates a diagram. `time` is the clock of the database, `job` the worker that voids lapsed holds.
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
