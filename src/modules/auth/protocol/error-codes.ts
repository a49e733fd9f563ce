/** Codes that the sign-in page explains (contracts §4). */
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

/** `Configuration`, `AccessDenied` and `Verification` have a page of their own. */
export type ErrorCode =
  | (typeof SIGN_IN_CODES)[number]
  | 'Configuration'
  | 'AccessDenied'
  | 'Verification'
  // Ours: the client library does not know them, and need not.
  | 'OAuthEmailUnverified'
  | 'OAuthIdentityTaken';

export function isSignInCode(code: string | undefined): boolean {
  return SIGN_IN_CODES.some((each) => each === code);
}
