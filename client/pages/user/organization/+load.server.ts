import {
  type InvitationFactsFragment,
  OwnInvitationsDocument,
  OwnOrganizationPageDocument,
  type OwnOrganizationPageQuery,
} from '#contract/generated/operations.js';
import { localAddress } from '#contract/pages/callback-url.js';
import { DASHBOARD_PATH, INVITATION_PATH } from '#contract/pages/paths.js';
import { type AccountPageData, accountPage } from '../../../features/account/account-page';
import { failedPage } from '../../../lib/page-data';
import type { PageForm } from '../../../lib/page-form';
import { loadUser } from '../../../lib/user/load-user.server';
import { viewerPage } from '../../../lib/viewer-page';

const NOTICES = ['saved', 'published', 'private', 'review', 'discarded', 'joined', 'left'] as const;

export interface OrganizationPageData extends AccountPageData {
  /** null if there is none yet: it is named on this page. */
  organization: OwnOrganizationPageQuery['editedOrganization'];
  /** Invitations to other organizations. */
  invitations: readonly InvitationFactsFragment[];
  invitationForm: Pick<PageForm, 'action' | 'csrf' | 'errors'>;
  /** Address that the user requested before they had to name their organization; otherwise the dashboard. */
  goOn: string;
  /** Whether they requested such an address. */
  isOnTheWay: boolean;
  /** Result of the previous action. */
  notice?: (typeof NOTICES)[number];
}

/** A recruiter's organization: a form for its name if there is none yet, otherwise the tasks for its page. */
export const load = viewerPage({ title: 'account.organization.title', role: 'recruiter' }, async (request) => {
  const { query, origin, href } = request;
  const [answer, invitations, currentUser] = await Promise.all([
    request.graphql(OwnOrganizationPageDocument, {}),
    // Hidden from an administrator who acts as this user.
    request.viewer.masqueraded ? undefined : request.graphql(OwnInvitationsDocument, {}),
    loadUser(request, ['organizations', 'credits', 'subscriptions']),
  ]);
  if (!answer.ok) return failedPage(request, answer.failure);
  const destination = query.get('destination');
  const notice = request.form ? undefined : NOTICES.find((known) => known === query.get('notice'));
  return {
    ...accountPage(request, 'account.organization.title'),
    currentUser,
    organization: answer.data.editedOrganization,
    invitations: invitations?.ok ? invitations.data.ownInvitations : [],
    invitationForm: { action: href(INVITATION_PATH), csrf: request.csrfToken(), errors: [] },
    goOn: destination ? localAddress(destination, origin) : href(DASHBOARD_PATH),
    isOnTheWay: destination !== null,
    ...(notice ? { notice } : {}),
  };
});
