import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { SETTINGS, type Settings } from '../../../settings.js';
import { AuthCookies, type CookieRequest } from '../cookies/auth-cookies.js';
import { CLOCK_TOLERANCE_SECONDS, type OpenedToken, SealedTokens } from './sealed-tokens.js';

/** AUTH-05. */
export const SESSION_SECONDS = 2_592_000;

/** Content of a session cookie, which browsers cannot read. */
export interface SessionClaims {
  /** For the backend's Authorization header. */
  jwt: string;
  name: string;
  email: string;
  image?: string;
  /** Whether an administrator acts as this user. */
  masqueraded?: boolean;
  isNewUserViaSocial?: boolean;
}

/** Size of the cache of decrypted cookies: decryption is the most expensive part of reading a session. */
const CACHE_BYTES = 4 * 1024 * 1024;

/** Creates and reads session cookies. */
@Injectable()
export class SessionReader {
  private readonly tokens: SealedTokens<SessionClaims>;
  private readonly opened = new LRUCache<string, OpenedToken<SessionClaims>>({
    maxSize: CACHE_BYTES,
    sizeCalculation: ({ claims }, token) => 2 * (token.length + claims.jwt.length) + 500,
  });

  constructor(
    @Inject(AuthCookies) private readonly cookies: AuthCookies,
    @Inject(SETTINGS) settings: Pick<Settings, 'AUTH_SECRET'>,
  ) {
    this.tokens = new SealedTokens(settings.AUTH_SECRET, 'session');
  }

  /**
   * Reads the session cookie of a request. Only the backend knows whether that session still exists.
   *
   * @returns undefined for visitors without a valid cookie; never throws
   */
  async read(request: CookieRequest): Promise<SessionClaims | undefined> {
    const token = this.cookies.read(request, 'session');
    if (token === undefined) return undefined;
    const known = this.opened.get(token);
    if (known) return known.expiresAt + CLOCK_TOLERANCE_SECONDS * 1000 > Date.now() ? known.claims : undefined;
    const opened = await this.tokens.open(token);
    if (opened) this.opened.set(token, opened);
    return opened?.claims;
  }

  seal(claims: SessionClaims, seconds: number): Promise<string> {
    return this.tokens.seal(claims, seconds);
  }
}
