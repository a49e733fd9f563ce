import { type Kysely, sql, type RawBuilder, type Selectable } from 'kysely';
import type { BackendOptions } from '#contract/backend/backend.js';
import type { Subscription, SubscriptionFilterInput, SubscriptionSortInput } from '#contract/generated/resolvers.js';
import { ownSubscriptionPath } from '#contract/pages/paths.js';
import type { Database, OrganizationTable } from '../../platform/database/schema.js';
import type { SubscriptionTable } from '../../platform/database/tables/ledger-tables.js';
import { badUserInput } from '../../platform/graphql/allow.js';
import { mayActForOrganization, type UserContext } from '../../platform/graphql/request-context.js';
import type { SiteTexts } from '../../platform/texts/site-texts.js';
import { auditedActor, writeAudit } from '../audit/audit-log.js';

export const MAX_SUBSCRIPTIONS = 100;

const FILTERS: Record<string, string> = { status: 'status', type: 'type', product: 'product_id' };
const SORTS: Record<string, string> = { startDate: 'start_at', endDate: 'end_at', label: 'label' };

/** Prefix of the keys of renewal orders, followed by the id of the subscription, and by the attempt from the second one on. */
const RENEWAL_KEY = 'renewal:';

/** @param attempt number of the renewal order, from 1: after a canceled one, the same period can be ordered again */
export function renewalKey(subscriptionId: number, attempt: number): string {
  return RENEWAL_KEY + String(subscriptionId) + (attempt > 1 ? `:${attempt}` : '');
}

/** @returns the id of the subscription that the order with a key renews; undefined if it is not a renewal */
export function renewedSubscription(key: string): number | undefined {
  return key.startsWith(RENEWAL_KEY) ? Number(key.split(':')[1]) : undefined;
}

/** Condition that the order with a key renews a subscription. @param key column @param subscriptionId column */
export function isRenewalOf(key: string, subscriptionId: string): RawBuilder<boolean> {
  const id = sql`split_part(${sql.ref(key)}, ':', 2)`;
  return sql<boolean>`(starts_with(${sql.ref(key)}, ${RENEWAL_KEY}) and ${id} = ${sql.ref(subscriptionId)}::text)`;
}

/**
 * The subscription `n` that continues the subscription `s` after its end, with the condition for it. Its order was paid, or its slots are
 * in use already and have to be paid. Until then, canceling `s` cancels the order too.
 */
const CONTINUATION = sql`customer_order r join subscription n on n.reference = 'order:' || r.id
  where r.organization_id = s.organization_id and ${isRenewalOf('r.key', 's.id')} and n.status <> 'canceled'
    and (r.state in ('paid', 'disputed') or n.start_at <= clock_timestamp())`;

/** Condition that another subscription continues the subscription `s`, which therefore neither renews itself nor can be canceled. */
export const IS_CONTINUED = sql<boolean>`exists (select from ${CONTINUATION})`;

interface SubscriptionSearch {
  organizationId: number;
  /** null for all sites */
  site: string | null;
  filters: readonly SubscriptionFilterInput[];
  sorting: readonly SubscriptionSortInput[];
  limit: number;
  offset: number;
  texts: SiteTexts;
  /** As `BackendOptions.homeOf`; undefined if the addresses of pages are unknown, or there is no page about subscriptions. */
  homeOf: BackendOptions['homeOf'];
}

type Row = Selectable<SubscriptionTable> &
  Pick<Selectable<OrganizationTable>, 'name' | 'site'> & { job_slots_taken: number; is_continued: boolean };

interface SubscriptionViolation {
  field?: undefined;
  /** `unknown`: there is no such subscription of the organization. `ending`: it does not renew itself, or has ended. */
  rule: 'unknown' | 'ending';
}

/** @throws BAD_USER_INPUT for an invalid filter or order */
export async function listSubscriptions(
  database: Kysely<Database>,
  search: SubscriptionSearch,
): Promise<{ subscriptions: Subscription[]; total: number }> {
  const { organizationId, site, limit, offset } = search;
  const conditions = [sql`s.organization_id = ${organizationId}::bigint`, ...search.filters.map(toCondition)];
  if (site !== null) conditions.push(sql`o.site = ${site}`);
  const matching = sql`from subscription s join organization o on o.id = s.organization_id
    where ${sql.join(conditions, sql` and `)}`;
  const order = sql.join([...search.sorting.map(toOrder), sql`s.start_at desc`, sql`s.id desc`]);
  const [{ rows }, { rows: counted }] = await Promise.all([
    sql<Row>`select s.*, o.name, o.site, (
        select count(*) from job_charge c where c.subscription_id = s.id and c.ended_at is null
      )::integer as job_slots_taken, ${IS_CONTINUED} as is_continued ${matching} order by ${order} limit ${limit} offset ${offset}`.execute(
      database,
    ),
    sql<{ total: number }>`select count(*)::integer as total ${matching}`.execute(database),
  ]);
  return { subscriptions: rows.map((row) => toSubscription(row, search)), total: counted[0]?.total ?? 0 };
}

function toCondition({ name, value }: SubscriptionFilterInput): RawBuilder<unknown> {
  const column = Object.hasOwn(FILTERS, name) ? FILTERS[name] : undefined;
  if (column === undefined) throw badUserInput(`Subscriptions cannot be filtered by ${name}.`);
  return sql`${sql.ref(`s.${column}`)} = ${value}`;
}

function toOrder({ field, value }: SubscriptionSortInput): RawBuilder<unknown> {
  const column = Object.hasOwn(SORTS, field) ? SORTS[field] : undefined;
  if (column === undefined) throw badUserInput(`Subscriptions cannot be sorted by ${field}.`);
  const direction = value.toLowerCase();
  if (direction !== 'asc' && direction !== 'desc') throw badUserInput('The order must be asc or desc.');
  return direction === 'asc' ? sql`${sql.ref(`s.${column}`)} asc` : sql`${sql.ref(`s.${column}`)} desc`;
}

function toSubscription(
  row: Row,
  { texts: { t, locale }, homeOf }: Pick<SubscriptionSearch, 'texts' | 'homeOf'>,
): Subscription {
  const home = homeOf?.(row.site, locale);
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
    renewal: row.is_continued ? 'none' : row.renewal,
    canceledAt: row.cancellation_at?.toISOString() ?? null,
    absoluteUrl: home === undefined ? null : home + ownSubscriptionPath(String(row.organization_id), String(row.id)),
  };
}

/**
 * Cancels a subscription, which then continues until the end of the paid period, or revokes the cancellation. Idempotent. If its renewal
 * was paid, the paid period is that of the subscription that continues it, which is canceled instead. Until its renewal is given up, a
 * subscription can also be canceled after its end: an unpaid renewal is then canceled.
 *
 * @param id undefined if the input was not a valid id
 */
export async function setSubscriptionRenewal(
  database: Kysely<Database>,
  { id, renews }: { id: number | undefined; renews: boolean },
  { viewer, site, now }: Pick<UserContext, 'viewer' | 'site' | 'now'>,
): Promise<SubscriptionViolation[]> {
  if (id === undefined) return [{ rule: 'unknown' }];
  return database.transaction().execute(async (trx): Promise<SubscriptionViolation[]> => {
    let found = await lockSubscription(trx, id, site.name);
    if (!found || !mayActForOrganization(viewer, found.organizationId)) return [{ rule: 'unknown' }];
    for (let next = await continuationOf(trx, id); next !== undefined; next = await continuationOf(trx, next))
      found = (await lockSubscription(trx, next, site.name)) ?? found;
    const canChange = found.renewsItself && (!renews || found.endsAt === null || found.endsAt > now);
    if (!canChange) return [{ rule: 'ending' }];
    if (found.isCanceled !== renews) return [];
    await trx
      .updateTable('subscription')
      .set({ cancellation_at: renews ? null : now })
      .where('id', '=', found.id)
      .execute();
    const action = renews ? ('subscription.resumed' as const) : ('subscription.canceled' as const);
    const details = { organization: String(found.organizationId) };
    await writeAudit(trx, { action, ...auditedActor(viewer), site: site.name, details }, now);
    return [];
  });
}

interface LockedSubscription {
  id: number;
  organizationId: number;
  isCanceled: boolean;
  /** Whether it would be renewed if it is not canceled. It stays so for some days after its end. */
  renewsItself: boolean;
  endsAt: Date | null;
}

/** Locks a subscription of a site until the end of the transaction. */
async function lockSubscription(
  trx: Kysely<Database>,
  id: number,
  site: string,
): Promise<LockedSubscription | undefined> {
  const { rows } = await sql<LockedSubscription>`
    select s.id, s.organization_id as "organizationId", s.cancellation_at is not null as "isCanceled", s.end_at as "endsAt",
      s.renewal = 'automatic' and s.status in ('active', 'pending') as "renewsItself"
    from subscription s join organization o on o.id = s.organization_id
    where s.id = ${id} and o.site = ${site} for update of s
  `.execute(trx);
  return rows[0];
}

/** @returns the id of the subscription that continues one, which must be locked: otherwise it can be paid a moment later */
async function continuationOf(trx: Kysely<Database>, id: number): Promise<number | undefined> {
  const { rows } = await sql<{ id: number | null }>`
    select (select max(n.id) from ${CONTINUATION}) as id from subscription s where s.id = ${id}
  `.execute(trx);
  return rows[0]?.id ?? undefined;
}
