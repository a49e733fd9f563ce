import { sql, type Kysely } from 'kysely';
import type { CommerceRules } from '#contract/commerce/commerce-rules.js';
import type { PublishingTerms } from '#contract/generated/resolvers.js';
import type { Database } from '../../platform/database/schema.js';
import { chargeCredits, refundCredits } from '../ledger/ledger.js';

/** Rules of a site that defines none. */
export const FREE_OF_CHARGE: Pick<CommerceRules, 'publishing' | 'refundHours'> = { publishing: 'free', refundHours: 0 };

const HOUR_MS = 3_600_000;

/** Whether the slots of the subscription `s` can be used now, by the clock of the database. */
const IS_RUNNING = sql`s.status = 'active' and s.start_at <= clock_timestamp() and (s.end_at is null or s.end_at > clock_timestamp())`;

/** The job to be charged, with the actor and the time. */
export interface ChargedJob {
  site: string;
  organizationId: number;
  jobId: number;
  actorId: string;
  now: Date;
}

/** Reason of a refund, as in the statement. */
export type RefundReason = 'sent_back' | 'withdrawn' | 'archived';

/** `credit`: one was charged. `slot`: the job uses a slot of a subscription. `free`: nothing was charged. */
export type ChargeResult = { ok: true; by: 'credit' | 'slot' | 'free' } | { ok: false; available: bigint };

/**
 * Charges for publishing or renewing a job on its site, in the transaction that publishes it. A job has one charge at a time: a renewal
 * costs another credit. It keeps a slot of a subscription that is running.
 */
export async function chargePublication(
  trx: Kysely<Database>,
  job: ChargedJob,
  publishing: CommerceRules['publishing'],
): Promise<ChargeResult> {
  if (publishing === 'free') return { ok: true, by: 'free' };
  if (publishing === 'slot') return { ok: true, by: (await keepsOrTakesSlot(trx, job)) ? 'slot' : 'free' };
  const number = (await lastNumber(trx, job.jobId)) + 1;
  const charged = await chargeCredits(trx, {
    owner: { site: job.site, kind: 'organization', id: String(job.organizationId) },
    unit: 'job',
    amount: 1n,
    // The number makes the key unique: the transaction that publishes a job locks its row.
    key: `job:${job.jobId}:${number}`,
    cause: { kind: 'job', id: String(job.jobId) },
    actorId: job.actorId,
  });
  if (!charged.ok) return { ok: false, available: charged.available };
  await endCharge(trx, job.jobId, job.now);
  await trx
    .insertInto('job_charge')
    .values({ job_id: job.jobId, number, transfer_id: charged.transferId, charged_at: job.now, ended_at: null })
    .execute();
  return { ok: true, by: 'credit' };
}

/** Refunds the credit, or releases the slot, of a job that was not published after all. */
export async function refundPublication(trx: Kysely<Database>, job: ChargedJob, reason: RefundReason): Promise<void> {
  const open = await openCharge(trx, job.jobId);
  if (open?.transfer_id != null) await refund(trx, job, open.transfer_id, reason);
  await endCharge(trx, job.jobId, job.now);
}

/**
 * Refunds the credit and the placements of a job that is archived soon after publication (`refundHours` of the site).
 *
 * @param published.at time of publication
 */
export async function refundEarlyArchiving(
  trx: Kysely<Database>,
  job: ChargedJob,
  published: { at: Date; refundHours: number },
): Promise<void> {
  const earliest = job.now.getTime() - published.refundHours * HOUR_MS;
  const open = await openCharge(trx, job.jobId);
  // A credit that was charged at submission for review counts from the publication of the job.
  if (open?.transfer_id != null && Math.max(open.charged_at.getTime(), published.at.getTime()) >= earliest) {
    await refund(trx, job, open.transfer_id, 'archived');
    await endCharge(trx, job.jobId, job.now);
  }
  const placements = await trx
    .updateTable('job_placement')
    .set({ ended_at: sql<Date>`coalesce(ended_at, ${job.now})` })
    .where('job_id', '=', job.jobId)
    // Extending a placement ends it in the table, but its days are still to come.
    .where('ends_at', '>', job.now)
    .where('starts_at', '>=', new Date(earliest))
    .returning('transfer_id')
    .execute();
  for (const { transfer_id } of placements) await refund(trx, job, transfer_id, 'archived');
}

/**
 * Whether a job has a slot, or a period in which it is featured or at the top; undefined if it never had one, so that other code decides.
 */
export async function placementOf(
  trx: Kysely<Database>,
  jobId: number,
): Promise<{ featured: boolean; top: boolean } | undefined> {
  const { rows } = await sql<{ was_placed: boolean; featured: boolean; top: boolean }>`
    select count(*) > 0 as was_placed,
      coalesce(bool_or(open and kind in ('slot', 'featured')), false) as featured,
      coalesce(bool_or(open and kind = 'top'), false) as top
    from (
      select 'slot' as kind, ended_at is null as open from job_charge where job_id = ${jobId} and subscription_id is not null
      union all
      select kind, ended_at is null from job_placement where job_id = ${jobId}
    ) placed
  `.execute(trx);
  const { was_placed: wasPlaced, ...placed } = rows[0]!;
  return wasPlaced ? placed : undefined;
}

/**
 * A slot of a subscription that has ended stays with its job until the job ends or is renewed. A renewal would otherwise prolong it
 * without payment, while the next subscription offers all its slots to other jobs.
 */
async function keepsOrTakesSlot(trx: Kysely<Database>, { jobId, organizationId, now }: ChargedJob): Promise<boolean> {
  const { rows: kept } = await sql`
    select from job_charge c join subscription s on s.id = c.subscription_id
    where c.job_id = ${jobId} and c.ended_at is null and ${IS_RUNNING}
  `.execute(trx);
  if (kept.length > 0) return true;
  await endCharge(trx, jobId, now);
  const { rows } = await sql<{ subscription: number | null }>`
    select take_job_slot(${organizationId}::bigint, ${jobId}::bigint) as subscription
  `.execute(trx);
  return rows[0]?.subscription != null;
}

/** @returns the time at which a credit was last charged for a job; undefined if the job did not cost any */
export async function creditChargedAt(trx: Kysely<Database>, jobId: number): Promise<Date | undefined> {
  const open = await openCharge(trx, jobId);
  return open?.transfer_id == null ? undefined : open.charged_at;
}

function openCharge(trx: Kysely<Database>, jobId: number) {
  return trx
    .selectFrom('job_charge')
    .select(['transfer_id', 'charged_at'])
    .where('job_id', '=', jobId)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
}

async function lastNumber(trx: Kysely<Database>, jobId: number): Promise<number> {
  const row = await trx
    .selectFrom('job_charge')
    .select((each) => each.fn.max('number').as('last'))
    .where('job_id', '=', jobId)
    .executeTakeFirst();
  return row?.last ?? 0;
}

async function endCharge(trx: Kysely<Database>, jobId: number, now: Date): Promise<void> {
  await trx
    .updateTable('job_charge')
    .set({ ended_at: now })
    .where('job_id', '=', jobId)
    .where('ended_at', 'is', null)
    .execute();
}

async function refund(trx: Kysely<Database>, job: ChargedJob, transferId: number, reason: RefundReason): Promise<void> {
  const refunded = await refundCredits(trx, {
    transferId: String(transferId),
    cause: { kind: 'job', id: String(job.jobId) },
    reason,
    actorId: job.actorId,
  });
  if (!refunded.ok)
    throw new Error(`The charge ${transferId} of job ${job.jobId} could not be refunded: ${refunded.refusal}`);
}

/** Price of publishing a job for an organization now, and its means to pay. */
export async function loadPublishingTerms(
  database: Kysely<Database>,
  organizationId: number,
  { publishing, refundHours }: Pick<CommerceRules, 'publishing' | 'refundHours'>,
): Promise<PublishingTerms> {
  const { rows } = await sql<Record<'credits' | 'featured' | 'top' | 'slots' | 'taken', number>>`
    with open as (
      select s.id, s.job_slots from subscription s where s.organization_id = ${organizationId} and ${IS_RUNNING}
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
