import { type ListedOrganizationFragment, SiteOrganizationDocument } from '#contract/generated/operations.js';
import { lookUp } from '../../../lib/lookup';
import { absentPage, type PageData } from '../../../lib/page-data';
import { type PageForm, pageForm } from '../../../lib/page-form';
import { viewerPage } from '../../../lib/viewer-page';

const NOTICES = ['verify', 'unverify', 'suspend', 'resume', 'trust', 'distrust', 'merge'] as const;

export interface OrganizationData extends PageData {
  organization: ListedOrganizationFragment;
  form: PageForm;
  notice?: (typeof NOTICES)[number];
}

export const load = viewerPage({ title: 'admin.organizations.one', role: 'administrator' }, async (request) => {
  const id = request.query.get('organization') ?? '';
  const found = lookUp(await request.graphql(SiteOrganizationDocument, { id }), (data) => data.siteOrganization);
  if (found.kind !== 'found') return absentPage(request, found);
  return {
    organization: found.value,
    form: pageForm({ ...request, query: new URLSearchParams({ organization: id }) }),
    notice: request.form ? undefined : NOTICES.find((known) => known === request.query.get('notice')),
  };
});
