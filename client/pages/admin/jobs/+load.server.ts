import { ADMINISTRATION_ROLES } from '#contract/accounts/account-roles.js';
import { JobsToReviewDocument, type JobsToReviewQuery } from '#contract/generated/operations.js';
import { errorPage, failedPage, type PageData, loadListPage } from '../../../lib/page-data';
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
  const list = await loadListPage(query, {
    load: (range) => request.graphql(JobsToReviewDocument, range),
    total: ({ jobsToReview }) => jobsToReview.total,
    size: PAGE_SIZE,
  });
  if (!list.ok) return failedPage(request, list.failure);
  const own = new URLSearchParams(query);
  own.delete('notice');
  return {
    form: pageForm({ ...request, query: own }),
    jobs: list.data.jobsToReview.jobs,
    organizations: list.data.organizationsToReview,
    total: list.total,
    page: list.page,
    pages: list.pages,
    notice: NOTICES.find((known) => known === query.get('notice')),
  };
});
