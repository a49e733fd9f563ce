import type { PageRequest } from '#contract/pages/page-request.js';
import { accountPage, type AccountPageData, preventReferrer } from '../../../features/account/account-page';

export interface VerifyPageData extends AccountPageData {
  /** Whether it was opened by the link of a mail. */
  hasLink: boolean;
  /** Who is logged in with an address that is confirmed: their link has done its work. */
  confirmed?: string;
}

export function load(request: PageRequest): VerifyPageData {
  const hasLink = Boolean(request.query.get('token'));
  preventReferrer(request);
  return { ...accountPage(request, 'account.verify.title'), hasLink, confirmed: confirmedViewer(request) };
}

function confirmedViewer({ viewer, form }: PageRequest): string | undefined {
  // A form that was sent is of somebody who has another link.
  return viewer?.user.emailVerified != null && !form ? viewer.user.email : undefined;
}
