import { sql, type Kysely } from 'kysely';
import type { PublishingTerms } from '#contract/generated/resolvers.js';
import type { CommerceRules } from '#contract/commerce/commerce-rules.js';
import type { Database } from '../../platform/database/schema.js';

/** Rules of a site that defines none. */
export const FREE_OF_CHARGE: Pick<CommerceRules, 'publishing' | 'refundHours'> = { publishing: 'free', refundHours: 0 };

/** Price of publishing a job for an organization now, and its means to pay. */
export async function loadPublishingTerms(
  database: Kysely<Database>,
  organizationId: number,
  { publishing, refundHours }: Pick<CommerceRules, 'publishing' | 'refundHours'>,
): Promise<PublishingTerms> {
  const { rows } = await sql<Record<'credits' | 'featured' | 'top' | 'slots' | 'taken', number>>`
    with open as (
      select id, job_slots from subscription where organization_id = ${organizationId} and status = 'active'
        and start_at <= clock_timestamp() and (end_at is null or end_at > clock_timestamp())
    ), credit as (
      select type, amount from credit_balance where organization_id = ${organizationId}
    )
    select
      coalesce((select amount from credit where type = 'job'), 0)::integer as credits,
      coalesce((select amount from credit where type = 'featured_day'), 0)::integer as featured,
      coalesce((select amount from credit where type = 'top_day'), 0)::integer as top,
      coalesce((select sum(job_slots) from open), 0)::integer as slots,
      (select count(*) from job_charge c where c.ended_at is null and c.subscription_id in (select id from open))::integer as taken
  `.execute(database);
  const { credits, featured, top, slots, taken } = rows[0]!;
  return {
    __typename: 'PublishingTerms',
    policy: publishing,
    price: publishing === 'credit' ? 1 : 0,
    available: credits,
    jobSlots: { __typename: 'SlotUsage', active: taken, available: slots - taken, total: slots },
    featuredDays: featured,
    topDays: top,
    refundHours,
  };
}
