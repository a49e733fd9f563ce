import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { SETTINGS, type Settings } from '../../../settings.js';
import { AuthCookies, type CookieRequest } from '../cookies/auth-cookies.js';
import { CLOCK_TOLERANCE_SECONDS, type OpenedToken, SealedTokens } from './sealed-tokens.js';

/** AUTH-05. */
export const SESSION_SECONDS = 2_592_000;

/** What a session cookie says. Browsers cannot read it. */
export interface SessionClaims {
  /** For the backend's Authorization header. */
  jwt: string;
  name: string;
  email: string;
  image?: string;
  /** An administrator acts as this user. */
  masqueraded?: boolean;
  isNewUserViaSocial?: boolean;
}

/** Opened cookies: decrypting one costs more than everything else about a session. */
const CACHE_BYTES = 4 * 1024 * 1024;

/** Makes and reads session cookies. */
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
   * Who sends a request, by its cookie. Whether that session still goes on only the backend knows.
   *
   * @returns undefined for visitors without a cookie of ours that holds; never throws
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
