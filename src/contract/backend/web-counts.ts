import { randomUUID } from 'node:crypto';
import { type JWTPayload, jwtVerify, SignJWT } from 'jose';

/**
 * How the web tier tells the backend what it has counted: a JWT that holds the numbers, signed by a key that is derived (HKDF) from the secret
 * they share, taken once. Nobody else can count anything up.
 */
export const WEB_COUNTS = { algorithm: 'HS256', issuer: 'causeboard-web', seconds: 60 } as const;

/** Clocks of two machines may differ by so much. */
const TOLERANCE_SECONDS = 15;

/** @param key see `deriveKey`; another one for each thing that is counted */
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
  /** By which it is known when it is sent again. */
  id: string;
  /** Until when it has to be known. */
  expiresAt: Date;
  counts: Counts;
}

/**
 * @param keys any of them may have signed, while secrets rotate
 * @returns undefined: signed by nobody of ours, or too old
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
      // Another key's, or nobody's.
    }
  }
  return undefined;
}
