import { ADMINISTRATION_ROLES } from '#contract/accounts/account-roles.js';
import { SiteJobsDocument, type SiteJobsQuery } from '#contract/generated/operations.js';
import { SITE_JOB_STATES, type SiteJobQuery } from '../../../features/job-editing/review/site-jobs';
import { errorPage, failedPage, type ListData, loadListPage, typedText } from '../../../lib/page-data';
import { type PageForm, pageForm } from '../../../lib/page-form';
import { hasRole, viewerPage } from '../../../lib/viewer-page';

const FORBIDDEN = 403;

export interface SiteJobsData extends ListData<SiteJobQuery> {
  jobs: SiteJobsQuery['siteJobs']['jobs'];
  form: PageForm;
  isUnpublished: boolean;
}

export const load = viewerPage({ title: 'job-wizard.siteJobs.title' }, async (request) => {
  const { query, viewer } = request;
  if (!ADMINISTRATION_ROLES.some((role) => hasRole(viewer, role)))
    return errorPage(request, FORBIDDEN, 'Only for people of the site.');
  const [title, organization, user] = ['title', 'organization', 'user'].map((name) => typedText(query, name)) as [
    string,
    string,
    string,
  ];
  const state = SITE_JOB_STATES.find((known) => known === typedText(query, 'state'));
  const list = await loadListPage(query, {
    load: (range) =>
      request.graphql(SiteJobsDocument, {
        title: title || null,
        organization: organization || null,
        member: user || null,
        state: state ?? null,
        ...range,
      }),
    total: ({ siteJobs }) => siteJobs.total,
  });
  if (!list.ok) return failedPage(request, list.failure);
  const own = new URLSearchParams(query);
  own.delete('notice');
  return {
    jobs: list.data.siteJobs.jobs,
    total: list.total,
    page: list.page,
    pages: list.pages,
    query: { title, organization, user, state: state ?? '' },
    form: pageForm({ ...request, query: own }),
    isUnpublished: !request.form && query.get('notice') === 'unpublish',
  };
});
