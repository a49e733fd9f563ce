import {
  DeleteReviewReasonDocument,
  JobReviewQueueDocument,
  SaveReviewReasonDocument,
} from '#contract/generated/operations.js';
import { JOB_REVIEW_PATH, REVIEW_REASONS_PATH, REVIEWED_JOB_PATH, SITE_JOBS_PATH } from '#contract/pages/paths.js';
import { again, failed } from '../account/index.js';
import type { FormAction, FormContext, FormOutcome } from '../forms/index.js';
import { move } from './job-step-forms.js';

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
