import type { Kysely } from 'kysely';
import type { BackendLogger } from '#contract/backend/backend.js';
import type { Database } from '../../platform/database/schema.js';
import type { BackendModule } from '../../platform/graphql/backend-module.js';
import { startTimedTransfers } from '../ledger/timed-transfers.js';
import type { OrganizationProfiles } from '../organizations/organization-profiles.js';
import { entitlementResolvers } from './entitlement.resolvers.js';
import { userContextResolvers } from './user-context.resolvers.js';

/** What organizations may do: credits and subscriptions. */
export function createEntitlements({
  database,
  profiles,
  logger,
}: {
  database: Kysely<Database>;
  profiles: OrganizationProfiles;
  logger: BackendLogger;
}): BackendModule {
  const timedTransfers = startTimedTransfers({ database, logger });
  return {
    resolvers: [entitlementResolvers(database, profiles), userContextResolvers(database, profiles)],
    close: () => timedTransfers.stop(),
  };
}
