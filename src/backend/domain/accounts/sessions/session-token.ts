import { jwtVerify, SignJWT } from 'jose';
import { LRUCache } from 'lru-cache';
import { SESSION_TOKEN, sessionTokenKeys } from '#contract/accounts/session-token-keys.js';

/** A few hundred bytes each. */
const MAX_ENTRIES = 20_000;

/** What a token that was verified says. */
interface Verified {
  id: string;
  /** Milliseconds since 1970. */
  expiresAt: number;
}

/** Makes and reads the tokens that name sessions. */
export class SessionTokens {
  private readonly keys: ReturnType<typeof sessionTokenKeys>;
  /** A page asks for several things with one token: only the first time costs a signature. What is no token of ours is never kept. */
  private readonly verified = new LRUCache<string, Verified>({ max: MAX_ENTRIES });

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
        // Another key's, or nobody's.
      }
    }
    return undefined;
  }
}

function holds({ expiresAt }: Verified, now: Date): boolean {
  return expiresAt + SESSION_TOKEN.clockToleranceSeconds * 1000 > now.getTime();
}
