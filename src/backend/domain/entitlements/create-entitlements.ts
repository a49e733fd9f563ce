import type { Kysely } from 'kysely';
import type { BackendLogger, BackendOptions, BackendSite } from '#contract/backend/backend.js';
import type { Database } from '../../platform/database/schema.js';
import type { BackendModule } from '../../platform/graphql/backend-module.js';
import { repeat, together } from '../../platform/background-jobs/recurring-work.js';
import { startTimedTransfers } from '../ledger/timed-transfers.js';
import type { OrganizationProfiles } from '../organizations/organization-profiles.js';
import { endSubscriptions } from './end-subscriptions.js';
import { entitlementResolvers } from './entitlement.resolvers.js';
import { userContextResolvers } from './user-context.resolvers.js';

const ENDING_EVERY_MS = 60_000;

/** Credits and subscriptions of organizations. */
export function createEntitlements({
  database,
  profiles,
  sites,
  homeOf,
  logger,
}: {
  database: Kysely<Database>;
  profiles: OrganizationProfiles;
  sites: readonly BackendSite[];
  homeOf?: BackendOptions['homeOf'];
  logger: BackendLogger;
}): BackendModule {
  // On other sites, the subscriptions page only links to the contact form.
  const withPage = new Set(sites.filter(({ commerce }) => commerce?.selfService).map(({ name }) => name));
  const homes: BackendOptions['homeOf'] = (site, language) =>
    withPage.has(site) ? homeOf?.(site, language) : undefined;
  return {
    resolvers: [entitlementResolvers(database, profiles, homes), userContextResolvers(database, profiles, homes)],
    startJobs: () =>
      together(
        startTimedTransfers({ database, logger }),
        repeat({
          everyMs: ENDING_EVERY_MS,
          work: () => endSubscriptions(database),
          failed: 'Expired subscriptions could not be ended',
          logger,
        }),
      ),
  };
}
