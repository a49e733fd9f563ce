import { ADMINISTRATION_ROLES } from '#contract/accounts/account-roles.js';
import { JobsToReviewDocument, type JobsToReviewQuery } from '#contract/generated/operations.js';
import { errorPage, failedPage, type PageData } from '../../../lib/page-data';
import { type PageForm, pageForm } from '../../../lib/page-form';
import { hasRole, viewerPage } from '../../../lib/viewer-page';

export interface ReviewData extends PageData {
  form: PageForm;
  jobs: JobsToReviewQuery['jobsToReview']['jobs'];
  organizations: JobsToReviewQuery['organizationsToReview'];
  total: number;
  page: number;
  pages: number;
  notice: string | undefined;
}

const PAGE_SIZE = 20;
const LAST_PAGE = 100_000;
const FORBIDDEN = 403;
const NOTICES = [
  'approve',
  'send_back',
  'saved',
  'update',
  'publish',
  'schedule',
  'submit',
  'withdraw',
  'discard',
  'organization',
];

export const load = viewerPage({ title: 'job-wizard.review.title' }, async (request) => {
  const { query, viewer } = request;
  if (!ADMINISTRATION_ROLES.some((role) => hasRole(viewer, role)))
    return errorPage(request, FORBIDDEN, 'Only for people of the site.');
  const page = Math.min(Math.max(Math.trunc(Number(query.get('page'))) || 1, 1), LAST_PAGE);
  const answer = await request.graphql(JobsToReviewDocument, { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE });
  if (!answer.ok) return failedPage(request, answer.failure);
  const { jobs, total } = answer.data.jobsToReview;
  const own = new URLSearchParams(query);
  own.delete('notice');
  return {
    form: pageForm({ ...request, query: own }),
    jobs,
    total,
    page,
    organizations: answer.data.organizationsToReview,
    pages: Math.max(1, Math.ceil(total / PAGE_SIZE)),
    notice: NOTICES.find((known) => known === query.get('notice')),
  };
});
