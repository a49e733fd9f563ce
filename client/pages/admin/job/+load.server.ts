import { ADMINISTRATION_ROLES } from '#contract/accounts/account-roles.js';
import {
  EditedJobDocument,
  type EditedJobQuery,
  JobPreviewDocument,
  type JobDetailsFragment,
  JobReviewDocument,
  type JobReviewQuery,
} from '#contract/generated/operations.js';
import { lookUp, NO_SUCH_PAGE } from '../../../lib/lookup';
import { absentPage, errorPage, failedPage, type PageData } from '../../../lib/page-data';
import { type PageForm, pageForm } from '../../../lib/page-form';
import { hasRole, viewerPage } from '../../../lib/viewer-page';

const FORBIDDEN = 403;
/** Action on the previous job. */
const NOTICES = ['approve', 'send_back'] as const;

export interface ReviewedJobData extends PageData {
  edited: NonNullable<EditedJobQuery['editedJob']>;
  review: NonNullable<JobReviewQuery['jobReview']>;
  reasons: JobReviewQuery['reviewReasons'];
  /** Text of the saved reason in the address. */
  chosen: string;
  preview?: JobDetailsFragment;
  form: PageForm;
  notice?: (typeof NOTICES)[number];
}

export const load = viewerPage({ title: 'job-wizard.review.one' }, async (request) => {
  const { query, viewer } = request;
  if (!ADMINISTRATION_ROLES.some((role) => hasRole(viewer, role)))
    return errorPage(request, FORBIDDEN, 'Only for people of the site.');
  const id = query.get('job') ?? '';
  const [edited, reviewed, preview] = await Promise.all([
    request.graphql(EditedJobDocument, { id }),
    request.graphql(JobReviewDocument, { id }),
    request.graphql(JobPreviewDocument, { id }),
  ]);
  const found = lookUp(edited, (data) => data.editedJob);
  if (found.kind !== 'found') return absentPage(request, found);
  for (const answer of [reviewed, preview]) if (!answer.ok) return failedPage(request, answer.failure);
  if (!reviewed.ok || !preview.ok || !reviewed.data.jobReview) return absentPage(request, NO_SUCH_PAGE);
  const { jobReview: review, reviewReasons: reasons } = reviewed.data;
  const own = new URLSearchParams({ job: id });
  return {
    edited: found.value,
    review,
    reasons,
    chosen: reasons.find((reason) => reason.id === query.get('reason'))?.text ?? '',
    preview: preview.data.jobPreview ?? undefined,
    form: pageForm({ ...request, query: own }),
    notice: request.form ? undefined : NOTICES.find((known) => known === query.get('notice')),
  };
});
