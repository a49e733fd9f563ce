import { type ListedOrganizationFragment, SiteOrganizationsDocument } from '#contract/generated/operations.js';
import { ORGANIZATION_STATES, type OrganizationQuery } from '../../../features/account/administration/searched-tables';
import { failedPage, type ListData, listRange, pageCount, typedText } from '../../../lib/page-data';
import { viewerPage } from '../../../lib/viewer-page';

export interface OrganizationsData extends ListData<OrganizationQuery> {
  organizations: readonly ListedOrganizationFragment[];
}

export const load = viewerPage({ title: 'admin.organizations.title', role: 'administrator' }, async (request) => {
  const search = typedText(request.query, 'search');
  const state = ORGANIZATION_STATES.find((known) => known === typedText(request.query, 'state'));
  const { page, ...range } = listRange(request.query);
  const answer = await request.graphql(SiteOrganizationsDocument, {
    search: search || null,
    state: state ?? null,
    ...range,
  });
  if (!answer.ok) return failedPage(request, answer.failure);
  const { organizations, total } = answer.data.siteOrganizations;
  return { organizations, total, page, pages: pageCount(total), query: { search, state: state ?? '' } };
});
