import { type Kysely, sql } from 'kysely';
import type { BackendLogger, BackendOptions, BackendSite } from '#contract/backend/backend.js';
import type {
  Mutation,
  MutationSetSubscriptionRenewalArgs,
  Query,
  QueryCreditBalanceArgs,
  QueryCreditStatementArgs,
  QueryGetSubscriptionsArgs,
  QueryPublishingTermsArgs,
} from '#contract/generated/resolvers.js';
import type { Database } from '../../platform/database/schema.js';
import type { BackendModule } from '../../platform/graphql/backend-module.js';
import { repeat, together } from '../../platform/background-jobs/recurring-work.js';
import { startTimedTransfers } from '../ledger/ledger.js';
import type { OrganizationProfiles } from '../organizations/organization-profiles.js';
import { parseId } from '../../platform/database/statement.js';
import { allow, type RootResolvers, chosenOrganization } from '../../platform/graphql/allow.js';
import { ruleMessage, textsOf } from '../../platform/texts/site-texts.js';
import { errorsOf } from '../accounts/account-results.js';
import { userContextResolvers } from './user-context.resolvers.js';
import { loadCreditStatement, loadCreditBalance } from './credit-statement.js';
import { listSubscriptions, MAX_SUBSCRIPTIONS, setSubscriptionRenewal } from './subscriptions.js';
import { FREE_OF_CHARGE, loadPublishingTerms } from './publishing-terms.js';

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

/** Resolvers for what an account may use: organizations, credits, subscriptions (AUTH-19). */
function entitlementResolvers(
  database: Kysely<Database>,
  organizations: OrganizationProfiles,
  homeOf: BackendOptions['homeOf'],
) {
  return {
    Query: {
      updatableOrganizationProfiles: allow<object, Query['updatableOrganizationProfiles']>(
        'recruiter',
        (_args, context) => organizations.list([...context.viewer.memberships.keys()], context),
      ),
      creditBalance: allow<QueryCreditBalanceArgs, Query['creditBalance']>(
        'user',
        async ({ organizationId }, context) => {
          const id = chosenOrganization('creditBalance', organizationId, context);
          return id === undefined ? [] : loadCreditBalance(database, id, context);
        },
      ),
      creditStatement: allow<QueryCreditStatementArgs, Query['creditStatement']>('user', async (args, context) => {
        const id = chosenOrganization('creditStatement', args.organizationId, context);
        return loadCreditStatement(database, { organizationId: id, site: context.site.name }, args);
      }),
      publishingTerms: allow<QueryPublishingTermsArgs, Query['publishingTerms']>(
        'employer',
        async ({ organizationId: named }, context) => {
          const id = chosenOrganization('publishingTerms', named, context);
          return id === undefined ? null : loadPublishingTerms(database, id, context.site.commerce ?? FREE_OF_CHARGE);
        },
      ),
      getSubscriptions: allow<QueryGetSubscriptionsArgs, Query['getSubscriptions']>('user', async (args, context) => {
        const organizationId = chosenOrganization('getSubscriptions', args.organizationId, context);
        if (organizationId === undefined) return { subscriptions: [], total: 0, errors: [] };
        const found = await listSubscriptions(database, {
          organizationId,
          site: args.showSubscriptionsFromAllFrontends ? null : context.site.name,
          filters: args.filters ?? [],
          sorting: args.sorting ?? [],
          limit: Math.min(Math.max(args.limit ?? MAX_SUBSCRIPTIONS, 1), MAX_SUBSCRIPTIONS),
          offset: Math.max(args.offset ?? 0, 0),
          texts: textsOf(context.site, context.locale),
          homeOf,
        });
        return { ...found, errors: [] };
      }),
    },
    Mutation: {
      setSubscriptionRenewal: allow<MutationSetSubscriptionRenewalArgs, Mutation['setSubscriptionRenewal']>(
        'employer',
        async ({ id, renews }, context) => {
          const violations = await setSubscriptionRenewal(database, { id: parseId(id), renews }, context);
          const errors = errorsOf(violations, context, ({ rule }, { t }) =>
            ruleMessage(t, `errors.subscription.${rule}`),
          );
          return { __typename: 'AccountResult', errors };
        },
      ),
    },
  } satisfies RootResolvers;
}
