import { ADMINISTRATION_ROLES } from '#contract/accounts/account-roles.js';
import { ReviewReasonsDocument, type ReviewReasonsQuery } from '#contract/generated/operations.js';
import { errorPage, failedPage, type PageData } from '../../../lib/page-data';
import { type PageForm, pageForm } from '../../../lib/page-form';
import { hasRole, viewerPage } from '../../../lib/viewer-page';

const FORBIDDEN = 403;
const NOTICES = ['saved', 'deleted'] as const;

export interface ReviewReasonsData extends PageData {
  reasons: ReviewReasonsQuery['reviewReasons'];
  /** The reason to change; undefined if the form adds one. */
  changed?: ReviewReasonsQuery['reviewReasons'][number];
  form: PageForm;
  notice?: (typeof NOTICES)[number];
}

export const load = viewerPage({ title: 'job-wizard.reasons.title' }, async (request) => {
  const { query, viewer } = request;
  if (!ADMINISTRATION_ROLES.some((role) => hasRole(viewer, role)))
    return errorPage(request, FORBIDDEN, 'Only for people of the site.');
  const answer = await request.graphql(ReviewReasonsDocument, {});
  if (!answer.ok) return failedPage(request, answer.failure);
  const { reviewReasons: reasons } = answer.data;
  const changed = reasons.find(({ id }) => id === query.get('reason'));
  const own = new URLSearchParams(changed ? { reason: changed.id } : {});
  return {
    reasons,
    changed,
    form: pageForm({ ...request, query: own }),
    notice: request.form ? undefined : NOTICES.find((known) => known === query.get('notice')),
  };
});
