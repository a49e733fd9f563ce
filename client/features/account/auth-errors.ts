/** What can go wrong on the ways in: the sign-in codes and errors of the session protocol, each with words of its own. */
export const AUTH_ERROR_KINDS = [
  'Signin',
  'OAuthSignin',
  'OAuthCallback',
  'OAuthCreateAccount',
  'EmailCreateAccount',
  'Callback',
  'OAuthAccountNotLinked',
  'OAuthEmailUnverified',
  'OAuthIdentityTaken',
  'EmailSignin',
  'CredentialsSignin',
  'SessionRequired',
  'Configuration',
  'AccessDenied',
  'Verification',
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

/** @param code as it stands in an address; one that nobody knows is `Default` */
export function authErrorKind(code: string): AuthErrorKind {
  return AUTH_ERROR_KINDS.find((kind) => kind === code) ?? 'Default';
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

/** The status of the page that tells of it. */
export function authErrorStatus(kind: AuthErrorKind): number {
  return STATUS[kind] ?? OK;
}
