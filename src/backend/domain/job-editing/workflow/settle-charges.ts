import type { Kysely } from 'kysely';
import type { CommerceRules } from '#contract/commerce/commerce-rules.js';
import type { Database } from '../../../platform/database/schema.js';
import {
  chargePublication,
  placementOf,
  refundEarlyArchiving,
  refundPublication,
} from '../../entitlements/job-charges.js';
import type { EditingPlace } from '../../forms/stored-draft.js';
import { isReviewer, type JobActor, type PeoplesStep } from './job-workflow.js';
import type { AllowedMove } from './store-move.js';

/** Steps that publish a job for a period, or submit it for that. */
const CHARGED_STEPS: readonly PeoplesStep[] = ['submit', 'publish', 'schedule', 'renew'];

type Settled = { ok: true; shown: { featured: boolean; top: boolean } } | { ok: false };

/**
 * Charges the price of a step, or refunds the charge of a job that is not shown after all, in the transaction of the step and before the
 * step is stored. Steps of reviewers are free.
 *
 * @returns how the job is to be shown; `ok: false` if the organization has no credit left
 */
export async function settleCharges(
  trx: Kysely<Database>,
  { step, drafted: { job }, change }: AllowedMove,
  { actor, commerce }: { actor: JobActor; commerce: Pick<CommerceRules, 'publishing' | 'refundHours'> },
  { site, accountId, now }: EditingPlace,
): Promise<Settled> {
  const charged = { site, organizationId: job.organization_id, jobId: job.id, actorId: accountId, now };
  if (CHARGED_STEPS.includes(step) && !isReviewer(actor)) {
    const result = await chargePublication(trx, charged, commerce.publishing);
    if (!result.ok) return { ok: false };
  } else if (step === 'archive') {
    await refundEarlyArchiving(trx, charged, { at: job.published_at, refundHours: commerce.refundHours });
  } else if (step === 'unpublish') {
    await refundPublication(trx, charged, 'sent_back');
  } else if ((step === 'send_back' || step === 'withdraw') && job.state !== 'published') {
    // Changing a public job costs nothing; a job that waits for publication was charged on submission.
    await refundPublication(trx, charged, step === 'send_back' ? 'sent_back' : 'withdrawn');
  }
  const placed = change === 'submitted' ? undefined : await placementOf(trx, job.id);
  return { ok: true, shown: placed ?? { featured: job.featured, top: job.top } };
}
