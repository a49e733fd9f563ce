import type { Kysely } from 'kysely';
import type { Database } from '../../platform/database/schema.js';
import type { BackendModule } from '../../platform/graphql/backend-module.js';
import type { OrganizationProfiles } from '../organizations/organization-profiles.js';
import { entitlementResolvers } from './entitlement.resolvers.js';
import { userContextResolvers } from './user-context.resolvers.js';

/** What organizations may do: credits and subscriptions. */
export function createEntitlements({
  database,
  profiles,
}: {
  database: Kysely<Database>;
  profiles: OrganizationProfiles;
}): BackendModule {
  return { resolvers: [entitlementResolvers(database, profiles), userContextResolvers(database, profiles)] };
}
