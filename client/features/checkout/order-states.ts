import type { OrderState } from '#contract/generated/operations.js';

/** The order of the states in the filter of a list of orders. */
export const ORDER_STATES: readonly OrderState[] = ['placed', 'overdue', 'paid', 'disputed', 'canceled', 'refunded'];
