import {
  type ListedOrganizationFragment,
  OrganizationMergeDocument,
  type OrganizationMergeQuery,
  SiteOrganizationDocument,
  SiteOrganizationsDocument,
} from '#contract/generated/operations.js';
import { lookUp } from '../../../lib/lookup';
import { absentPage, failedPage, type PageData, typedText } from '../../../lib/page-data';
import { type PageForm, pageForm } from '../../../lib/page-form';
import { viewerPage } from '../../../lib/viewer-page';

/** Maximum number of results: users refine the name until only a few are left. */
const MAX_FOUND = 20;

export interface OrganizationMergeData extends PageData {
  organization: ListedOrganizationFragment;
  /** Effects of the merge; undefined until the other organization is chosen. */
  merge?: NonNullable<OrganizationMergeQuery['organizationMerge']>;
  /** Organizations with a name like `search`, except the one that would be removed. */
  found: readonly ListedOrganizationFragment[];
  search: string;
  form: PageForm;
}

export const load = viewerPage({ title: 'admin.merge.title', role: 'administrator' }, async (request) => {
  const id = typedText(request.query, 'organization');
  const into = typedText(request.query, 'into');
  const search = typedText(request.query, 'search');
  const own = new URLSearchParams({ organization: id, ...(into && { into }) });
  const page = { search, form: pageForm({ ...request, query: own }) };
  if (into) {
    const found = lookUp(
      await request.graphql(OrganizationMergeDocument, { from: id, into }),
      (data) => data.organizationMerge,
    );
    if (found.kind !== 'found') return absentPage(request, found);
    return { ...page, organization: found.value.from, merge: found.value, found: [] };
  }
  const organization = lookUp(await request.graphql(SiteOrganizationDocument, { id }), (data) => data.siteOrganization);
  if (organization.kind !== 'found') return absentPage(request, organization);
  if (search === '') return { ...page, organization: organization.value, found: [] };
  const answer = await request.graphql(SiteOrganizationsDocument, { search, limit: MAX_FOUND, offset: 0 });
  if (!answer.ok) return failedPage(request, answer.failure);
  const found = answer.data.siteOrganizations.organizations.filter((each) => each.id !== id);
  return { ...page, organization: organization.value, found };
});
