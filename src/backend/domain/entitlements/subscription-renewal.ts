import { sql, type Kysely } from 'kysely';
import type { Database } from '../../platform/database/schema.js';
import type { UserContext } from '../../platform/graphql/request-context.js';
import { mayActForOrganization } from '../../platform/graphql/viewer.js';
import { writeAudit } from '../audit/audit-log.js';

export interface SubscriptionViolation {
  field?: undefined;
  /** `unknown`: there is no such subscription of the organization. `ending`: it does not renew itself, or has ended. */
  rule: 'unknown' | 'ending';
}

/**
 * Cancels a subscription, which then continues until the end of the paid period, or revokes the cancellation. Idempotent.
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
    const { rows } = await sql<{ organizationId: number; canRenew: boolean; isCanceled: boolean }>`
      select s.organization_id as "organizationId", s.cancellation_at is not null as "isCanceled",
        s.renewal = 'automatic' and s.status in ('active', 'pending') and (s.end_at is null or s.end_at > ${now}) as "canRenew"
      from subscription s join organization o on o.id = s.organization_id
      where s.id = ${id} and o.site = ${site.name} for update of s
    `.execute(trx);
    const [found] = rows;
    if (!found || !mayActForOrganization(viewer, found.organizationId)) return [{ rule: 'unknown' }];
    if (!found.canRenew) return [{ rule: 'ending' }];
    if (found.isCanceled !== renews) return [];
    await trx
      .updateTable('subscription')
      .set({ cancellation_at: renews ? null : now })
      .where('id', '=', id)
      .execute();
    const action = renews ? ('subscription.resumed' as const) : ('subscription.canceled' as const);
    const details = { organization: String(found.organizationId) };
    await writeAudit(trx, { action, actorId: viewer.accountId, site: site.name, details }, now);
    return [];
  });
}
