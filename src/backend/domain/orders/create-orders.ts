import { type Kysely, sql } from 'kysely';
import type { BackendLogger, BackendOptions, BackendSite } from '#contract/backend/backend.js';
import type {
  AccountError,
  Mutation,
  MutationCancelOrderArgs,
  MutationMarkOrderPaidArgs,
  MutationRefundOrderArgs,
  OrderState,
  Query,
  QueryManagedOrdersArgs,
  QueryOrderEventsArgs,
} from '#contract/generated/resolvers.js';
import { oneLine } from '#shared/text/typed-lines.js';
import type { ChangeFeed } from '../../platform/change-feed/change-feed.js';
import type { Database } from '../../platform/database/schema.js';
import type { BackendModule } from '../../platform/graphql/backend-module.js';
import { createStripeProvider } from '../payments/stripe-provider.js';
import { Vies } from '../tax/check-vat-id.js';
import { parseId } from '../../platform/database/statement.js';
import { allow, type RootResolvers } from '../../platform/graphql/allow.js';
import type { UserContext } from '../../platform/graphql/request-context.js';
import { ruleMessage } from '../../platform/texts/site-texts.js';
import { errorsOf } from '../accounts/account-results.js';
import { OrderPayments } from './order-payments.js';
import { startOrderWork } from './order-work.js';
import { orderResolvers, pageOf } from './order.resolvers.js';
import { toOrder } from './order-answers.js';
import { findOrder, listOrders } from './order-rows.js';

const MAX_REASON_LENGTH = 500;

/** Billing profiles, orders and their payment. */
export function createOrders(
  deps: Pick<BackendOptions, 'stripe' | 'homeOf' | 'vies'> & {
    database: Kysely<Database>;
    changes: ChangeFeed;
    sites: readonly BackendSite[];
    logger: BackendLogger;
  },
): BackendModule {
  const { database, changes, sites, logger, homeOf, stripe } = deps;
  const vies = deps.vies && new Vies(deps.vies);
  const payments = new OrderPayments({
    database,
    sites,
    logger,
    homeOf,
    ...(stripe ? { stripe: createStripeProvider(stripe) } : {}),
  });
  return {
    resolvers: [
      orderResolvers({ database, logger, payments, ...(vies ? { vies } : {}) }),
      orderAdministrationResolvers({ database, payments }),
    ],
    startJobs: () => startOrderWork({ database, changes, sites, payments, logger, ...(vies ? { vies } : {}) }),
  };
}

/** Resolvers for administrators, who view orders and change them, with a reason for each change. */
function orderAdministrationResolvers({ database, payments }: { database: Kysely<Database>; payments: OrderPayments }) {
  type Outcome = Awaited<ReturnType<OrderPayments['markPaid']>>;

  async function decide(
    { id, reason }: { id: string; reason: string },
    context: UserContext,
    act: (id: number, site: string, decision: { actorId: string; reason: string }) => Promise<Outcome>,
  ) {
    const given = oneLine(reason);
    const number = parseId(id);
    const { site, viewer } = context;
    if (given === '' || given.length > MAX_REASON_LENGTH) return answer('reason', context);
    if (number === undefined) return answer('state', context);
    const outcome = await act(number, site.name, { actorId: viewer.accountId, reason: given });
    return answer(outcome.ok ? undefined : outcome.rule, context);
  }

  return {
    Query: {
      managedOrders: allow<QueryManagedOrdersArgs, Query['managedOrders']>('administrator', async (args, context) => {
        const filter = { site: context.site.name, ...(args.state ? { state: args.state } : {}) };
        const { orders, total } = await listOrders(database, filter, pageOf(args));
        return { __typename: 'OrderList', orders: orders.map((row) => toOrder(database, row, context)), total };
      }),
      orderEvents: allow<QueryOrderEventsArgs, Query['orderEvents']>('administrator', async ({ id }, { site }) => {
        const order = await findOrder(database, { site: site.name, id: parseId(id) });
        return order ? listEvents(database, order.id) : [];
      }),
    },
    Mutation: {
      markOrderPaid: allow<MutationMarkOrderPaidArgs, Mutation['markOrderPaid']>('administrator', (args, context) =>
        decide(args, context, (...change) => payments.markPaid(...change)),
      ),
      cancelOrder: allow<MutationCancelOrderArgs, Mutation['cancelOrder']>('administrator', (args, context) =>
        decide(args, context, (...change) => payments.cancel(...change)),
      ),
      refundOrder: allow<MutationRefundOrderArgs, Mutation['refundOrder']>('administrator', (args, context) =>
        decide(args, context, (id, site, decision) =>
          payments.refund(id, site, {
            ...decision,
            amount: args.amount ?? undefined,
            seen: args.refunded ?? undefined,
          }),
        ),
      ),
    },
  } satisfies RootResolvers;
}

type AdministrationRule = 'state' | 'amount' | 'reason' | 'unavailable' | 'paying';

function answer(
  rule: AdministrationRule | undefined,
  context: UserContext,
): { __typename: 'AccountResult'; errors: AccountError[] } {
  const field = rule === 'amount' || rule === 'reason' ? { field: rule } : {};
  const errors = errorsOf(rule === undefined ? [] : [{ rule, ...field }], context, (violation, { t, locale }) =>
    ruleMessage(t, `errors.orderAdministration.${violation.rule}`, {
      max: new Intl.NumberFormat(locale).format(MAX_REASON_LENGTH),
    }),
  );
  return { __typename: 'AccountResult', errors };
}

async function listEvents(database: Kysely<Database>, orderId: number): Promise<Query['orderEvents']> {
  const { rows } = await sql<{
    at: Date;
    action: string;
    from_state: OrderState | null;
    to_state: OrderState;
    actor: string | null;
    reason: string | null;
  }>`
    select e.at, e.action, e.from_state, e.to_state, a.name as actor, e.reason
    from customer_order_event e left join account a on a.id = e.actor_id
    where e.order_id = ${orderId} order by e.id
  `.execute(database);
  return rows.map(({ at, action, from_state, to_state, actor, reason }) => ({
    __typename: 'OrderEvent',
    at: at.toISOString(),
    by: action,
    from: from_state,
    to: to_state,
    actor,
    reason,
  }));
}
