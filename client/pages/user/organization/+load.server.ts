import { accountPage, type AccountPageData } from '../../../features/account/account-page';
import { viewerPage } from '../../../lib/viewer-page';

export interface OrganizationPageData extends AccountPageData {
  /** There is nothing to ask any more. */
  known?: string;
}

/** What a recruiter was not asked who came by another service. */
export const load = viewerPage({ title: 'account.organization.title', role: 'recruiter' }, (request) => ({
  ...accountPage(request, 'account.organization.title'),
  known: request.viewer.user.activeOrganization?.name,
}));
