import { type AuthErrorKind, authErrorKind } from '#contract/accounts/auth-errors.js';
import type { PageRequest } from '#contract/pages/page-request.js';
import { accountHead, carriedQuery } from '../../../features/account/account-page';
import { authErrorStatus } from '../../../features/account/auth-error-status';
import type { PageData } from '../../../lib/page-data';

export interface AuthErrorPageData extends PageData {
  kind: AuthErrorKind;
  query: string;
}

/** AUTH-09: what went wrong on a way in, and what to do. */
export function load(request: PageRequest): AuthErrorPageData {
  const kind = authErrorKind(request.query.get('error') ?? '');
  request.respond({ status: authErrorStatus(kind) });
  return { ...accountHead(request, `account.error.${kind}.title`), kind, query: carriedQuery(request) };
}
