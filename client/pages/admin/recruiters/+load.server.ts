import { RecruitersToApproveDocument, type WaitingRecruiterFragment } from '#contract/generated/operations.js';
import { NO_SUCH_PAGE } from '../../../lib/lookup';
import { absentPage, failedPage, type PageData, loadListPage } from '../../../lib/page-data';
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
  const list = await loadListPage(query, {
    load: (range) => request.graphql(RecruitersToApproveDocument, { ...range, refused }),
    total: ({ recruitersToApprove }) => recruitersToApprove.total,
    size: PAGE_SIZE,
  });
  if (!list.ok) return failedPage(request, list.failure);
  const own = new URLSearchParams(query);
  own.delete('notice');
  return {
    recruiters: list.data.recruitersToApprove.recruiters,
    refused,
    total: list.total,
    page: list.page,
    pages: list.pages,
    form: pageForm({ ...request, query: own }),
    notice: request.form ? undefined : NOTICES.find((known) => known === query.get('notice')),
  };
});
