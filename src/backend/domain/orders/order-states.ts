import type { OrderState } from '#contract/generated/resolvers.js';

/**
 * Actions that change the state of an order. `time` is the clock of the database; `payment`, `failure`, `chargeback` and `chargebackEnd`
 * are reported by the payment service; the others are taken by administrators.
 */
export type OrderAction =
  'payment' | 'markPaid' | 'failure' | 'cancel' | 'time' | 'refund' | 'partialRefund' | 'chargeback' | 'chargebackEnd';

/** Transitions of an order. The database enforces them (migration 0048), and `npm run docs:holds` generates a diagram. */
export const ORDER_TRANSITIONS: readonly (readonly [from: OrderState, by: OrderAction, to: OrderState])[] = [
  ['placed', 'payment', 'paid'],
  ['placed', 'markPaid', 'paid'],
  ['placed', 'failure', 'canceled'],
  ['placed', 'cancel', 'canceled'],
  ['placed', 'time', 'overdue'],
  ['overdue', 'markPaid', 'paid'],
  ['overdue', 'cancel', 'canceled'],
  // The order was paid at the moment of its cancellation: the money has arrived, so the buyer gets the product.
  ['canceled', 'payment', 'paid'],
  ['paid', 'partialRefund', 'paid'],
  ['paid', 'refund', 'refunded'],
  ['paid', 'chargeback', 'disputed'],
  ['disputed', 'chargebackEnd', 'paid'],
  ['disputed', 'refund', 'refunded'],
];

/** @returns undefined if the order cannot be changed in this way */
export function nextState(from: OrderState, by: OrderAction): OrderState | undefined {
  return ORDER_TRANSITIONS.find(([state, action]) => state === from && action === by)?.[2];
}
