import { type AuthErrorKind, authErrorKind } from '#contract/accounts/auth-errors.js';
import type { PageRequest } from '#contract/pages/page-request.js';
import { accountPage, type AccountPageData } from '../../../features/account/account-page';

export interface LoginPageData extends AccountPageData {
  /** Why a way in did not work, as the session protocol names it. */
  failed?: AuthErrorKind;
  /** What has happened just before. */
  notice?: LoginNotice;
  /** Who is logged in already. */
  user?: string;
  /** Asked by itself while looking at jobs (AUTH-13): the page says what an account is good for there. */
  isForJobs: boolean;
}

const NOTICES = ['password-changed', 'logged-out-everywhere'] as const;
type LoginNotice = (typeof NOTICES)[number];

export function load(request: PageRequest): LoginPageData {
  const error = request.query.get('error');
  const failed = error !== null && !request.form ? authErrorKind(error) : undefined;
  const notice = NOTICES.find((known) => known === request.query.get('notice'));
  return {
    ...accountPage(request, 'account.login.title'),
    failed,
    notice,
    user: request.viewer?.user.displayName,
    isForJobs: request.query.get('reason') === 'jobs',
  };
}
