import { type Kysely, sql, type RawBuilder, type Selectable } from 'kysely';
import type {
  Query,
  QueryCreditBalanceArgs,
  QueryCreditStatementArgs,
  QueryGetSubscriptionsArgs,
  QueryPublishingTermsArgs,
  Subscription,
  SubscriptionFilterInput,
  SubscriptionSortInput,
  CreditBalance,
} from '#contract/generated/resolvers.js';
import type { Database, OrganizationTable } from '../../platform/database/schema.js';
import type { SubscriptionTable } from '../../platform/database/tables/charge-tables.js';
import { badUserInput } from '../../platform/graphql/rejection.js';
import type { RequestContext } from '../../platform/graphql/request-context.js';
import { textsOf, type SiteTexts } from '../../platform/texts/site-texts.js';
import { allow, type RootResolvers } from '../../platform/graphql/allow.js';
import type { OrganizationProfiles } from '../organizations/organization-profiles.js';
import { loadCreditStatement } from './credit-statement.js';
import { FREE_OF_CHARGE, loadPublishingTerms } from './publishing-terms.js';
import { chosenOrganization } from './organization-choice.js';

const FILTERS: Record<string, string> = { status: 'status', type: 'type', product: 'product_id' };
const SORTS: Record<string, string> = { startDate: 'start_at', endDate: 'end_at', label: 'label' };

interface SubscriptionSearch {
  organizationId: number;
  /** null: of all. */
  site: string | null;
  filters: readonly SubscriptionFilterInput[];
  sorting: readonly SubscriptionSortInput[];
  limit: number;
  offset: number;
  texts: SiteTexts;
}

type Row = Selectable<SubscriptionTable> &
  Pick<Selectable<OrganizationTable>, 'name' | 'site'> & { job_slots_taken: number };

/** @throws BAD_USER_INPUT for a filter or an order that there is not. */
export async function listSubscriptions(
  database: Kysely<Database>,
  search: SubscriptionSearch,
): Promise<{ subscriptions: Subscription[]; total: number }> {
  const { organizationId, site, limit, offset, texts } = search;
  const conditions = [sql`s.organization_id = ${organizationId}::bigint`, ...search.filters.map(toCondition)];
  if (site !== null) conditions.push(sql`o.site = ${site}`);
  const matching = sql`from subscription s join organization o on o.id = s.organization_id
    where ${sql.join(conditions, sql` and `)}`;
  const order = sql.join([...search.sorting.map(toOrder), sql`s.start_at desc`, sql`s.id desc`]);
  const [{ rows }, { rows: counted }] = await Promise.all([
    sql<Row>`select s.*, o.name, o.site, (
        select count(*) from job_charge c where c.subscription_id = s.id and c.ended_at is null
      )::integer as job_slots_taken ${matching} order by ${order} limit ${limit} offset ${offset}`.execute(database),
    sql<{ total: number }>`select count(*)::integer as total ${matching}`.execute(database),
  ]);
  return { subscriptions: rows.map((row) => toSubscription(row, texts)), total: counted[0]?.total ?? 0 };
}

function toCondition({ name, value }: SubscriptionFilterInput): RawBuilder<unknown> {
  const column = Object.hasOwn(FILTERS, name) ? FILTERS[name] : undefined;
  if (column === undefined) throw badUserInput(`Subscriptions have no filter ${name}.`);
  return sql`${sql.ref(`s.${column}`)} = ${value}`;
}

function toOrder({ field, value }: SubscriptionSortInput): RawBuilder<unknown> {
  const column = Object.hasOwn(SORTS, field) ? SORTS[field] : undefined;
  if (column === undefined) throw badUserInput(`Subscriptions are not sorted by ${field}.`);
  const direction = value.toLowerCase();
  if (direction !== 'asc' && direction !== 'desc') throw badUserInput('The order is asc or desc.');
  return direction === 'asc' ? sql`${sql.ref(`s.${column}`)} asc` : sql`${sql.ref(`s.${column}`)} desc`;
}

function toSubscription(row: Row, { t }: SiteTexts): Subscription {
  const { resume_contact_slots: slots, resume_contact_slots_used: active } = row;
  const { job_slots: jobSlots, job_slots_taken: taken } = row;
  return {
    id: String(row.id),
    startDate: row.start_at.toISOString(),
    endDate: row.end_at?.toISOString() ?? null,
    label: row.label,
    organizationName: row.name,
    availableJobSlots: jobSlots - taken,
    usageJobSlots: jobSlots > 0 ? { active: taken, available: jobSlots - taken, total: jobSlots } : null,
    usageResumeContactSlots: slots === null ? null : { active, available: slots - active, total: slots },
    status: { value: row.status, label: t(`entitlements.status.${row.status}`) },
    type: row.type,
    frontend: row.site,
    product: { id: row.product_id, name: row.product_name },
    absoluteUrl: null,
  };
}

export async function loadCreditBalance(
  database: Kysely<Database>,
  organizationId: number,
  { site, locale }: Pick<RequestContext, 'site' | 'locale'>,
): Promise<CreditBalance[]> {
  const { t } = textsOf(site, locale);
  const rows = await database
    .selectFrom('credit_balance')
    .innerJoin('organization', 'organization.id', 'credit_balance.organization_id')
    .select(['credit_balance.type', 'amount', 'organization.name'])
    .where('organization.id', '=', organizationId)
    .where('organization.site', '=', site.name)
    .orderBy('credit_balance.type')
    .execute();
  return rows.map(({ type, amount, name }) => ({
    amount,
    label: t(`entitlements.type.${type}`),
    organizationName: name,
    type,
    frontend: site.name,
  }));
}

export const MAX_SUBSCRIPTIONS = 100;

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
        });
        return { ...found, errors: [] };
      }),
    },
  } satisfies RootResolvers;
}
