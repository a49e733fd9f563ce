import { type AuthErrorKind, authErrorKind } from '#contract/accounts/auth-errors.js';
import type { PageRequest } from '#contract/pages/page-request.js';
import { accountHead, carriedQuery } from '../../../features/account/account-page';
import type { PageData } from '../../../lib/page-data';

export interface AuthErrorPageData extends PageData {
  kind: AuthErrorKind;
  query: string;
}

/** AUTH-09: explains why a login failed, and what to do. */
export function load(request: PageRequest): AuthErrorPageData {
  const kind = authErrorKind(request.query.get('error') ?? '');
  request.respond({ status: authErrorStatus(kind) });
  return { ...accountHead(request, `account.error.${kind}.title`), kind, query: carriedQuery(request) };
}

const STATUS: Partial<Record<AuthErrorKind, number>> = {
  Configuration: 500,
  MissingAPIRoute: 500,
  MissingSecret: 500,
  MissingAuthorize: 500,
  MissingAdapter: 500,
  MissingAdapterMethods: 500,
  UnsupportedStrategy: 500,
  AccessDenied: 403,
  Verification: 403,
  InvalidCallbackUrl: 400,
};
const OK = 200;

/** The status of the page that reports the error. */
function authErrorStatus(kind: AuthErrorKind): number {
  return STATUS[kind] ?? OK;
}
