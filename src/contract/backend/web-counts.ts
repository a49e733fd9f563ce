import { randomUUID } from 'node:crypto';
import { type JWTPayload, jwtVerify, SignJWT } from 'jose';

/**
 * Format in which the web tier sends its counts to the backend: a JWT with the numbers, signed with a key derived (HKDF) from the shared
 * secret, accepted once. Nobody else can manipulate the counts.
 */
export const WEB_COUNTS = { algorithm: 'HS256', issuer: 'causeboard-web', seconds: 60 } as const;

/** Allowed clock difference between two machines. */
const TOLERANCE_SECONDS = 15;

/** @param key see `deriveKey`; each kind of counts has its own */
export function signCounts(key: Uint8Array, counts: JWTPayload): Promise<string> {
  const { algorithm, issuer, seconds } = WEB_COUNTS;
  return new SignJWT(counts)
    .setProtectedHeader({ alg: algorithm })
    .setIssuer(issuer)
    .setJti(randomUUID())
    .setIssuedAt()
    .setExpirationTime(`${seconds}s`)
    .sign(key);
}

export interface SignedCounts<Counts> {
  /** Id that detects repeated submissions. */
  id: string;
  /** Time until which the id has to be remembered. */
  expiresAt: Date;
  counts: Counts;
}

/**
 * @param keys all keys that may have signed the token, while secrets are rotated
 * @returns undefined if the signature is invalid or the token expired
 */
export async function readCounts<Counts>(
  keys: readonly Uint8Array[],
  assertion: string,
  now: Date,
): Promise<SignedCounts<Counts> | undefined> {
  const { algorithm, issuer, seconds } = WEB_COUNTS;
  for (const key of keys) {
    try {
      const { payload } = await jwtVerify<Counts>(assertion, key, {
        algorithms: [algorithm],
        issuer,
        currentDate: now,
        requiredClaims: ['jti', 'exp', 'iat'],
        maxTokenAge: seconds,
        clockTolerance: TOLERANCE_SECONDS,
      });
      const expiresAt = new Date((payload.exp! + 2 * TOLERANCE_SECONDS) * 1000);
      return { id: payload.jti!, expiresAt, counts: payload };
    } catch {
      // Signed with another key, or not a valid token.
    }
  }
  return undefined;
}
