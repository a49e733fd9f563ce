import { type Kysely, sql } from 'kysely';
import type { BackendLogger, BackendOptions, BackendSite } from '#contract/backend/backend.js';
import type { Database } from '../../platform/database/schema.js';
import type { BackendModule } from '../../platform/graphql/backend-module.js';
import { repeat, together } from '../../platform/background-jobs/recurring-work.js';
import { startTimedTransfers } from '../ledger/timed-transfers.js';
import type { OrganizationProfiles } from '../organizations/organization-profiles.js';
import { entitlementResolvers } from './entitlement.resolvers.js';
import { userContextResolvers } from './user-context.resolvers.js';

const ENDING_EVERY_MS = 60_000;

/** Number of days for which a self-renewing subscription waits for its renewal, which sets a new end. */
const RENEWAL_DAYS = 14;

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

/**
 * Ends expired subscriptions, by the clock of the database: at once if they do not renew themselves or were cancelled immediately,
 * otherwise when the renewal does not arrive. Their slots stop counting at their end, whenever this runs.
 *
 * @returns the number of subscriptions ended
 */
export async function endSubscriptions(database: Kysely<Database>): Promise<number> {
  const { numAffectedRows } = await sql`
    update subscription set status = 'expired'
    where status = 'active' and end_at <= clock_timestamp() - case
      when renewal = 'automatic' and cancellation_at is null then make_interval(days => ${RENEWAL_DAYS}) else interval '0' end
  `.execute(database);
  return Number(numAffectedRows ?? 0n);
}
