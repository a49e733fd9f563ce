import type { AuthErrorKind } from '#contract/accounts/auth-errors.js';

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

/** The status of the page that tells of it. */
export function authErrorStatus(kind: AuthErrorKind): number {
  return STATUS[kind] ?? OK;
}
