import { hkdfSync } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';

const ALGORITHM = 'HS256';
const ISSUER = 'causeboard';
const CLOCK_TOLERANCE_SECONDS = 15;

/** Makes and reads the tokens that name sessions. */
export class SessionTokens {
  private readonly keys: readonly Uint8Array[];

  /** @param secrets the first one signs; the others are still taken, while keys rotate. */
  constructor(secrets: readonly string[]) {
    this.keys = secrets.map((secret) => new Uint8Array(hkdfSync('sha256', secret, '', 'backend session token', 32)));
  }

  sign({ id, accountId, expiresAt }: { id: string; accountId: string; expiresAt: Date }): Promise<string> {
    return new SignJWT({})
      .setProtectedHeader({ alg: ALGORITHM })
      .setIssuer(ISSUER)
      .setJti(id)
      .setSubject(accountId)
      .setExpirationTime(expiresAt)
      .sign(this.keys[0]!);
  }

  /** @returns the id of a session that may have ended; undefined: the token is not one of ours, or its time is over. */
  async read(token: string, now: Date): Promise<string | undefined> {
    for (const key of this.keys) {
      try {
        const { payload } = await jwtVerify(token, key, {
          algorithms: [ALGORITHM],
          issuer: ISSUER,
          currentDate: now,
          clockTolerance: CLOCK_TOLERANCE_SECONDS,
        });
        return payload.jti;
      } catch {
        // Another key's, or nobody's.
      }
    }
    return undefined;
  }
}
