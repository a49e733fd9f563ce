import { RecruitersToApproveDocument, type WaitingRecruiterFragment } from '#contract/generated/operations.js';
import { NO_SUCH_PAGE } from '../../../lib/lookup';
import { absentPage, failedPage, type PageData, listRange, pageCount } from '../../../lib/page-data';
import { type PageForm, pageForm } from '../../../lib/page-form';
import { viewerPage } from '../../../lib/viewer-page';

const NOTICES = ['approve', 'refuse', 'ask'] as const;

export interface RecruitersData extends PageData {
  recruiters: readonly WaitingRecruiterFragment[];
  /** Whether to list rejected recruiters instead of waiting ones. */
  refused: boolean;
  total: number;
  page: number;
  pages: number;
  form: PageForm;
  notice?: (typeof NOTICES)[number];
}

const PAGE_SIZE = 20;

export const load = viewerPage({ title: 'admin.recruiters.title', role: 'administrator' }, async (request) => {
  if (!request.site.features.recruiterApproval) return absentPage(request, NO_SUCH_PAGE);
  const { query } = request;
  const refused = query.get('state') === 'refused';
  const { page, ...range } = listRange(query, PAGE_SIZE);
  const answer = await request.graphql(RecruitersToApproveDocument, { ...range, refused });
  if (!answer.ok) return failedPage(request, answer.failure);
  const { recruiters, total } = answer.data.recruitersToApprove;
  const own = new URLSearchParams(query);
  own.delete('notice');
  return {
    recruiters,
    refused,
    total,
    page,
    pages: pageCount(total, PAGE_SIZE),
    form: pageForm({ ...request, query: own }),
    notice: request.form ? undefined : NOTICES.find((known) => known === query.get('notice')),
  };
});
