import { Inject, Injectable } from '@nestjs/common';
// Its types: what the server's cookie plugin adds to requests.
import '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type HostSettings, originOf } from '../../../common/origin.js';
import { SETTINGS } from '../../../settings.js';

/** The protocol's cookies (contracts §4), and one that outlives sessions, see `KnownBrowsers`. */
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

/** The part of a request that says which cookies it brings, and whether it came by https. */
export type CookieRequest = Pick<FastifyRequest, 'headers' | 'protocol' | 'server'>;

/** Reads and writes them: HttpOnly, SameSite=Lax, for the whole host, and on https Secure with the prefix that browsers hold them to. */
@Injectable()
export class AuthCookies {
  constructor(@Inject(SETTINGS) private readonly settings: HostSettings) {}

  /** @returns undefined when the browser sends none; never throws for what it sends */
  read(request: CookieRequest, which: AuthCookie): string | undefined {
    const { cookie: header } = request.headers;
    if (!header?.includes(NAMES[which])) return undefined;
    return fromChunks(this.name(request, which), request.server.parseCookie(header));
  }

  /** Whether the browser sends it, whole or in parts, whatever is in it. */
  isSent(request: CookieRequest, which: AuthCookie): boolean {
    return this.sent(request, this.name(request, which)).length > 0;
  }

  /** @param maxAge seconds; undefined: until the browser is closed */
  write(request: CookieRequest, reply: FastifyReply, which: AuthCookie, value: string, maxAge?: number): void {
    const name = this.name(request, which);
    const chunks = toChunks(name, value);
    for (const old of this.sent(request, name)) if (!chunks.has(old)) this.send(request, reply, old, '', 0);
    for (const [each, part] of chunks) this.send(request, reply, each, part, maxAge);
  }

  /** Whole and in parts, whatever the browser has. */
  clear(request: CookieRequest, reply: FastifyReply, which: AuthCookie): void {
    const name = this.name(request, which);
    for (const each of new Set([name, ...this.sent(request, name)])) this.send(request, reply, each, '', 0);
  }

  /** The `Set-Cookie` of a cookie that fits in one, for answers that are not sent through a reply. */
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

/** Of a cookie's value, so that with name and attributes it stays below the 4096 bytes that browsers keep (AUTH-05). */
const CHUNK_CHARACTERS = 3933;
/** More is no session of ours. */
const MAX_CHUNKS = 10;

type Cookies = Readonly<Record<string, string | undefined>>;

/** @returns by name: one cookie, or `name.0`, `name.1`, … */
export function toChunks(name: string, value: string): Map<string, string> {
  if (value.length <= CHUNK_CHARACTERS) return new Map([[name, value]]);
  const chunks = new Map<string, string>();
  for (let at = 0; at * CHUNK_CHARACTERS < value.length; at++)
    chunks.set(`${name}.${at}`, value.slice(at * CHUNK_CHARACTERS, (at + 1) * CHUNK_CHARACTERS));
  return chunks;
}

/** @returns undefined when there is no such cookie, whole or in parts */
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

/** The names under which a browser sends it, to be cleared. */
export function chunkNames(name: string, cookies: Cookies): string[] {
  return Object.keys(cookies).filter(
    (each) => each === name || (each.startsWith(`${name}.`) && /^\d+$/.test(each.slice(name.length + 1))),
  );
}
