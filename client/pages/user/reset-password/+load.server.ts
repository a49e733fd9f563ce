import type { PageRequest } from '#contract/pages/page-request.js';
import { accountPage, type AccountPageData } from '../../../features/account/account-page';

export interface ResetPasswordPageData extends AccountPageData {
  /** Whether it was opened through the link in a mail. */
  hasLink: boolean;
}

export function load(request: PageRequest): ResetPasswordPageData {
  const hasLink = Boolean(request.query.get('token'));
  return { ...accountPage(request, `account.reset.${hasLink ? 'newTitle' : 'title'}`), hasLink };
}
