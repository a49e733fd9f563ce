import { sharedField } from '#contract/defined-form/defined-form.js';
import {
  DecideOrganizationReviewDocument,
  DuplicateJobDocument,
  type JobPlacementInput,
  MoveJobDocument,
  type OrganizationDecisionInput,
  PlaceJobDocument,
  DeleteReviewReasonDocument,
  JobReviewQueueDocument,
  SaveReviewReasonDocument,
} from '#contract/generated/operations.js';
import {
  JOB_CLOSING_PATH,
  JOB_MANAGER_PATH,
  JOB_REVIEW_PATH,
  JOB_WIZARD_PATH,
  REVIEW_REASONS_PATH,
  REVIEWED_JOB_PATH,
  SITE_JOBS_PATH,
} from '#contract/pages/paths.js';
import { again, failed } from '../account/index.js';
import { conflictAnswer, type FormAction, type FormContext, type FormOutcome } from '../forms/index.js';

const STEPS = ['archive', 'renew', 'submit', 'withdraw', 'approve', 'send_back', 'update', 'unpublish'] as const;

const PLACEMENTS = ['featured', 'top'] as const;

/** REC-03: a job of the list and the action to perform on it. */
export const managerForm: FormAction = {
  paths: [JOB_MANAGER_PATH],
  fields: [
    { name: 'id' },
    { name: 'go' },
    { name: 'days' },
    { name: 'available' },
    { name: 'version' },
    { name: 'key' },
  ],
  async handle({ id = '', go = '', days = '', available, version, key }, call) {
    const kind = PLACEMENTS.find((known) => go === `place-${known}`);
    if (kind) return place({ id, kind, days: Number(days) || 0, available: Number(available) || null }, call);
    // Renewing costs something, so it must not be repeated by a second press; other steps can be taken only once anyway.
    const shown = go === 'renew' ? Number(version) || null : null;
    if (go !== 'duplicate') return move({ id, go, version: shown }, call, JOB_MANAGER_PATH);
    const answer = await call.graphql(DuplicateJobDocument, { id, key: key ?? null });
    if (!answer.ok) return failed(answer.failure, call);
    const { id: copy, errors } = answer.data.duplicateJob;
    if (!copy) return again(errors);
    return { kind: 'done', redirect: call.href(`${JOB_WIZARD_PATH}?job=${copy}&notice=duplicate`) };
  },
};

/** REC-02: the decision whether a job in review may be published. */
export const reviewForm: FormAction = {
  paths: [JOB_REVIEW_PATH],
  fields: [
    { name: 'id' },
    { name: 'go' },
    { name: 'reason' },
    { name: 'version' },
    { name: 'organization' },
    { name: 'submitted' },
  ],
  handle: ({ id = '', go = '', reason = '', version, organization, submitted = '' }, call) =>
    organization
      ? decideOrganization({ id: organization, submitted, approve: go === 'approve', reason }, call)
      : move({ id, go, reason, version: Number(version) || null }, call, JOB_REVIEW_PATH),
};

/** Decides about the name or the images of an organization. */
async function decideOrganization(input: OrganizationDecisionInput, call: FormContext): Promise<FormOutcome> {
  const answer = await call.graphql(DecideOrganizationReviewDocument, { input });
  if (!answer.ok) return failed(answer.failure, call);
  const { errors } = answer.data.decideOrganizationReview;
  if (errors.length > 0) return again(errors);
  return { kind: 'done', redirect: call.href(`${JOB_REVIEW_PATH}?notice=organization`) };
}

/** Promotes a published job for a purchased number of days. */
async function place(input: JobPlacementInput, call: FormContext): Promise<FormOutcome> {
  const answer = await call.graphql(PlaceJobDocument, { input });
  if (!answer.ok) return failed(answer.failure, call);
  const { errors } = answer.data.placeJob;
  if (errors.length > 0) return again(errors.map(({ message }) => ({ field: null, message })));
  const query = new URLSearchParams(call.query);
  query.set('notice', 'place');
  return { kind: 'done', redirect: call.href(`${JOB_MANAGER_PATH}?${query.toString()}`) };
}

/** Performs a step on a job. @returns where the visitor continues, or the errors */
export async function move(
  { id, go, reason, version = null }: { id: string; go: string; reason?: string; version?: number | null },
  call: FormContext,
  path: string,
): Promise<FormOutcome> {
  const step = STEPS.find((known) => known === go);
  if (!step) return again([{ field: null, message: call.t('form.failed') }]);
  const answer = await call.graphql(MoveJobDocument, {
    input: { id, step, version, reason: reason ?? null, closing: null, closingChoice: null },
  });
  if (!answer.ok) return failed(answer.failure, call);
  const { job, conflict, errors } = answer.data.moveJob;
  // A list contains nothing that could be saved again.
  if (conflict && path === JOB_MANAGER_PATH)
    return again([{ field: null, message: call.t('job-wizard.manager.outdated') }]);
  if (conflict) return conflictAnswer(conflict, call);
  // Applicants wait for a decision, so the visitor first goes to the page with the messages to them.
  if (errors.some(({ rule }) => rule === 'closing'))
    return { kind: 'done', redirect: call.href(`${JOB_CLOSING_PATH}?job=${encodeURIComponent(id)}`) };
  // A list has none of the form's fields, so the message has to contain all errors.
  if (errors.length > 0)
    return again(
      errors.map(({ field, message }) => ({
        field: field === 'reason' ? field : null,
        message:
          field === null || field === 'reason'
            ? message
            : call.t('form.error', { field: fieldName(field, call), message }),
      })),
    );
  const query = new URLSearchParams(call.query);
  query.set('notice', moveNotice(step, job));
  return { kind: 'done', redirect: call.href(`${path as '/'}?${query.toString()}`) };
}

function fieldName(field: string, { t }: FormContext): string {
  return sharedField(field, t) ?? t(`job-wizard.field.${field}`);
}

/** @returns the message key (in `job-wizard.notice`) of the notice about a completed step */
export function moveNotice(step: string, job: { state: string; changeInReview: boolean } | null): string {
  if (step === 'update' && job?.changeInReview) return 'update_review';
  if (step === 'withdraw' && job && job.state !== 'draft') return 'withdraw_change';
  if (step === 'renew' && job?.changeInReview) return job.state === 'archived' ? 'renew_review' : 'renew_change';
  return step;
}

const DECISIONS = ['approve', 'send_back'];

/** REC-02: approves a job in review or sends it back; then shows the next one. */
export const reviewedJobForm: FormAction = {
  paths: [REVIEWED_JOB_PATH],
  fields: [{ name: 'id' }, { name: 'go' }, { name: 'reason' }, { name: 'version' }],
  async handle({ id = '', go = '', reason = '', version }, call) {
    if (!DECISIONS.includes(go)) return again([{ field: null, message: call.t('form.failed') }]);
    // Requested before the decision, after which the job no longer has a place in the queue.
    const queue = await call.graphql(JobReviewQueueDocument, { id });
    if (!queue.ok) return failed(queue.failure, call);
    const outcome = await move({ id, go, reason, version: Number(version) || null }, call, JOB_REVIEW_PATH);
    if (outcome.kind !== 'done') return outcome;
    const following = queue.data.jobReview?.next ?? queue.data.jobReview?.previous;
    const path = following ? `${REVIEWED_JOB_PATH}?job=${following}&` : `${JOB_REVIEW_PATH}?`;
    return { kind: 'done', redirect: call.href(`${path as '/'}notice=${go}`) };
  },
};

/** Takes any published job of the site offline. */
export const siteJobsForm: FormAction = {
  paths: [SITE_JOBS_PATH],
  fields: [{ name: 'id' }, { name: 'reason' }],
  handle: ({ id = '', reason = '' }, call) => move({ id, go: 'unpublish', reason }, call, SITE_JOBS_PATH),
};

/** Adds, changes and deletes saved reasons for sending jobs back. */
export const reviewReasonsForm: FormAction = {
  paths: [REVIEW_REASONS_PATH],
  fields: [{ name: 'id' }, { name: 'go' }, { name: 'title' }, { name: 'text' }],
  handle: ({ id = '', go = '', title = '', text = '' }, call) =>
    go === 'delete' ? deleteReason(id, call) : saveReason({ id: id || null, title, text }, call),
};

async function saveReason(
  input: { id: string | null; title: string; text: string },
  call: FormContext,
): Promise<FormOutcome> {
  const answer = await call.graphql(SaveReviewReasonDocument, { input });
  if (!answer.ok) return failed(answer.failure, call);
  const { errors } = answer.data.saveReviewReason;
  if (errors.length > 0) return again(errors);
  return { kind: 'done', redirect: call.href(`${REVIEW_REASONS_PATH}?notice=saved`) };
}

async function deleteReason(id: string, call: FormContext): Promise<FormOutcome> {
  const answer = await call.graphql(DeleteReviewReasonDocument, { id });
  if (!answer.ok) return failed(answer.failure, call);
  return { kind: 'done', redirect: call.href(`${REVIEW_REASONS_PATH}?notice=deleted`) };
}
