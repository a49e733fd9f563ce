import type { PageRequest } from '#contract/pages/page-request.js';
import { asksPassword } from '#contract/accounts/verify-address.js';
import { accountPage, type AccountPageData, preventReferrer } from '../../../features/account/account-page';

export interface VerifyPageData extends AccountPageData {
  /** Not where somebody has registered in this browser lately: its proof stands for the password. */
  asksPassword: boolean;
  /** Whether it was opened by the link of a mail. */
  hasLink: boolean;
  /** Who is logged in with an address that is confirmed: their link has done its work. */
  confirmed?: string;
}

export function load(request: PageRequest): VerifyPageData {
  const hasLink = Boolean(request.query.get('token'));
  const confirmed = confirmedViewer(request);
  preventReferrer(request);
  return {
    ...accountPage(request, 'account.verify.title'),
    asksPassword: confirmed !== undefined || asksPassword(request.query) || request.mailedAddress() === undefined,
    hasLink,
    confirmed,
  };
}

function confirmedViewer({ viewer, form }: PageRequest): string | undefined {
  // A form that was sent is of somebody who has another link.
  return viewer?.user.emailVerified != null && !form ? viewer.user.email : undefined;
}
