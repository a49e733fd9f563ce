import { createHash } from 'node:crypto';
import { jwtVerify } from 'jose';
import type { Kysely } from 'kysely';
import {
  deriveKey,
  IDENTITY_ASSERTION,
  type AssertionAudience,
  type AssertionClaims,
  type ProviderIdentity,
} from '#contract/backend/signed-tokens.js';
import { normalizeEmail } from '#contract/accounts/account-rules.js';
import { isSocialProvider } from '#contract/accounts/social-providers.js';
import type { Database } from '../../../platform/database/schema.js';

/** Identity that the web tier got from a login provider. The address is normalized. */
export type AssertedIdentity = ProviderIdentity & Pick<AssertionClaims, 'role' | 'consentRevisionId'>;

interface ReadAssertion {
  identity: AssertedIdentity;
  id: string;
  expiresAt: Date;
}

const MAX_SUBJECT_LENGTH = 255;
/** Roles that people may choose themselves. */
const ROLES: readonly string[] = ['applicant', 'recruiter'];

/** Verifies assertions of the web tier; each is accepted once. */
export class IdentityAssertions {
  private readonly keys: readonly Uint8Array[];

  /** @param secrets shared with the web tier; during key rotation, any of them may have signed */
  constructor(secrets: readonly string[]) {
    const { keyPurpose } = IDENTITY_ASSERTION;
    this.keys = secrets.map((secret) => deriveKey(secret, keyPurpose));
  }

  /** @returns undefined if the assertion has another signer or purpose, was used before, or is too old */
  async take(
    database: Kysely<Database>,
    { assertion, audience, now }: { assertion: string; audience: AssertionAudience; now: Date },
  ): Promise<AssertedIdentity | undefined> {
    const read = await this.read(assertion, audience, now);
    return read && (await isFirstUse(database, read)) ? read.identity : undefined;
  }

  private async read(assertion: string, audience: AssertionAudience, now: Date): Promise<ReadAssertion | undefined> {
    const { algorithm, issuer, seconds } = IDENTITY_ASSERTION;
    for (const key of this.keys) {
      try {
        const { payload } = await jwtVerify<AssertionClaims>(assertion, key, {
          algorithms: [algorithm],
          issuer,
          audience,
          currentDate: now,
          requiredClaims: ['jti', 'sub', 'exp', 'iat'],
          maxTokenAge: seconds,
          // Web tier and backend may run on two machines with different clocks.
          clockTolerance: 15,
        });
        const { jti, sub, exp, provider, email, emailVerified, firstName, lastName, role, consentRevisionId } = payload;
        if (!isSocialProvider(provider) || !sub || sub.length > MAX_SUBJECT_LENGTH) return undefined;
        if (role !== undefined && !ROLES.includes(role)) return undefined;
        return {
          id: jti!,
          expiresAt: new Date((exp! + 30) * 1000),
          identity: {
            provider,
            subject: sub,
            firstName,
            lastName,
            role,
            consentRevisionId,
            email: email === undefined ? undefined : normalizeEmail(email),
            emailVerified,
          },
        };
      } catch {
        // The token is malformed or signed with another key.
      }
    }
    return undefined;
  }
}

async function isFirstUse(database: Kysely<Database>, { id, expiresAt }: ReadAssertion): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await database
    .insertInto('identity_assertion')
    .values({ digest: createHash('sha256').update(id).digest(), expires_at: expiresAt })
    .onConflict((conflict) => conflict.column('digest').doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}
