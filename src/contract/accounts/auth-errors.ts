/** Error codes of the client library that the sign-in page explains (contracts §4). */
const SIGN_IN_CODES = [
  'Signin',
  'OAuthSignin',
  'OAuthCallback',
  'OAuthCreateAccount',
  'EmailCreateAccount',
  'Callback',
  'OAuthAccountNotLinked',
  'EmailSignin',
  'CredentialsSignin',
  'SessionRequired',
] as const;

/** Codes of this product, which the client library does not need to know. */
const OWN_CODES = ['OAuthEmailUnverified', 'OAuthIdentityTaken'] as const;

/** Codes that have a page of their own. */
const PAGE_CODES = ['Configuration', 'AccessDenied', 'Verification'] as const;

/** All kinds of sign-in errors: the codes above and errors of the session protocol, each with its own message. */
export const AUTH_ERROR_KINDS = [
  ...SIGN_IN_CODES,
  ...OWN_CODES,
  ...PAGE_CODES,
  'MissingAPIRoute',
  'MissingSecret',
  'MissingAuthorize',
  'MissingAdapter',
  'MissingAdapterMethods',
  'UnsupportedStrategy',
  'InvalidCallbackUrl',
  'Default',
] as const;

export type AuthErrorKind = (typeof AUTH_ERROR_KINDS)[number];

/** Error codes that the session protocol puts into a URL. */
export type AuthErrorCode = (typeof SIGN_IN_CODES | typeof OWN_CODES | typeof PAGE_CODES)[number];

export function isSignInCode(code: string | undefined): boolean {
  return SIGN_IN_CODES.some((each) => each === code);
}

/** @param code code from a URL; unknown ones become `Default` */
export function authErrorKind(code: string): AuthErrorKind {
  return AUTH_ERROR_KINDS.find((kind) => kind === code) ?? 'Default';
}
