import type { OrderState } from '#contract/generated/operations.js';

/** In the order in which a list of orders offers them. */
export const ORDER_STATES: readonly OrderState[] = ['placed', 'overdue', 'paid', 'disputed', 'canceled', 'refunded'];
