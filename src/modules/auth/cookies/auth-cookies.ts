import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
// Imported for its types: the request properties that the server's cookie plugin adds.
import '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { joinedCsrf } from '#contract/applications/sent-form.js';
import { deriveKey } from '#contract/backend/signed-tokens.js';
import { type HostSettings, originOf } from '../../../common/origin.js';
import { SETTINGS, type Settings } from '../../../settings.js';

/** Cookies of the session protocol (contracts §4), and one that outlives sessions, see `KnownBrowsers`. */
const NAMES = {
  session: 'session-token',
  callbackUrl: 'callback-url',
  csrf: 'csrf-token',
  pkce: 'pkce.code_verifier',
  state: 'state',
  nonce: 'nonce',
  knownBrowser: 'known-browser',
} as const;

export type AuthCookie = keyof typeof NAMES;

/** The part of a request that contains its cookies and whether it came by HTTPS. */
export type CookieRequest = Pick<FastifyRequest, 'headers' | 'protocol' | 'server'>;

/**
 * Reads and writes the cookies: HttpOnly, SameSite=Lax, for the whole host; with HTTPS also Secure, with a name prefix that makes browsers
 * enforce it.
 */
@Injectable()
export class AuthCookies {
  constructor(@Inject(SETTINGS) private readonly settings: HostSettings) {}

  /** @returns undefined if the browser sends no such cookie; never throws for invalid cookies */
  read(request: CookieRequest, which: AuthCookie): string | undefined {
    const { cookie: header } = request.headers;
    if (!header?.includes(NAMES[which])) return undefined;
    return fromChunks(this.name(request, which), request.server.parseCookie(header));
  }

  /** Whether the browser sends the cookie, whole or in chunks, with any content. */
  isSent(request: CookieRequest, which: AuthCookie): boolean {
    return this.sent(request, this.name(request, which)).length > 0;
  }

  /** @param maxAge in seconds; omit for a session cookie */
  write(request: CookieRequest, reply: FastifyReply, which: AuthCookie, value: string, maxAge?: number): void {
    const name = this.name(request, which);
    const chunks = toChunks(name, value);
    for (const old of this.sent(request, name)) if (!chunks.has(old)) this.send(request, reply, old, '', 0);
    for (const [each, part] of chunks) this.send(request, reply, each, part, maxAge);
  }

  /** Deletes the cookie and all its chunks. */
  clear(request: CookieRequest, reply: FastifyReply, which: AuthCookie): void {
    const name = this.name(request, which);
    for (const each of new Set([name, ...this.sent(request, name)])) this.send(request, reply, each, '', 0);
  }

  /** Returns the `Set-Cookie` header of a cookie that fits in one chunk, for responses that are not sent through a reply. */
  line(request: CookieRequest, which: AuthCookie, value: string): string {
    return this.serialize(request, this.name(request, which), value);
  }

  private name(request: CookieRequest, which: AuthCookie): string {
    const prefix = !this.isSecure(request) ? '' : which === 'csrf' ? '__Host-' : '__Secure-';
    return `${prefix}next-auth.${NAMES[which]}`;
  }

  private sent({ headers, server }: CookieRequest, name: string): string[] {
    return headers.cookie ? chunkNames(name, server.parseCookie(headers.cookie)) : [];
  }

  private send(request: CookieRequest, reply: FastifyReply, name: string, value: string, maxAge?: number): void {
    void reply.header('set-cookie', this.serialize(request, name, value, maxAge));
  }

  private serialize(request: CookieRequest, name: string, value: string, maxAge?: number): string {
    const expires = maxAge === undefined ? undefined : new Date(maxAge && Date.now() + maxAge * 1000);
    const secure = this.isSecure(request);
    const rest = { httpOnly: true, sameSite: 'lax', path: '/', secure, maxAge, expires } as const;
    return request.server.serializeCookie(name, value, rest);
  }

  private isSecure(request: CookieRequest): boolean {
    return originOf(request, this.settings).startsWith('https:');
  }
}

/** Maximum length of a chunk's value: with name and attributes it stays below the 4096 bytes that browsers store (AUTH-05). */
const CHUNK_CHARACTERS = 3933;
/** A cookie with more chunks is not one of ours. */
const MAX_CHUNKS = 10;

type Cookies = Readonly<Record<string, string | undefined>>;

/** @returns values by cookie name: one cookie, or `name.0`, `name.1`, … */
export function toChunks(name: string, value: string): Map<string, string> {
  if (value.length <= CHUNK_CHARACTERS) return new Map([[name, value]]);
  const chunks = new Map<string, string>();
  for (let at = 0; at * CHUNK_CHARACTERS < value.length; at++)
    chunks.set(`${name}.${at}`, value.slice(at * CHUNK_CHARACTERS, (at + 1) * CHUNK_CHARACTERS));
  return chunks;
}

/** @returns undefined if there is no such cookie, whole or in chunks */
export function fromChunks(name: string, cookies: Cookies): string | undefined {
  const whole = cookies[name];
  if (whole) return whole;
  let value = '';
  for (let at = 0; at < MAX_CHUNKS; at++) {
    const chunk = cookies[`${name}.${at}`];
    if (chunk === undefined) break;
    value += chunk;
  }
  return value || undefined;
}

/** Names of all cookies in the request that belong to the given one, for deletion. */
export function chunkNames(name: string, cookies: Cookies): string[] {
  return Object.keys(cookies).filter(
    (each) => each === name || (each.startsWith(`${name}.`) && /^\d+$/.test(each.slice(name.length + 1))),
  );
}

const TOKEN_BYTES = 32;
const MARK_CHARACTERS = 16;

/**
 * Double-submit CSRF protection: a cookie `token|sha256(token + secret)`, and the token in the body (contracts §4).
 *
 * The cookie belongs to the browser and outlives logins, because files of an application belong to it. The forms in the pages of a
 * logged-in user therefore also contain a mark of the account for which the page was rendered: the form of a page that is still open must
 * not act on the account of the next person who logs in.
 */
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

  /**
   * Returns the token for the forms of a page, joined with the mark of its account (`partsOfCsrf`).
   *
   * @param account id of the user for whom the page is rendered; undefined for visitors without a session, whose forms remain valid when
   *   they log in
   */
  forPage(request: CookieRequest, account: string | undefined): ReturnType<CsrfTokens['provide']> {
    const given = this.provide(request);
    return account === undefined ? given : { ...given, token: joinedCsrf(given.token, markOf(account)) };
  }

  /**
   * Whether the form was sent by a page for another account than the one that is logged in now.
   *
   * @param mark value of `CSRF_ACCOUNT_FIELD`; empty if the form has none
   */
  isOfAnother(mark: string | undefined, account: string | undefined): boolean {
    return Boolean(mark) && account !== undefined && mark !== markOf(account);
  }

  /** Returns the current token of the visitor's cookie, joined with the mark that was sent. */
  renewed(request: CookieRequest, mark: string): string {
    return joinedCsrf(this.provide(request).token, mark);
  }

  /** Returns a value that is bound to this visitor's browser and does not reveal the token. */
  ownerOf(request: CookieRequest): string {
    return createHash('sha256')
      .update(`owner ${this.provide(request).token}`)
      .digest('base64url');
  }

  /** Whether the value sent in a body is the token of the visitor's cookie, for whichever account. */
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

/** A digest, because ids of other backends may contain anything. */
function markOf(account: string): string {
  return createHash('sha256').update(`account ${account}`).digest('base64url').slice(0, MARK_CHARACTERS);
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
