/** Codes of the client library that the sign-in page explains (contracts §4). */
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

/** Ours: the client library does not know them, and need not. */
const OWN_CODES = ['OAuthEmailUnverified', 'OAuthIdentityTaken'] as const;

/** They have a page of their own. */
const PAGE_CODES = ['Configuration', 'AccessDenied', 'Verification'] as const;

/** What can go wrong on the ways in: the codes above and errors of the session protocol, each with words of its own. */
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

/** What the session protocol puts into an address. */
export type AuthErrorCode = (typeof SIGN_IN_CODES | typeof OWN_CODES | typeof PAGE_CODES)[number];

export function isSignInCode(code: string | undefined): boolean {
  return SIGN_IN_CODES.some((each) => each === code);
}

/** @param code as it stands in an address; one that nobody knows is `Default` */
export function authErrorKind(code: string): AuthErrorKind {
  return AUTH_ERROR_KINDS.find((kind) => kind === code) ?? 'Default';
}
