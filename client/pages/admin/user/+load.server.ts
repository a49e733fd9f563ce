import {
  SiteJobsDocument,
  type SiteJobsQuery,
  SiteUserDocument,
  type SiteUserQuery,
} from '#contract/generated/operations.js';
import { lookUp } from '../../../lib/lookup';
import { absentPage, failedPage, type PageData } from '../../../lib/page-data';
import { type PageForm, partForm } from '../../../lib/page-form';
import { viewerPage } from '../../../lib/viewer-page';

const FORMS = ['roles', 'block', 'unblock', 'masquerade', 'verification-mail', 'reset-mail'] as const;
const NOTICES = ['roles', 'blocked', 'unblocked', 'verification-sent', 'reset-sent'] as const;
const SHOWN_JOBS = 5;

export interface UserData extends PageData {
  user: NonNullable<SiteUserQuery['siteUser']>;
  jobs: SiteJobsQuery['siteJobs'];
  forms: Record<(typeof FORMS)[number], PageForm>;
  notice?: (typeof NOTICES)[number];
}

export const load = viewerPage({ title: 'admin.user.title', role: 'administrator' }, async (request) => {
  const id = request.path.split('/').at(-1)!;
  const [answer, jobs] = await Promise.all([
    request.graphql(SiteUserDocument, { id }),
    request.graphql(SiteJobsDocument, { member: id, limit: SHOWN_JOBS, offset: 0 }),
  ]);
  const user = lookUp(answer, (data) => data.siteUser);
  if (user.kind !== 'found') return absentPage(request, user);
  if (!jobs.ok) return failedPage(request, jobs.failure);
  const notice = request.form ? undefined : NOTICES.find((known) => known === request.query.get('notice'));
  return {
    user: user.value,
    jobs: jobs.data.siteJobs,
    notice,
    forms: Object.fromEntries(FORMS.map((name) => [name, partForm(request, name)])),
  };
});
