import type { Kysely } from 'kysely';
import type {
  Mutation,
  MutationConfirmPaymentArgs,
  MutationPlaceOrderArgs,
  MutationReceivePaymentEventArgs,
  MutationSaveBillingProfileArgs,
  Query,
  QueryBillingProfileArgs,
  QueryOrderArgs,
  QueryOrderQuoteArgs,
  QueryOrdersArgs,
  TaxedAddressInput,
} from '#contract/generated/resolvers.js';
import { readProvince } from '#contract/commerce/billing-profile.js';
import { localAddress } from '#contract/pages/callback-url.js';
import { isUuid, parseId } from '../../platform/database/statement.js';
import type { Database } from '../../platform/database/schema.js';
import { allow, type RootResolvers, chosenOrganization, ownOrganization } from '../../platform/graphql/allow.js';
import { activeMemberships, type UserContext } from '../../platform/graphql/request-context.js';
import { storePaymentEvent } from '../payments/payment-provider.js';
import { billingProfileOf, loadBillingProfile, saveBillingProfile } from './billing-profiles.js';
import { orderErrors, profileErrors, toOrder, toQuote } from './order-answers.js';
import type { OrderPayments } from './order-payments.js';
import { findOrder, listOrders, type ListedOrder } from './order-rows.js';
import { placeOrder, quoteOrder, taxedBuyer, type OrderingDeps } from './place-order.js';

const MAX_LISTED = 100;
const DEFAULT_LISTED = 25;
const MAX_EVENT_LENGTH = 300_000;
const MAX_DESTINATION_LENGTH = 500;

export interface OrderParts extends OrderingDeps {
  payments: OrderPayments;
}

/** Resolvers for buyers, and for events of payment services. */
export function orderResolvers(parts: OrderParts) {
  const { database, payments, logger } = parts;
  return {
    Query: {
      billingProfile: allow<QueryBillingProfileArgs, Query['billingProfile']>('user', async (args, context) => {
        const id = chosenOrganization('billingProfile', args.organizationId, context);
        return id === undefined ? null : billingProfileOf(database, id, buyerOf(context));
      }),
      orderQuote: allow<QueryOrderQuoteArgs, Query['orderQuote']>('user', async ({ input }, context) => {
        const id = ownOrganization('orderQuote', input.organizationId, context);
        const saved = input.billing || id === undefined ? undefined : await loadBillingProfile(database, id);
        const typed = input.billing && asTyped(input.billing);
        const buyer = typed ?? (saved ? taxedBuyer(saved) : null);
        const { site, locale } = context;
        const quote = await quoteOrder(parts, input, { site, locale, buyer });
        return toQuote(quote, context, { providers: payments.names, recipient: saved });
      }),
      order: allow<QueryOrderArgs, Query['order']>('user', async ({ id }, context) => {
        const found = await ownOrder(database, id, context);
        return found ? toOrder(database, found, context) : null;
      }),
      orders: allow<QueryOrdersArgs, Query['orders']>('user', async (args, context) => {
        const organizationId = chosenOrganization('orders', args.organizationId, context);
        if (organizationId === undefined) return { __typename: 'OrderList', orders: [], total: 0 };
        const filter = { site: context.site.name, organizationId };
        const { orders, total } = await listOrders(database, filter, pageOf(args));
        return { __typename: 'OrderList', orders: orders.map((row) => toOrder(database, row, context)), total };
      }),
    },
    Mutation: {
      saveBillingProfile: allow<MutationSaveBillingProfileArgs, Mutation['saveBillingProfile']>(
        'user',
        async (args, context) => {
          const organizationId = ownOrganization('saveBillingProfile', args.organizationId, context);
          if (organizationId === undefined)
            return { __typename: 'AccountResult', errors: orderErrors([{ rule: 'closed' }], context) };
          const { accountId } = context.viewer;
          const violations = await saveBillingProfile(database, { organizationId, input: args.input }, accountId);
          return { __typename: 'AccountResult', errors: profileErrors(violations, context) };
        },
      ),
      placeOrder: allow<MutationPlaceOrderArgs, Mutation['placeOrder']>('self', async ({ input }, context) => {
        const { viewer, site, locale } = context;
        const refusal = (rule: Parameters<typeof orderErrors>[0][number]['rule']) => ({
          __typename: 'PlacedOrder' as const,
          order: null,
          payUrl: null,
          errors: orderErrors([{ rule }], context),
        });
        const organizationId = ownOrganization('placeOrder', input.organizationId, context);
        if (organizationId === undefined) return refusal('closed');
        if (!isUuid(input.key)) return refusal('key');
        if (!payments.provider(input.provider)) return refusal('provider');
        const wanted = {
          ...input,
          organizationId,
          seen: { priceId: parseId(input.priceId), total: input.total, contents: input.contents },
          key: input.key.toLowerCase(),
          destination: destinationOf(input.destination),
        };
        const { accountId } = viewer;
        const place = () => placeOrder(parts, wanted, { accountId, site, locale });
        let placed = await place();
        if (!placed.ok && placed.violations.some(({ rule }) => rule === 'firstPurchase')) {
          // The buyer may have left the payment page to order this offer differently.
          await payments.endCheckouts(organizationId, accountId, site.name);
          placed = await place();
        }
        if (!placed.ok)
          return {
            __typename: 'PlacedOrder',
            order: null,
            payUrl: null,
            errors: orderErrors(placed.violations, context),
          };
        const begun = await payments.begin(placed.order);
        const order = (await findOrder(database, { site: site.name, id: placed.order.id }))!;
        const errors = begun.ok ? [] : orderErrors([{ rule: 'unavailable' }], context);
        return {
          __typename: 'PlacedOrder',
          order: toOrder(database, order, context),
          payUrl: begun.ok ? (begun.url ?? null) : null,
          errors,
        };
      }),
      confirmPayment: allow<MutationConfirmPaymentArgs, Mutation['confirmPayment']>('user', async ({ id }, context) => {
        const found = await ownOrder(database, id, context);
        if (!found) return null;
        if (found.state === 'placed') {
          // If the service does not respond now, an event will update the order later.
          await payments.reconcile(found.id).catch((error: unknown) => {
            logger.warn({ order: found.id, error: (error as Error).name }, 'A payment could not be confirmed yet');
          });
        }
        return toOrder(database, (await ownOrder(database, id, context))!, context);
      }),
      receivePaymentEvent: allow<MutationReceivePaymentEventArgs, Mutation['receivePaymentEvent']>(
        'anyone',
        async ({ provider, body, signature }) => {
          const isReadable = body.length <= MAX_EVENT_LENGTH;
          const event = isReadable ? await payments.provider(provider)?.readEvent(body, signature) : undefined;
          if (!event) return { __typename: 'PaymentEventReceipt', accepted: false };
          await storePaymentEvent(database, provider, event);
          return { __typename: 'PaymentEventReceipt', accepted: true };
        },
      ),
    },
  } satisfies RootResolvers;
}

/** Address as it is being typed: the province may be a name, or missing. */
function asTyped({ countryCode, administrativeArea = '', vatNumber = '' }: TaxedAddressInput) {
  return { countryCode, vatNumber, administrativeArea: readProvince(administrativeArea.trim(), countryCode) };
}

/** Finds an order of a member's organization, or any order for administrators. To others, an order does not exist. */
async function ownOrder(
  database: Kysely<Database>,
  id: string,
  { viewer, site }: UserContext,
): Promise<ListedOrder | undefined> {
  const found = await findOrder(database, { site: site.name, id: parseId(id) });
  const isOwn =
    found && (viewer.roles.includes('administrator') || activeMemberships(viewer).has(found.organization_id));
  return isOwn ? found : undefined;
}

function buyerOf({ viewer: { email, profile } }: UserContext) {
  return { email, firstName: profile.firstName, lastName: profile.lastName };
}

/** Accepts only a path of the site; it is checked again before the redirect. */
function destinationOf(wanted: string | null | undefined): string | null {
  if (!wanted || wanted.length > MAX_DESTINATION_LENGTH) return null;
  const path = localAddress(wanted, 'http://own.invalid');
  return path === '/' ? null : path;
}

export function pageOf({ limit = DEFAULT_LISTED, offset = 0 }: { limit?: number; offset?: number }): {
  limit: number;
  offset: number;
} {
  return { limit: Math.min(Math.max(limit, 1), MAX_LISTED), offset: Math.max(offset, 0) };
}
