interface Row<Who> {
  /** GraphQL text of the operation, with its arguments. */
  ask: string;
  allowed: readonly Who[];
}

interface People<Who> {
  everybody: readonly Who[];
  known: readonly Who[];
  recruiters: readonly Who[];
  /** Members of the organization with the id 1. */
  members: readonly Who[];
  admins: readonly Who[];
  /** An id that no account has. */
  nobody: string;
}

/** The rows of the permission matrix for credits, products, orders and invoices. */
export function commerceRows<Who extends string>({
  everybody,
  known,
  recruiters,
  members,
  admins,
  nobody,
}: People<Who>): Record<string, Row<Who> | readonly Row<Who>[]> {
  const administrator = admins.filter((who) => who === 'administrator');
  return {
    'Query.creditBalance': [
      { ask: 'creditBalance { amount }', allowed: known },
      { ask: 'creditBalance(organizationId: "1") { amount }', allowed: [...members, ...admins] },
    ],
    'Query.creditStatement': [
      { ask: 'creditStatement(type: "job") { next }', allowed: known },
      { ask: 'creditStatement(type: "job", organizationId: "1") { next }', allowed: [...members, ...admins] },
    ],
    'Query.getSubscriptions': [
      { ask: 'getSubscriptions { total }', allowed: known },
      { ask: 'getSubscriptions(organizationId: "1") { total }', allowed: [...members, ...admins] },
    ],
    'Query.invoices': {
      ask: 'invoices(organizationId: "1") { next }',
      allowed: [...members, ...admins],
    },
    'Query.invoice': { ask: 'invoice(id: "999999") { id }', allowed: [...recruiters, ...admins] },
    // A test next to the resolver (subscription-renewal.spec.ts) checks that other people's subscriptions are not found.
    'Mutation.setSubscriptionRenewal': {
      ask: 'setSubscriptionRenewal(id: "999999", renews: false) { errors { message } }',
      allowed: [...recruiters, ...admins],
    },
    'Query.products': { ask: 'products { code prices { currency amount } }', allowed: everybody },
    'Query.managedProducts': { ask: 'managedProducts { code priceHistory { amount } }', allowed: administrator },
    'Mutation.saveProduct': {
      ask: 'saveProduct(input: { code: "x", names: [], prices: [] }) { id errors { message } }',
      allowed: administrator,
    },
    'Mutation.setProductRetired': {
      ask: 'setProductRetired(id: "999999", retired: true) { errors { message } }',
      allowed: administrator,
    },
    'Query.billingProfile': [
      { ask: 'billingProfile { email }', allowed: known },
      { ask: 'billingProfile(organizationId: "1") { email }', allowed: [...members, ...admins] },
    ],
    'Query.orderQuote': [
      { ask: 'orderQuote(input: { product: "none", quantity: 1 }) { errors { message } }', allowed: known },
      {
        ask: 'orderQuote(input: { organizationId: "1", product: "none", quantity: 1 }) { errors { message } }',
        allowed: members,
      },
    ],
    'Query.order': { ask: 'order(id: "1") { id }', allowed: known },
    'Query.orders': [
      { ask: 'orders { total }', allowed: known },
      { ask: 'orders(organizationId: "1") { total }', allowed: [...members, ...admins] },
    ],
    'Query.managedOrders': { ask: 'managedOrders { total }', allowed: administrator },
    'Query.orderEvents': { ask: 'orderEvents(id: "1") { by }', allowed: administrator },
    'Mutation.saveBillingProfile': {
      ask: `saveBillingProfile(organizationId: "1", input: { companyName: "", email: "", firstName: "", lastName: "", address: { countryCode: "", addressLine1: "", locality: "" } }) { errors { message } }`,
      allowed: members,
    },
    'Mutation.placeOrder': {
      ask: `placeOrder(input: { organizationId: "1", product: "none", quantity: 1, priceId: "1", total: 1, provider: invoice, key: "${nobody}", termsAccepted: true }) { errors { message } }`,
      allowed: members,
    },
    'Mutation.confirmPayment': { ask: 'confirmPayment(id: "1") { id }', allowed: known },
    ...Object.fromEntries(
      ['markOrderPaid', 'cancelOrder', 'refundOrder'].map((name): [string, Row<Who>] => [
        `Mutation.${name}`,
        { ask: `${name}(id: "1", reason: "Seen") { errors { message } }`, allowed: administrator },
      ]),
    ),
    // The event's signature shows which payment provider sent it.
    'Mutation.receivePaymentEvent': {
      ask: 'receivePaymentEvent(provider: "stripe", body: "{}", signature: "none") { accepted }',
      allowed: everybody,
    },
  };
}
