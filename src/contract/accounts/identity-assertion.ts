import type { SocialProvider } from './social-providers.js';

/** Who somebody is by the word of a provider of logins. */
export interface ProviderIdentity {
  provider: SocialProvider;
  /** Who they are for the provider; never given to somebody else there. */
  subject: string;
  email?: string;
  /** The provider says that it has seen them read the mail of that address. */
  emailVerified: boolean;
  firstName?: string;
  lastName?: string;
}

/** What an assertion is for; one for the other thing is not taken. */
export type AssertionAudience = 'login' | 'link';

/** Claims of a signed assertion beyond those of every JWT; `sub` is the subject. */
export interface AssertionClaims extends Omit<ProviderIdentity, 'subject'> {
  /** Of an account that may have to be made; none: none is made. */
  role?: 'applicant' | 'recruiter';
  /** Of the consent text that stood beside the button; none was shown where it is missing. */
  consentRevisionId?: string;
}

/** How the web tier tells the backend of it: a JWT, signed by a key that is derived (HKDF) from the secret they share, taken once. */
export const IDENTITY_ASSERTION = {
  algorithm: 'HS256',
  issuer: 'causeboard-web',
  keyPurpose: 'causeboard identity assertion',
  seconds: 60,
} as const;
