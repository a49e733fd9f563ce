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
  CreditStatement,
  CreditBalance,
} from '#contract/generated/resolvers.js';
import type { Database } from '../../platform/database/schema.js';
import type { BackendModule } from '../../platform/graphql/backend-module.js';
import { repeat, together } from '../../platform/background-jobs/recurring-work.js';
import { startTimedTransfers, statement, type StatementMovement, balances } from '../ledger/ledger.js';
import type { OrganizationProfiles } from '../organizations/organization-profiles.js';
import { parseId } from '../../platform/database/statement.js';
import { allow, type RootResolvers, chosenOrganization, badUserInput } from '../../platform/graphql/allow.js';
import { ruleMessage, textsOf } from '../../platform/texts/site-texts.js';
import { errorsOf } from '../accounts/account-results.js';
import type { Lazy } from '../../platform/graphql/lazy.js';
import { activeOrganizationOf, type RequestContext, type UserContext } from '../../platform/graphql/request-context.js';
import { toUser } from '../accounts/account.resolvers.js';
import { CREDIT_TYPES } from '../../platform/database/tables/ledger-tables.js';
import { IS_CONTINUED, listSubscriptions, MAX_SUBSCRIPTIONS, setSubscriptionRenewal } from './subscriptions.js';
import { FREE_OF_CHARGE, loadPublishingTerms } from './job-charges.js';

const CREDIT_NAMES: readonly string[] = CREDIT_TYPES;
const MAX_MOVEMENTS = 500;
const DEFAULT_MOVEMENTS = 50;

/** Cause of movements for a job. */
const JOB_CAUSE = 'job';

/** Loading is complete, without errors. */
const LOADED = { loading: false, error: null };

const ENDING_EVERY_MS = 60_000;

/**
 * Number of days after its end for which a self-renewing subscription is shown as active, because its renewal may be paid late. The
 * renewal is a new subscription: it does not change the end of this one.
 */
const RENEWAL_GRACE_DAYS = 14;

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
 * Ends expired subscriptions, by the clock of the database: at once if they do not renew themselves, were canceled, or are continued by
 * their renewal, otherwise `RENEWAL_GRACE_DAYS` after their end. Their slots stop counting at their end, whenever this runs.
 *
 * @returns the number of subscriptions ended
 */
export async function endSubscriptions(database: Kysely<Database>): Promise<number> {
  const { numAffectedRows } = await sql`
    update subscription s set status = 'expired'
    where status = 'active' and end_at <= clock_timestamp() and (
      renewal <> 'automatic' or cancellation_at is not null
      or end_at <= clock_timestamp() - make_interval(days => ${RENEWAL_GRACE_DAYS}) or ${IS_CONTINUED}
    )
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
        isKnown(context) ? ofUser(context) : anonymousContext(),
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

function anonymousContext(): Lazy<UserContextOfContract> {
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

/**
 * Loads a page of an organization's statement. An organization has no movements on other sites.
 *
 * @param of.organizationId undefined if there is none
 * @throws BAD_USER_INPUT for an invalid type or movement
 */
async function loadCreditStatement(
  database: Kysely<Database>,
  { organizationId, site }: { organizationId: number | undefined; site: string },
  { type, limit, before }: Pick<QueryCreditStatementArgs, 'type' | 'limit' | 'before'>,
): Promise<CreditStatement> {
  if (!CREDIT_NAMES.includes(type)) throw badUserInput('type must be job, resume_contact, featured_day or top_day');
  const from = before == null ? undefined : parseId(before);
  if (before != null && from === undefined) throw badUserInput('before is not the id of a movement');
  if (organizationId === undefined) return { __typename: 'CreditStatement', movements: [], next: null };
  const owner = { site, kind: 'organization', id: String(organizationId) } as const;
  const count = Math.min(Math.max(limit ?? DEFAULT_MOVEMENTS, 1), MAX_MOVEMENTS);
  // One more row than shown tells whether there is a next page.
  const page = { limit: count + 1, ...(from === undefined ? {} : { before: String(from) }) };
  const found = await statement(database, { owner, unit: type }, page);
  const shown = found.slice(0, count);
  const titles = await jobTitles(database, shown);
  return {
    __typename: 'CreditStatement',
    movements: shown.map(({ transferId, at, kind, amount, balance, cause, reason, settledBy }) => ({
      __typename: 'CreditMovement',
      id: transferId,
      at: at.toISOString(),
      kind,
      amount: Number(amount),
      balance: Number(balance),
      cause: cause.kind,
      causeId: cause.id ?? null,
      causeTitle: (cause.kind === JOB_CAUSE ? titles.get(Number(cause.id)) : undefined) ?? null,
      reason,
      settledBy,
    })),
    next: found.length > count ? shown.at(-1)!.transferId : null,
  };
}

/** Titles of the jobs on a page, by id, in one query. Deleted jobs have none. */
async function jobTitles(
  database: Kysely<Database>,
  movements: readonly StatementMovement[],
): Promise<ReadonlyMap<number, string>> {
  const ids = movements.flatMap(({ cause }) => (cause.kind === JOB_CAUSE ? [parseId(cause.id ?? '')] : []));
  const known = [...new Set(ids)].filter((id) => id !== undefined);
  if (known.length === 0) return new Map();
  const rows = await database.selectFrom('job').select(['id', 'title']).where('id', 'in', known).execute();
  return new Map(rows.map(({ id, title }) => [id, title]));
}

/** Loads the balances of an organization of the site, for each type of credit that it ever had. */
async function loadCreditBalance(
  database: Kysely<Database>,
  organizationId: number,
  { site, locale }: Pick<RequestContext, 'site' | 'locale'>,
): Promise<CreditBalance[]> {
  const { t } = textsOf(site, locale);
  const [organization, found] = await Promise.all([
    database
      .selectFrom('organization')
      .select('name')
      .where('id', '=', organizationId)
      .where('site', '=', site.name)
      .executeTakeFirst(),
    balances(database, { site: site.name, kind: 'organization', id: String(organizationId) }),
  ]);
  if (!organization) return [];
  return found
    .filter(({ unit }) => CREDIT_NAMES.includes(unit))
    .map(({ unit, available, held, nextExpiry, expiring }) => ({
      __typename: 'CreditBalance',
      amount: Number(available),
      held: Number(held),
      nextExpiry: nextExpiry?.toISOString() ?? null,
      expiring: Number(expiring),
      label: t(`entitlements.type.${unit}`),
      organizationName: organization.name,
      type: unit,
      frontend: site.name,
    }));
}
