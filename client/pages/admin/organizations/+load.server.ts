import { type ListedOrganizationFragment, SiteOrganizationsDocument } from '#contract/generated/operations.js';
import { ORGANIZATION_STATES, type OrganizationQuery } from '../../../features/account/administration/searched-tables';
import { failedPage, type ListData, loadListPage, typedText } from '../../../lib/page-data';
import { viewerPage } from '../../../lib/viewer-page';

export interface OrganizationsData extends ListData<OrganizationQuery> {
  organizations: readonly ListedOrganizationFragment[];
}

export const load = viewerPage({ title: 'admin.organizations.title', role: 'administrator' }, async (request) => {
  const search = typedText(request.query, 'search');
  const state = ORGANIZATION_STATES.find((known) => known === typedText(request.query, 'state'));
  const list = await loadListPage(request.query, {
    load: (range) =>
      request.graphql(SiteOrganizationsDocument, { search: search || null, state: state ?? null, ...range }),
    total: ({ siteOrganizations }) => siteOrganizations.total,
  });
  if (!list.ok) return failedPage(request, list.failure);
  const { organizations } = list.data.siteOrganizations;
  const { total, page, pages } = list;
  return { organizations, total, page, pages, query: { search, state: state ?? '' } };
});
