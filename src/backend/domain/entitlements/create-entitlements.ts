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
  OrganizationProfile,
  UserContext as UserContextOfContract,
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
import type { Lazy } from '../../platform/graphql/lazy.js';
import { activeOrganizationOf, type RequestContext, type UserContext } from '../../platform/graphql/request-context.js';
import { toUser } from '../accounts/account.resolvers.js';
import { loadCreditStatement, loadCreditBalance } from './credit-statement.js';
import { listSubscriptions, MAX_SUBSCRIPTIONS, setSubscriptionRenewal } from './subscriptions.js';
import { FREE_OF_CHARGE, loadPublishingTerms } from './job-charges.js';

/** Loading is complete, without errors. */
const LOADED = { loading: false, error: null };

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

/**
 * Resolver for the viewer and everything that belongs to them in one response (AUTH-19); each part follows the access rules of its own
 * operation.
 */
function userContextResolvers(
  database: Kysely<Database>,
  organizations: OrganizationProfiles,
  homeOf: BackendOptions['homeOf'],
) {
  return {
    Query: {
      userContext: allow<object, Query['userContext']>('anyone', (_args, context) =>
        isKnown(context) ? ofUser(context) : ofNobody(),
      ),
    },
  } satisfies RootResolvers;

  function ofUser(context: UserContext): Lazy<UserContextOfContract> {
    const { viewer, site } = context;
    const organizationId = activeOrganizationOf(viewer, site.name);
    return {
      user: toUser(viewer, site),
      authenticated: true,
      masqueraded: viewer.masqueraderId !== undefined,
      currentOrganizationProfile: async () => {
        if (organizationId === undefined) return null;
        const [profile] = await organizations.list([organizationId], context);
        return profile ?? null;
      },
      updatableOrganizationProfiles: () => updatable(context),
      credits: async () => ({
        data: organizationId === undefined ? [] : await loadCreditBalance(database, organizationId, context),
        ...LOADED,
      }),
      userSubscriptions: async () => {
        const { subscriptions, total } = await subscriptionsOf(organizationId, context);
        return { data: subscriptions, total, ...LOADED };
      },
    };
  }

  /** Only recruiters have any (ROLE-04). */
  async function updatable(context: UserContext): Promise<Lazy<OrganizationProfile>[]> {
    const { roles, memberships } = context.viewer;
    return roles.includes('recruiter') ? organizations.list([...memberships.keys()], context) : [];
  }

  async function subscriptionsOf(organizationId: number | undefined, { site, locale }: UserContext) {
    if (organizationId === undefined) return { subscriptions: [], total: 0 };
    const everything = { filters: [], sorting: [], limit: MAX_SUBSCRIPTIONS, offset: 0 };
    return listSubscriptions(database, {
      organizationId,
      site: site.name,
      texts: textsOf(site, locale),
      homeOf,
      ...everything,
    });
  }
}

function isKnown(context: RequestContext): context is UserContext {
  return context.viewer !== null;
}

function ofNobody(): Lazy<UserContextOfContract> {
  return {
    user: null,
    authenticated: false,
    masqueraded: false,
    currentOrganizationProfile: null,
    updatableOrganizationProfiles: [],
    credits: { data: [], ...LOADED },
    userSubscriptions: { data: [], total: 0, ...LOADED },
  };
}
