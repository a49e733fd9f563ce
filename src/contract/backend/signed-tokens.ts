import { hkdfSync, createHash } from 'node:crypto';
import type { SocialProvider } from '../accounts/social-providers.js';

const KEY_BYTES = 32;

/**
 * Derives a key of 32 bytes by HKDF with SHA-256, so that one secret serves several purposes and no key reveals another.
 *
 * @param purpose identifies the format of what the key signs or encrypts; changing it invalidates all existing data
 */
export function deriveKey(secret: string, purpose: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, '', purpose, KEY_BYTES));
}

/** Parameters of the session tokens of the embedded backend. */
export const SESSION_TOKEN = { algorithm: 'HS256', issuer: 'causeboard', clockToleranceSeconds: 15 } as const;

/** Derives the signing keys from the shared secrets. `id` is the `kid` header of a token and reveals nothing about the key. */
export function sessionTokenKeys(secrets: readonly string[]): { id: string; key: Uint8Array }[] {
  return secrets.map((secret) => {
    const key = deriveKey(secret, 'backend session token');
    const id = createHash('sha256').update('key id').update(key).digest('hex').slice(0, 16);
    return { id, key };
  });
}

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
