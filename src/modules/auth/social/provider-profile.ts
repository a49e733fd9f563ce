import { z } from 'zod';
import type { ProviderIdentity } from '#contract/accounts/identity-assertion.js';
import type { SocialProvider } from '#contract/accounts/social-providers.js';

/** Who somebody is, and how they look. */
export interface ProviderProfile {
  identity: ProviderIdentity;
  /** An https address. */
  picture?: string;
}

const text = z.string().max(1000).optional().catch(undefined);

/** Of OpenID Connect's userinfo (Core 1.0, 5.1); LinkedIn once sent `email_verified` as text. */
const openId = z.object({
  sub: z.string().min(1).max(255),
  email: text,
  email_verified: z.union([z.boolean(), z.enum(['true', 'false']).transform((value) => value === 'true')]).catch(false),
  given_name: text,
  family_name: text,
  picture: text,
});

/** Of `/me` in Facebook's Graph. */
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
 * Reads what a provider tells of somebody.
 *
 * @param trustsEmail what Facebook names counts as verified: it does not say
 * @throws ZodError when it does not tell who it is
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
