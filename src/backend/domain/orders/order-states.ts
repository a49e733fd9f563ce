import type { OrderState } from '#contract/generated/resolvers.js';

/**
 * What changes the state of an order. `time` is the clock of the database; `payment`, `failure`, `chargeback` and `chargebackEnd`
 * are told by the payment service; the others are done by administrators.
 */
export type OrderAction =
  'payment' | 'markPaid' | 'failure' | 'cancel' | 'time' | 'refund' | 'partialRefund' | 'chargeback' | 'chargebackEnd';

/** What may become of an order. The database enforces it (migration 0048), and `npm run docs:holds` draws it. */
export const ORDER_TRANSITIONS: readonly (readonly [from: OrderState, by: OrderAction, to: OrderState])[] = [
  ['placed', 'payment', 'paid'],
  ['placed', 'markPaid', 'paid'],
  ['placed', 'failure', 'canceled'],
  ['placed', 'cancel', 'canceled'],
  ['placed', 'time', 'overdue'],
  ['overdue', 'markPaid', 'paid'],
  ['overdue', 'cancel', 'canceled'],
  // Somebody paid in the moment in which the order was canceled: the money is there, so they get what they bought.
  ['canceled', 'payment', 'paid'],
  ['paid', 'partialRefund', 'paid'],
  ['paid', 'refund', 'refunded'],
  ['paid', 'chargeback', 'disputed'],
  ['disputed', 'chargebackEnd', 'paid'],
  ['disputed', 'refund', 'refunded'],
];

/** @returns undefined: the order cannot be changed in this way */
export function nextState(from: OrderState, by: OrderAction): OrderState | undefined {
  return ORDER_TRANSITIONS.find(([state, action]) => state === from && action === by)?.[2];
}
