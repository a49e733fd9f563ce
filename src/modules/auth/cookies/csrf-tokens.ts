import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { deriveKey } from '#contract/backend/derive-key.js';
import { SETTINGS, type Settings } from '../../../settings.js';
import { AuthCookies, type CookieRequest } from './auth-cookies.js';

const TOKEN_BYTES = 32;

/** Double-submit CSRF protection: a cookie `token|sha256(token + secret)`, and the token in the body (contracts §4). */
@Injectable()
export class CsrfTokens {
  private readonly keys: readonly string[];
  /** Each request gets one token, however often it is requested. */
  private readonly given = new WeakMap<object, { token: string; setCookie?: string }>();

  constructor(
    @Inject(AuthCookies) private readonly cookies: AuthCookies,
    @Inject(SETTINGS) settings: Pick<Settings, 'AUTH_SECRET'>,
  ) {
    this.keys = settings.AUTH_SECRET.map((secret) => Buffer.from(deriveKey(secret, 'causeboard csrf')).toString('hex'));
  }

  /**
   * Returns the token of the visitor's cookie, or a new one.
   *
   * @returns also the `Set-Cookie` header to send if the token is new
   */
  provide(request: CookieRequest): { token: string; setCookie?: string } {
    const known = this.known(request);
    if (known !== undefined) return { token: known };
    let given = this.given.get(request);
    if (!given) {
      const token = randomBytes(TOKEN_BYTES).toString('hex');
      given = { token, setCookie: this.cookies.line(request, 'csrf', `${token}|${digest(token, this.keys[0]!)}`) };
      this.given.set(request, given);
    }
    return given;
  }

  /** Returns a value that is bound to this visitor's browser and does not reveal the token. */
  ownerOf(request: CookieRequest): string {
    return createHash('sha256')
      .update(`owner ${this.provide(request).token}`)
      .digest('base64url');
  }

  /** Whether the value sent in a body is the token of the visitor's cookie. */
  isValid(request: CookieRequest, sent: unknown): boolean {
    const token = this.known(request);
    return token !== undefined && typeof sent === 'string' && isEqual(token, sent);
  }

  private known(request: CookieRequest): string | undefined {
    const [token, signature] = this.cookies.read(request, 'csrf')?.split('|') ?? [];
    if (!token || !signature) return undefined;
    return this.keys.some((key) => isEqual(digest(token, key), signature)) ? token : undefined;
  }
}

function digest(token: string, key: string): string {
  return createHash('sha256')
    .update(token + key)
    .digest('hex');
}

function isEqual(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
