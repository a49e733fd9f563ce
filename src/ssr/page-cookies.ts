import { Inject, Injectable } from '@nestjs/common';
// Imported for its types: the request properties that the server's cookie plugin adds.
import '@fastify/cookie';
import type { FastifyRequest } from 'fastify';
import { type HostSettings, originOf } from '../common/origin.js';
import { checkEmail, normalizeEmail } from '#contract/accounts/account-rules.js';
import { NOTICE_COOKIE, readNotice, type SaidNotice, writeNotice } from '#contract/pages/notices.js';
import { SETTINGS } from '../settings.js';

type CookieRequest = Pick<FastifyRequest, 'headers' | 'protocol' | 'server'>;

const MAX_AGE_SECONDS = 60;

/** Carries a notice to the next page, which shows it once; forged values can only be one of the few known notices. */
@Injectable()
export class NoticeCookie {
  constructor(@Inject(SETTINGS) private readonly settings: HostSettings) {}

  /** @returns the `Set-Cookie` header */
  line(request: CookieRequest, notice: SaidNotice): string {
    return this.serialize(request, writeNotice(notice), MAX_AGE_SECONDS);
  }

  /** @returns undefined for a prefetched page, which nobody sees yet */
  take(request: CookieRequest): { notice?: SaidNotice; setCookie: string } | undefined {
    const { cookie, 'sec-purpose': purpose } = request.headers;
    if (!cookie?.includes(NOTICE_COOKIE) || purpose?.includes('prefetch')) return undefined;
    const value = request.server.parseCookie(cookie)[NOTICE_COOKIE];
    if (value === undefined) return undefined;
    const notice = readNotice(value);
    return { ...(notice ? { notice } : {}), setCookie: this.serialize(request, '', 0) };
  }

  private serialize(request: CookieRequest, value: string, maxAge: number): string {
    const secure = originOf(request, this.settings).startsWith('https:');
    return request.server.serializeCookie(NOTICE_COOKIE, value, {
      httpOnly: true,
      sameSite: 'lax',
      path: '/',
      secure,
      maxAge,
    });
  }
}

const MAILED_ADDRESS_COOKIE = 'causeboard-mailed-to';
const MAILED_ADDRESS_MAX_AGE_SECONDS = 3600;

/** Stores in the visitor's browser to which address a mail was sent, so that URLs do not contain the address. */
@Injectable()
export class MailedAddressCookie {
  constructor(@Inject(SETTINGS) private readonly settings: HostSettings) {}

  /** @returns the `Set-Cookie` header */
  line(request: CookieRequest, email: string): string {
    const secure = originOf(request, this.settings).startsWith('https:');
    return request.server.serializeCookie(MAILED_ADDRESS_COOKIE, email, {
      httpOnly: true,
      sameSite: 'lax',
      path: '/',
      secure,
      maxAge: MAILED_ADDRESS_MAX_AGE_SECONDS,
    });
  }

  /** @returns undefined if there is no cookie, or its value is not an address */
  read(request: CookieRequest): string | undefined {
    const { cookie } = request.headers;
    if (!cookie?.includes(MAILED_ADDRESS_COOKIE)) return undefined;
    const email = normalizeEmail(request.server.parseCookie(cookie)[MAILED_ADDRESS_COOKIE] ?? '');
    return checkEmail(email).length === 0 ? email : undefined;
  }
}
