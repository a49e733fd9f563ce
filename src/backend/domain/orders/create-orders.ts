import type { Kysely } from 'kysely';
import type { BackendLogger, BackendOptions, BackendSite } from '#contract/backend/backend.js';
import type { ChangeFeed } from '../../platform/change-feed/change-feed.js';
import type { Database } from '../../platform/database/schema.js';
import type { BackendModule } from '../../platform/graphql/backend-module.js';
import { createStripeProvider } from '../payments/stripe-provider.js';
import { orderAdministrationResolvers } from './order-administration.js';
import { OrderPayments } from './order-payments.js';
import { startOrderWork } from './order-work.js';
import { orderResolvers } from './order.resolvers.js';

/** Billing profiles, orders and their payment. */
export function createOrders(
  deps: Pick<BackendOptions, 'stripe' | 'homeOf' | 'vies'> & {
    database: Kysely<Database>;
    changes: ChangeFeed;
    sites: readonly BackendSite[];
    logger: BackendLogger;
  },
): BackendModule {
  const { database, changes, sites, logger, homeOf, stripe, vies } = deps;
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
