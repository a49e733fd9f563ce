import { Inject, Injectable } from '@nestjs/common';
// Imported for its types: the request properties that the server's cookie plugin adds.
import '@fastify/cookie';
import type { FastifyRequest } from 'fastify';
import {
  CONSENT_COOKIE,
  CONSENT_COOKIE_SECONDS,
  formatConsentCookie,
  parseConsentCookie,
} from '#contract/consent/consent-cookie.js';
import { ADVERTISING_SERVICES, type ConsentChoices } from '#contract/consent/consent-services.js';
import { type HostSettings, originOf } from '../../common/origin.js';
import { SETTINGS } from '../../settings.js';

type CookieRequest = Pick<FastifyRequest, 'headers' | 'protocol' | 'server'>;

/** Reads and writes the visitor's decisions about third-party services. Scripts may read the cookie, including Klaro. */
@Injectable()
export class ConsentCookies {
  constructor(@Inject(SETTINGS) private readonly settings: HostSettings) {}

  read({ headers: { cookie } }: Pick<CookieRequest, 'headers'>): ConsentChoices {
    if (!cookie?.includes(CONSENT_COOKIE)) return {};
    const prefix = `${CONSENT_COOKIE}=`;
    const sent = cookie.split(';').map((part) => part.trim());
    return parseConsentCookie(sent.find((part) => part.startsWith(prefix))?.slice(prefix.length));
  }

  /** @returns the `Set-Cookie` header. The server writes the cookie, because some browsers delete cookies set by scripts after a week. */
  line(request: CookieRequest, choices: ConsentChoices): string {
    return request.server.serializeCookie(CONSENT_COOKIE, formatConsentCookie(choices), {
      encode: String,
      path: '/',
      sameSite: 'lax',
      secure: originOf(request, this.settings).startsWith('https:'),
      maxAge: CONSENT_COOKIE_SECONDS,
    });
  }
}

/** Whether the browser sends Global Privacy Control. */
export function hasPrivacyControl({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  return headers['sec-gpc'] === '1';
}

/** Returns the effective decisions: Global Privacy Control refuses advertising. */
export function withPrivacyControl(request: Pick<FastifyRequest, 'headers'>, choices: ConsentChoices): ConsentChoices {
  if (!hasPrivacyControl(request)) return choices;
  const refused = ADVERTISING_SERVICES.filter((service) => choices[service] !== undefined);
  return { ...choices, ...Object.fromEntries(refused.map((service) => [service, false])) };
}
