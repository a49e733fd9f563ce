import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { SignJWT } from 'jose';
import { deriveKey } from '#contract/backend/derive-key.js';
import {
  type AssertionAudience,
  type AssertionClaims,
  IDENTITY_ASSERTION,
  type ProviderIdentity,
} from '#contract/accounts/identity-assertion.js';
import { SETTINGS, type Settings } from '../../../settings.js';

/** Signs assertions to the backend about users whom a provider has authenticated. */
@Injectable()
export class AssertionSigner {
  private readonly key: Uint8Array;

  constructor(@Inject(SETTINGS) { AUTH_SECRET }: Pick<Settings, 'AUTH_SECRET'>) {
    this.key = deriveKey(AUTH_SECRET[0]!, IDENTITY_ASSERTION.keyPurpose);
  }

  sign(
    { subject, ...identity }: ProviderIdentity,
    audience: AssertionAudience,
    role?: AssertionClaims['role'],
    consentRevisionId?: string,
  ): Promise<string> {
    const { algorithm, issuer, seconds } = IDENTITY_ASSERTION;
    const claims: AssertionClaims = { ...identity, role, consentRevisionId };
    return new SignJWT({ ...claims })
      .setProtectedHeader({ alg: algorithm })
      .setIssuer(issuer)
      .setAudience(audience)
      .setSubject(subject)
      .setJti(randomUUID())
      .setIssuedAt()
      .setExpirationTime(`${seconds}s`)
      .sign(this.key);
  }
}
