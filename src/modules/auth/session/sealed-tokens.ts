import { EncryptJWT, jwtDecrypt } from 'jose';
import { deriveKey } from '#contract/backend/derive-key.js';

/** AUTH-05. */
export const CLOCK_TOLERANCE_SECONDS = 15;

/** Claims of a token and its expiry. */
export interface OpenedToken<Claims> {
  claims: Claims;
  /** Milliseconds since 1970. */
  expiresAt: number;
}

/**
 * Encrypts tokens that browsers store but cannot read: JWE, `dir` and `A256GCM`. The first secret encrypts, all decrypt, so that keys can
 * be rotated.
 */
export class SealedTokens<Claims extends { [Name in keyof Claims]: string | boolean | undefined }> {
  private readonly keys: readonly Uint8Array[];

  /** @param purpose tokens made for another purpose are rejected */
  constructor(secrets: readonly string[], purpose: string) {
    this.keys = secrets.map((secret) => deriveKey(secret, `causeboard ${purpose}`));
  }

  /** @param seconds lifetime */
  seal(claims: Claims, seconds: number, now = new Date()): Promise<string> {
    return new EncryptJWT({ ...claims })
      .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
      .setIssuedAt(now)
      .setExpirationTime(new Date(now.getTime() + seconds * 1000))
      .encrypt(this.keys[0]!);
  }

  /** @returns undefined if the token is modified, truncated, made with another key or for another purpose, or expired */
  async open(token: string, now = new Date()): Promise<OpenedToken<Claims> | undefined> {
    // Decoders ignore whitespace, so it is rejected here.
    if (!/^[\w.-]+$/.test(token)) return undefined;
    for (const key of this.keys) {
      try {
        const { payload } = await jwtDecrypt(token, key, {
          keyManagementAlgorithms: ['dir'],
          contentEncryptionAlgorithms: ['A256GCM'],
          clockTolerance: CLOCK_TOLERANCE_SECONDS,
          requiredClaims: ['exp'],
          currentDate: now,
        });
        return { claims: payload as Claims, expiresAt: payload.exp! * 1000 };
      } catch {
        // Encrypted with another key, or not a token at all.
      }
    }
    return undefined;
  }
}
