import { jwtVerify, SignJWT } from 'jose';
import { LRUCache } from 'lru-cache';
import { SESSION_TOKEN, sessionTokenKeys } from '#contract/accounts/session-token-keys.js';

/** Maximum number of cached tokens; each takes a few hundred bytes. */
const MAX_ENTRIES = 20_000;

/** Content of a verified token. */
interface Verified {
  id: string;
  /** Milliseconds since 1970. */
  expiresAt: number;
}

/** Creates and verifies session tokens. */
export class SessionTokens {
  private readonly keys: ReturnType<typeof sessionTokenKeys>;
  /**
   * Cache of verified tokens: a page sends several requests with one token, and only the first needs a signature check. Invalid tokens
   * are never cached.
   */
  private readonly verified = new LRUCache<string, Verified>({ max: MAX_ENTRIES });

  /** @param secrets the first one signs; the others are still accepted during key rotation */
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

  /** @returns the id of a session, which may have ended; undefined if the token is invalid or has expired */
  async read(token: string, now: Date): Promise<string | undefined> {
    const known = this.verified.get(token);
    if (known) return holds(known, now) ? known.id : undefined;
    const found = await this.verify(token, now);
    if (found) this.verified.set(token, found);
    return found?.id;
  }

  private async verify(token: string, now: Date): Promise<Verified | undefined> {
    for (const { key } of this.keys) {
      try {
        const { payload } = await jwtVerify(token, key, {
          algorithms: [SESSION_TOKEN.algorithm],
          issuer: SESSION_TOKEN.issuer,
          requiredClaims: ['jti', 'exp'],
          currentDate: now,
          clockTolerance: SESSION_TOKEN.clockToleranceSeconds,
        });
        return { id: payload.jti!, expiresAt: payload.exp! * 1000 };
      } catch {
        // The token is malformed or signed with another key.
      }
    }
    return undefined;
  }
}

function holds({ expiresAt }: Verified, now: Date): boolean {
  return expiresAt + SESSION_TOKEN.clockToleranceSeconds * 1000 > now.getTime();
}
