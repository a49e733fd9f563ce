import type { SocialProvider } from './social-providers.js';

/** A user's identity as confirmed by a login provider. */
export interface ProviderIdentity {
  provider: SocialProvider;
  /** The user's id at the provider, which never assigns it to another user. */
  subject: string;
  email?: string;
  /** Whether the provider has verified that the user reads the mail of this address. */
  emailVerified: boolean;
  firstName?: string;
  lastName?: string;
}

/** Purpose of an assertion; it is rejected for any other purpose. */
export type AssertionAudience = 'login' | 'link';

/** Claims of a signed assertion besides the standard JWT claims; `sub` is the subject. */
export interface AssertionClaims extends Omit<ProviderIdentity, 'subject'> {
  /** Role of an account that may have to be created; if missing, none is created. */
  role?: 'applicant' | 'recruiter';
  /** Revision of the consent text next to the button; missing if there was none. */
  consentRevisionId?: string;
}

/** Format of the web tier's assertion to the backend: a JWT, signed with a key derived (HKDF) from the shared secret, accepted once. */
export const IDENTITY_ASSERTION = {
  algorithm: 'HS256',
  issuer: 'causeboard-web',
  keyPurpose: 'causeboard identity assertion',
  seconds: 60,
} as const;
