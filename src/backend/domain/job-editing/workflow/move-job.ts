import { type Kysely, sql } from 'kysely';
import type { BackendSite } from '#contract/backend/backend.js';
import { MAX_REASON_LENGTH } from '#contract/job-form/job-form.js';
import { jobFields } from '#contract/job-form/job-fields.js';
import { isWithinPeriod, type JobFormViolation } from '#contract/job-form/check-job-form.js';
import type { CommerceRules } from '#contract/commerce/commerce-rules.js';
import type { AuditAction } from '#contract/audit.js';
import { JOB_WIZARD_PATH, jobPath } from '#contract/pages/paths.js';
import { dayIn } from '#shared/time-zones/time-zone.js';
import { auditedActor, writeAudit } from '../../audit/audit-log.js';
import { type Viewer, isAdmin, isApproved } from '../../../platform/graphql/request-context.js';
import { CAN_WORK, findVerdictRecipients } from '../../organizations/reviews/organization-reviews.js';
import { closeApplications, type ClosingMessageInput } from '../../job-closing/close-applications.js';
import type { Database, JobState } from '../../../platform/database/schema.js';
import type { EditingPlace } from '../../forms/stored-draft.js';
import { type Building, type JobPeriod, timeZoneOfForm, periodOf, checkJob } from '../build-job.js';
import { changedContent, changedEnd } from '../changed-fields.js';
import { type DraftedJob, findDraftedJob } from '../job-drafts.js';
import type { SearchIndexer } from '../../../platform/search-index/search-index.port.js';
import {
  chargePublication,
  creditChargedAt,
  placementOf,
  refundEarlyArchiving,
  refundPublication,
} from '../../entitlements/job-charges.js';
import { type Mail, putMail } from '../../../platform/mail/outbox.js';
import {
  actorOf,
  nextState,
  type ManualJobStep,
  SHOWING_STEPS,
  needsReview,
  IS_SUBMISSION,
  isReviewer,
  type JobActor,
  writeJobEvent,
} from './job-workflow.js';
import { type AllowedMove, extendedEnd, storeMove, takesFormOver } from './store-move.js';

/** Steps that publish a job for a period, or submit it for that. */
const CHARGED_STEPS: readonly ManualJobStep[] = ['submit', 'publish', 'schedule', 'renew'];

export interface JobMove {
  id: number;
  step: ManualJobStep;
  /** Version of the form on which the step is based; undefined for the current one. */
  version?: number | undefined;
  reason?: string | undefined;
  /** Message to applicants who wait for a decision about a job that is archived. */
  closing?: ClosingMessageInput | undefined;
}

export type MoveOutcome =
  { kind: 'moved' } | { kind: 'missing' } | { kind: 'conflict' } | { kind: 'faults'; violations: JobFormViolation[] };

interface Moving {
  database: Kysely<Database>;
  indexer: SearchIndexer;
  building: Building;
  /** Whether the site requires a message to waiting applicants when a job is closed. */
  needsClosing: boolean;
  /** Price of publishing. */
  commerce: Pick<CommerceRules, 'publishing' | 'refundHours'>;
  site: Pick<BackendSite, 'recruiterApproval' | 'locales' | 'texts'>;
}

/** Steps that need a reason, which the people concerned are told. */
const REASONED: readonly ManualJobStep[] = ['send_back', 'unpublish'];

const AUDIT_ACTION_OF: Readonly<Record<ManualJobStep, AuditAction>> = {
  submit: 'job.submit',
  publish: 'job.publish',
  schedule: 'job.schedule',
  update: 'job.update',
  approve: 'job.approve',
  send_back: 'job.send-back',
  withdraw: 'job.withdraw',
  archive: 'job.archive',
  renew: 'job.renew',
  unpublish: 'job.unpublish',
};

/**
 * Takes a step of a job atomically, with its columns, the search index, the history, and the mail. Concurrent steps are serialized, and
 * the second one gets a conflict.
 */
export async function moveJob(
  moving: Moving,
  move: JobMove,
  place: EditingPlace,
  viewer: Viewer,
): Promise<MoveOutcome> {
  return moving.database.transaction().execute(async (trx) => {
    const drafted = await findDraftedJob(trx, move.id, place, true);
    const actor = drafted && actorOf(viewer, drafted.job.organization_id);
    if (!drafted || !actor) return { kind: 'missing' };
    const { rules } = moving.building;
    const { job, organization, fields, version, wasPublic } = drafted;
    if (organization.state === 'closed') return rejected({ rule: 'organization' });
    if (move.version !== undefined && move.version !== version) return { kind: 'conflict' };
    const timeZone = await timeZoneOfForm({ type: job.type, values: fields }, moving.building);
    const desired = periodOf(fields, { days: rules.days, timeZone });
    const next = nextState({
      step: move.step,
      state: job.state,
      actor,
      wasPublic,
      wasUnpublished: drafted.wasUnpublished,
      review: needsReview(rules, drafted),
      isAhead: job.published_at > place.now,
      changeWaits: job.change_submitted_at !== null,
      hasNewContent: changedContent(drafted).length > 0,
    });
    if (!next.ok) return rejected({ rule: next.refusal });
    const { to, change } = next;
    const hindrance = SHOWING_STEPS.includes(move.step) ? reasonNotToPublish(viewer, moving.site) : undefined;
    if (hindrance) return rejected({ rule: hindrance });
    const reason = move.reason?.trim();
    if (REASONED.includes(move.step) && !reason) return rejected({ field: 'reason', rule: 'required' });
    if ((reason?.length ?? 0) > MAX_REASON_LENGTH)
      return rejected({ field: 'reason', rule: 'tooLong', values: { max: MAX_REASON_LENGTH } });
    // A last day to apply is what the employer has told people: only the employer can move it.
    if (move.step === 'approve' && change === undefined && desired.end && desired.end <= place.now)
      return rejected({ field: 'expiration', rule: 'past' });
    const allowed = { step: move.step, drafted, to, change, desired };
    if (change === 'submitted' || takesFormOver(allowed)) {
      const violations = checkMove(move.step, drafted, {
        building: moving.building,
        desired,
        now: place.now,
        paidAt: move.step === 'update' && !isReviewer(actor) ? await creditChargedAt(trx, job.id) : undefined,
      });
      if (violations.length > 0) return { kind: 'faults', violations };
    }
    if (move.step === 'archive' && moving.needsClosing) {
      const closed = { id: job.id, title: job.title, organization: organization.name };
      const recipients = await closeApplications(trx, closed, move.closing ?? {}, viewer, {
        site: moving.site,
        now: place.now,
      });
      if (recipients.kind === 'faults') return recipients;
    }
    const charged = await settleCharges(trx, allowed, { actor, commerce: moving.commerce }, place);
    if (!charged.ok) return rejected({ rule: 'credits' });
    const { shown } = charged;
    await storeMove(trx, { ...allowed, drafted: { ...drafted, job: { ...job, ...shown } } }, moving, place);
    for (const states of statesOf(allowed))
      await writeJobEvent(
        trx,
        { jobId: job.id, actorId: place.accountId, step: move.step, ...states, reason },
        place.now,
      );
    const details = {
      job: String(job.id),
      organization: String(job.organization_id),
      ...(move.step === 'unpublish' ? { reason: reason! } : {}),
    };
    await writeAudit(
      trx,
      { action: AUDIT_ACTION_OF[move.step], ...auditedActor(viewer), site: place.site, details },
      place.now,
    );
    await mailVerdict(trx, { ...allowed, reason, site: place.site }, place.now);
    return { kind: 'moved' };
  });
}

/** States for the history: for a waiting change, those of the change, because the job's own state does not change. */
function statesOf({ step, drafted, to, change }: AllowedMove): { from: JobState; to: JobState }[] {
  const from = drafted.job.state;
  switch (change) {
    case 'submitted':
      return [
        ...(step === 'renew' && from === to && to === 'published' ? [{ from, to }] : []),
        { from, to: 'needs_review' },
      ];
    case 'approved':
    case 'returned':
      return [{ from: 'needs_review', to }];
    default:
      return [{ from, to }];
  }
}

function rejected(violation: JobFormViolation): MoveOutcome {
  return { kind: 'faults', violations: [violation] };
}

function checkMove(
  step: ManualJobStep,
  drafted: DraftedJob,
  { building, desired, now, paidAt }: { building: Building; desired: JobPeriod; now: Date; paidAt: Date | undefined },
): JobFormViolation[] {
  const { job, fields } = drafted;
  const { rules, terms } = building;
  // The job is renewed for another period: its old end no longer counts.
  const isRenewed = step === 'renew' || (step === 'approve' && job.state === 'archived');
  const isExtended = step === 'renew' && job.state === 'published';
  const end = isExtended ? [dayIn(desired.timeZone, extendedEnd(job.expires_at, now, desired))] : [];
  const values = isRenewed ? { ...fields, expiration: end } : fields;
  const violations = checkJob(jobFields(job.type, rules), values, { terms, now, timeZone: desired.timeZone });
  const isAhead = desired.start !== undefined && desired.start > now;
  if (step === 'schedule' && !isAhead && !violations.some(({ field }) => field === 'published'))
    violations.push({ field: 'published', rule: 'notAhead' });
  if (paidAt && isBeyondPaidPeriod(drafted, desired, paidAt) && !violations.some(({ field }) => field === 'expiration'))
    violations.push({ field: 'expiration', rule: 'paidPeriod' });
  return violations;
}

/**
 * Whether an update, which is free, would prolong a published job to a day that could not have been chosen when it was paid for.
 *
 * @param paidAt when a credit was last charged, for the publication or a renewal
 */
function isBeyondPaidPeriod(drafted: DraftedJob, { end, timeZone }: JobPeriod, paidAt: Date): boolean {
  const { job } = drafted;
  if (job.state !== 'published' || !end || !job.expires_at || !changedEnd(drafted)) return false;
  const last = dayIn(timeZone, end);
  if (last <= dayIn(job.time_zone, job.expires_at)) return false;
  const paidFrom = paidAt > job.published_at ? paidAt : job.published_at;
  return !isWithinPeriod(dayIn(timeZone, paidFrom), last);
}

/** @returns the reason why the viewer may not publish anything; undefined if there is none */
function reasonNotToPublish(viewer: Viewer, site: Moving['site']): 'unverified' | 'unapproved' | undefined {
  if (isAdmin(viewer)) return undefined;
  if (viewer.profile.emailVerified === null) return 'unverified';
  return isApproved(viewer, site) ? undefined : 'unapproved';
}

type Settled = { ok: true; shown: { featured: boolean; top: boolean } } | { ok: false };

/**
 * Charges the price of a step, or refunds the charge of a job that is not shown after all, in the transaction of the step and before the
 * step is stored. Steps of reviewers are free.
 *
 * @returns how the job is to be shown; `ok: false` if the organization has no credit left
 */
async function settleCharges(
  trx: Kysely<Database>,
  { step, drafted: { job }, to, change }: AllowedMove,
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
  } else if ((step === 'send_back' || step === 'withdraw') && to !== 'published' && to !== 'scheduled') {
    // Changing a job that stays public or scheduled costs nothing; one that waits for publication was charged on submission.
    await refundPublication(trx, charged, step === 'send_back' ? 'sent_back' : 'withdrawn');
  }
  const placed = change === 'submitted' ? undefined : await placementOf(trx, job.id);
  return { ok: true, shown: placed ?? { featured: job.featured, top: job.top } };
}

interface Recipient {
  email: string;
  language: string;
}

type Verdict = Pick<
  Extract<Mail, { template: 'job-approved' | 'job-sent-back' | 'job-unpublished' }>,
  'template' | 'details'
>;

/**
 * Mails the result of a review to the person who submitted the job or the change, or to the owners of its organization if that person no
 * longer works for it. If a reviewer has unpublished a job, all members of its organization are notified. Runs within the transaction of
 * the step; other steps need no mail.
 */
async function mailVerdict(
  trx: Kysely<Database>,
  { site, reason = '', ...move }: AllowedMove & { site: string; reason?: string | undefined },
  now: Date,
): Promise<void> {
  const verdict = verdictOf(move, reason);
  if (!verdict) return;
  const { id, organization_id: organizationId } = move.drafted.job;
  const recipients = await (move.step === 'unpublish'
    ? members(trx, organizationId)
    : submitter(trx, id, organizationId));
  for (const { email: recipient, language } of recipients)
    await putMail(trx, { site, language, recipient, ...verdict }, now);
}

async function members(trx: Kysely<Database>, organizationId: number): Promise<Recipient[]> {
  const { rows } = await sql<Recipient>`
    select a.email, a.language from organization_member m join account a on a.id = m.account_id
    where m.organization_id = ${organizationId} and ${CAN_WORK}
  `.execute(trx);
  return rows;
}

async function submitter(trx: Kysely<Database>, id: number, organizationId: number): Promise<Recipient[]> {
  const { rows } = await sql<{ actor_id: string | null }>`
    select e.actor_id from job_event e where e.job_id = ${id} and ${IS_SUBMISSION} order by e.id desc limit 1
  `.execute(trx);
  return findVerdictRecipients(trx, organizationId, rows[0]?.actor_id ?? null);
}

function verdictOf({ step, drafted, to, change }: AllowedMove, reason: string): Verdict | undefined {
  const { job, fields } = drafted;
  const title = fields.title?.[0] ?? job.title;
  const subject = change === undefined ? 'job' : job.state === 'archived' ? 'renewal' : 'change';
  if (step === 'send_back') {
    const details = { path: `${JOB_WIZARD_PATH}?job=${job.id}`, title, reason, subject } as const;
    return { template: 'job-sent-back', details };
  }
  const wizard = `${JOB_WIZARD_PATH}?job=${job.id}` as const;
  if (step === 'unpublish') return { template: 'job-unpublished', details: { path: wizard, title, reason } };
  if (step !== 'approve') return undefined;
  const startsOn = to === 'scheduled' ? { startsOn: dayIn(job.time_zone, job.published_at) } : {};
  return { template: 'job-approved', details: { path: jobPath(String(job.id), title), title, subject, ...startsOn } };
}
