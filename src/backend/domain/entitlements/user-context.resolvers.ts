import type { Kysely } from 'kysely';
import type { BackendOptions } from '#contract/backend/backend.js';
import type {
  OrganizationProfile,
  Query,
  UserContext as UserContextOfContract,
} from '#contract/generated/resolvers.js';
import type { Database } from '../../platform/database/schema.js';
import { allow, type RootResolvers } from '../../platform/graphql/allow.js';
import type { Lazy } from '../../platform/graphql/lazy.js';
import { activeOrganizationOf, type RequestContext, type UserContext } from '../../platform/graphql/request-context.js';
import { textsOf } from '../../platform/texts/site-texts.js';
import { toUser } from '../accounts/account.resolvers.js';
import type { OrganizationProfiles } from '../organizations/organization-profiles.js';
import { loadCreditBalance } from './credit-statement.js';
import { listSubscriptions, MAX_SUBSCRIPTIONS } from './subscriptions.js';

/** Loading is complete, without errors. */
const LOADED = { loading: false, error: null };

/**
 * Resolver for the viewer and everything that belongs to them in one response (AUTH-19); each part follows the access rules of its own
 * operation.
 */
export function userContextResolvers(
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
