import type { Kysely } from 'kysely';
import type { Query, QueryCreditBalanceArgs, QueryGetSubscriptionsArgs } from '#contract/generated/resolvers.js';
import type { Database } from '../../platform/database/schema.js';
import { textsOf } from '../../platform/texts/site-texts.js';
import { allow, type RootResolvers } from '../../platform/graphql/allow.js';
import type { OrganizationProfiles } from '../organizations/organization-profiles.js';
import { loadCreditBalance } from './credit-balance.js';
import { chosenOrganization } from './organization-choice.js';
import { listSubscriptions } from './subscriptions.js';

const MAX_ROWS = 100;

/** What an account may use beside its own: organizations, credits, subscriptions (AUTH-19). */
export function entitlementResolvers(database: Kysely<Database>, organizations: OrganizationProfiles) {
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
      getSubscriptions: allow<QueryGetSubscriptionsArgs, Query['getSubscriptions']>('user', async (args, context) => {
        const organizationId = chosenOrganization('getSubscriptions', args.organizationId, context);
        if (organizationId === undefined) return { subscriptions: [], total: 0, errors: [] };
        const found = await listSubscriptions(database, {
          organizationId,
          site: args.showSubscriptionsFromAllFrontends ? null : context.site.name,
          filters: args.filters ?? [],
          sorting: args.sorting ?? [],
          limit: Math.min(Math.max(args.limit ?? MAX_ROWS, 1), MAX_ROWS),
          offset: Math.max(args.offset ?? 0, 0),
          texts: textsOf(context.site, context.locale),
        });
        return { ...found, errors: [] };
      }),
    },
  } satisfies RootResolvers;
}
