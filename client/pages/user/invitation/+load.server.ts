import { InvitationDocument, type InvitationFactsFragment } from '#contract/generated/operations.js';
import type { PageRequest } from '#contract/pages/page-request.js';
import { type AccountPageData, accountPage } from '../../../features/account/account-page';
import { failedPage, type PageData } from '../../../lib/page-data';

export interface InvitationData extends AccountPageData {
  /** null if the link is no longer valid. */
  invitation: InvitationFactsFragment | null;
  isLoggedIn: boolean;
  /** Address of this page, to which login and registration return. */
  destination: string;
}

export async function load(request: PageRequest): Promise<InvitationData | PageData> {
  const { query, href, path, viewer } = request;
  request.respond({ personal: true });
  const token = query.get('token') ?? '';
  const answer = await request.graphql(InvitationDocument, { token });
  if (!answer.ok) return failedPage(request, answer.failure);
  return {
    ...accountPage(request, 'organization-team.invitation.title'),
    invitation: answer.data.invitation,
    isLoggedIn: viewer !== null,
    destination: `?destination=${encodeURIComponent(`${href(path)}?token=${token}`)}`,
  };
}
