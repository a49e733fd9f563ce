import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { Inject, Injectable } from '@nestjs/common';
import { SignJWT } from 'jose';
import type { SocialProvider } from '#contract/accounts/social-providers.js';
import {
  deriveKey,
  type ProviderIdentity,
  type AssertionAudience,
  type AssertionClaims,
  IDENTITY_ASSERTION,
} from '#contract/backend/signed-tokens.js';
import { SETTINGS, type Settings } from '../../../settings.js';

/** Identity and picture of a user. */
export interface ProviderProfile {
  identity: ProviderIdentity;
  /** HTTPS URL of the picture. */
  picture?: string;
}

const text = z.string().max(1000).optional().catch(undefined);

/** Userinfo response of OpenID Connect (Core 1.0, 5.1); LinkedIn has sent `email_verified` as a string in the past. */
const openId = z.object({
  sub: z.string().min(1).max(255),
  email: text,
  email_verified: z.union([z.boolean(), z.enum(['true', 'false']).transform((value) => value === 'true')]).catch(false),
  given_name: text,
  family_name: text,
  picture: text,
});

/** Response of `/me` in Facebook's Graph API. */
const graph = z.object({
  id: z.string().min(1).max(255),
  email: text,
  first_name: text,
  last_name: text,
  picture: z
    .object({ data: z.object({ url: text }) })
    .optional()
    .catch(undefined),
});

/**
 * Reads the profile that a provider returns.
 *
 * @param trustsEmail whether email addresses of Facebook count as verified, which Facebook does not state
 * @throws ZodError if the response does not identify the user
 */
export function readProfile(provider: SocialProvider, given: unknown, trustsEmail: boolean): ProviderProfile {
  if (provider === 'facebook') {
    const { id, email, first_name: firstName, last_name: lastName, picture } = graph.parse(given);
    const identity = { provider, subject: id, email, emailVerified: trustsEmail && email !== undefined };
    return { identity: { ...identity, firstName, lastName }, picture: secure(picture?.data.url) };
  }
  const { sub, email, email_verified, given_name: firstName, family_name: lastName, picture } = openId.parse(given);
  const identity = { provider, subject: sub, email, emailVerified: email_verified, firstName, lastName };
  return { identity, picture: secure(picture) };
}

function secure(address: string | undefined): string | undefined {
  return address && URL.canParse(address) && new URL(address).protocol === 'https:' ? address : undefined;
}

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
