import { Inject, Injectable } from '@nestjs/common';
// Its types: what the server's cookie plugin adds to requests.
import '@fastify/cookie';
import type { FastifyRequest } from 'fastify';
import type { HostSettings } from '../common/hosts.js';
import { originOf } from '../common/origin.js';
import { checkEmail, normalizeEmail } from '#contract/accounts/account-rules.js';
import { SETTINGS } from '../settings.js';

type CookieRequest = Pick<FastifyRequest, 'headers' | 'protocol' | 'server'>;

const NAME = 'causeboard-mailed-to';
const MAX_AGE_SECONDS = 3600;

/** Remembers in the visitor's own browser where they had a mail sent, so that the address stands in no address of a page. */
@Injectable()
export class MailedAddressCookie {
  constructor(@Inject(SETTINGS) private readonly settings: HostSettings) {}

  /** @returns the `Set-Cookie` */
  line(request: CookieRequest, email: string): string {
    const secure = originOf(request, this.settings).startsWith('https:');
    return request.server.serializeCookie(NAME, email, {
      httpOnly: true,
      sameSite: 'lax',
      path: '/',
      secure,
      maxAge: MAX_AGE_SECONDS,
    });
  }

  /** @returns undefined where there is none, or nothing that can be an address */
  read(request: CookieRequest): string | undefined {
    const { cookie } = request.headers;
    if (!cookie?.includes(NAME)) return undefined;
    const email = normalizeEmail(request.server.parseCookie(cookie)[NAME] ?? '');
    return checkEmail(email).length === 0 ? email : undefined;
  }
}
