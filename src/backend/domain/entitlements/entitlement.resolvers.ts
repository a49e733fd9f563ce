import type { Kysely } from 'kysely';
import type { BackendOptions } from '#contract/backend/backend.js';
import type {
  Mutation,
  MutationSetSubscriptionRenewalArgs,
  Query,
  QueryCreditBalanceArgs,
  QueryCreditStatementArgs,
  QueryGetSubscriptionsArgs,
  QueryPublishingTermsArgs,
} from '#contract/generated/resolvers.js';
import { parseId } from '../../platform/database/id.js';
import type { Database } from '../../platform/database/schema.js';
import { allow, type RootResolvers } from '../../platform/graphql/allow.js';
import { ruleMessage, textsOf } from '../../platform/texts/site-texts.js';
import { errorsOf } from '../accounts/account-results.js';
import type { OrganizationProfiles } from '../organizations/organization-profiles.js';
import { loadCreditBalance } from './credit-balance.js';
import { loadCreditStatement } from './credit-statement.js';
import { listSubscriptions, MAX_SUBSCRIPTIONS, setSubscriptionRenewal } from './subscriptions.js';
import { FREE_OF_CHARGE, loadPublishingTerms } from './publishing-terms.js';
import { chosenOrganization } from './organization-choice.js';

/** Resolvers for what an account may use: organizations, credits, subscriptions (AUTH-19). */
export function entitlementResolvers(
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
