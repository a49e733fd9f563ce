import { type AuthErrorKind, authErrorKind } from '#contract/accounts/auth-errors.js';
import { localAddress } from '#contract/pages/callback-url.js';
import type { PageRequest } from '#contract/pages/page-request.js';
import { accountPage, type AccountPageData } from '../../../features/account/account-page';

export interface LoginPageData extends AccountPageData {
  /** Reason why a login failed, as named by the session protocol. */
  failed?: AuthErrorKind;
  /** Result of the previous action. */
  notice?: LoginNotice;
  /** The user who is already logged in. */
  user?: string;
  /** The page to which such a user goes on, if it is known. */
  next?: string;
  /**
   * Whether the page was opened by the login prompt on job pages (AUTH-13): it then explains the benefits of an account
   * for applicants.
   */
  isForJobs: boolean;
}

const NOTICES = ['password-changed', 'logged-out-everywhere'] as const;
type LoginNotice = (typeof NOTICES)[number];

export function load(request: PageRequest): LoginPageData {
  const error = request.query.get('error');
  const failed = error !== null && !request.form ? authErrorKind(error) : undefined;
  const notice = NOTICES.find((known) => known === request.query.get('notice'));
  const wanted = request.query.get('destination') ?? request.query.get('callbackUrl') ?? '/';
  const next = localAddress(wanted, request.origin);
  return {
    ...accountPage(request, 'account.login.title'),
    failed,
    notice,
    user: request.viewer?.user.displayName,
    next: next === '/' ? undefined : next,
    isForJobs: request.query.get('reason') === 'jobs',
  };
}
