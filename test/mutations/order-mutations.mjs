const STRIPE_SPEC = 'src/backend/domain/orders/stripe-orders.spec.ts';
const ORDERS_SPEC = 'src/backend/domain/orders/orders.spec.ts';

/** Orders and their payments. */
export const ORDER_MUTATIONS = [
  {
    row: 'REC-08',
    clause: 'the database lets orders change their state as the table says, and in no other way',
    file: 'src/backend/platform/database/migrations/0048-orders.ts',
    from: "('canceled', 'paid'), ('paid', 'disputed')",
    to: "('canceled', 'paid'), ('refunded', 'paid'), ('paid', 'disputed')",
    test: 'src/backend/domain/orders/order-states.spec.ts',
  },
  {
    row: 'REC-08',
    clause: 'an order is fulfilled only for its own amount and currency',
    file: 'src/backend/domain/orders/order-payments.ts',
    from: 'status.total !== order.total || status.currency !== order.currency',
    to: 'status.total !== order.total',
    test: STRIPE_SPEC,
  },
  {
    row: 'REC-08',
    clause: 'an event whose signature is wrong or too old is not taken',
    file: 'src/backend/domain/orders/order.resolvers.ts',
    from: "if (!event) return { __typename: 'PaymentEventReceipt', accepted: false };",
    to: "if (!event) return { __typename: 'PaymentEventReceipt', accepted: true };",
    test: STRIPE_SPEC,
  },
  {
    row: 'REC-08',
    clause: 'what was bought is taken back when an order is canceled',
    file: 'src/backend/domain/orders/settle-order.ts',
    from: 'const isDelivered = order.delivered_at !== null;\n  const isMoved',
    to: 'const isDelivered = false;\n  const isMoved',
    test: ORDERS_SPEC,
  },
  {
    row: 'REC-08',
    clause: 'an order is shown to its organization and to administrators alone',
    file: 'src/backend/domain/orders/order.resolvers.ts',
    from: 'return isOwn ? found : undefined;',
    to: 'return found;',
    test: ORDERS_SPEC,
  },
  {
    row: 'REC-08',
    clause: 'each mail that asks for the money is sent once',
    file: 'src/backend/domain/orders/order-work.ts',
    from: 'if (reached.length <= order.reminders) return;',
    to: '',
    test: ORDERS_SPEC,
  },
  {
    row: 'REC-08',
    clause: 'an organization with many unpaid invoices cannot order another one',
    file: 'src/backend/domain/orders/place-order.ts',
    from: '>= MAX_UNPAID_ORDERS) return',
    to: '>= Infinity) return',
    test: 'src/backend/domain/orders/placing.spec.ts',
  },
  {
    row: 'REC-08',
    clause: 'each order has its own consultation number',
    file: 'src/backend/domain/orders/place-order.ts',
    from: 'buyer: taxedBuyer(billing), isFresh: true',
    to: 'buyer: taxedBuyer(billing)',
    test: 'src/backend/domain/orders/order-vat-ids.spec.ts',
  },
];
