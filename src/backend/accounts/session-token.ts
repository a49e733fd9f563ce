import { jwtVerify, SignJWT } from 'jose';
import { SESSION_TOKEN, sessionTokenKeys } from '../../contract/session-token-keys.js';

/** Makes and reads the tokens that name sessions. */
export class SessionTokens {
  private readonly keys: ReturnType<typeof sessionTokenKeys>;

  /** @param secrets the first one signs; the others are still taken, while keys rotate. */
  constructor(secrets: readonly string[]) {
    this.keys = sessionTokenKeys(secrets);
  }

  sign({ id, accountId, expiresAt }: { id: string; accountId: string; expiresAt: Date }): Promise<string> {
    const { id: kid, key } = this.keys[0]!;
    return new SignJWT({})
      .setProtectedHeader({ alg: SESSION_TOKEN.algorithm, kid })
      .setIssuer(SESSION_TOKEN.issuer)
      .setJti(id)
      .setSubject(accountId)
      .setExpirationTime(expiresAt)
      .sign(key);
  }

  /** @returns the id of a session that may have ended; undefined: the token is not one of ours, or its time is over. */
  async read(token: string, now: Date): Promise<string | undefined> {
    for (const { key } of this.keys) {
      try {
        const { payload } = await jwtVerify(token, key, {
          algorithms: [SESSION_TOKEN.algorithm],
          issuer: SESSION_TOKEN.issuer,
          currentDate: now,
          clockTolerance: SESSION_TOKEN.clockToleranceSeconds,
        });
        return payload.jti;
      } catch {
        // Another key's, or nobody's.
      }
    }
    return undefined;
  }
}
