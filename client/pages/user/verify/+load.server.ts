import type { PageRequest } from '#contract/pages/page-request.js';
import { asksPassword } from '#contract/accounts/account-links.js';
import { accountPage, type AccountPageData } from '../../../features/account/account-page';

export interface VerifyPageData extends AccountPageData {
  /** False if the user has recently registered in this browser, which replaces the password as proof. */
  asksPassword: boolean;
  /** Whether it was opened through the link in a mail. */
  hasLink: boolean;
  /** Email address of the logged-in user if it is confirmed: the link was already used. */
  confirmed?: string;
}

export function load(request: PageRequest): VerifyPageData {
  const hasLink = Boolean(request.query.get('token'));
  const confirmed = confirmedViewer(request);
  return {
    ...accountPage(request, 'account.verify.title'),
    asksPassword: confirmed !== undefined || asksPassword(request.query) || request.mailedAddress() === undefined,
    hasLink,
    confirmed,
  };
}

function confirmedViewer({ viewer, form }: PageRequest): string | undefined {
  // A submitted form belongs to a user with another link.
  return viewer?.user.emailVerified != null && !form ? viewer.user.email : undefined;
}
