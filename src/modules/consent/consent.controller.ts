import { Body, Controller, ForbiddenException, Header, HttpCode, Inject, Post, Req, Res } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { IsObject } from 'class-validator';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CONSENT_API_PATH, readChoices } from '#contract/consent/consent-cookie.js';
import { CONSENT_SERVICES, type ConsentChoices } from '#contract/consent/consent-services.js';
import { ownOrigins } from '../../common/origin.js';
import { bodyOf } from '../../common/request-body.js';
import { isFromSameOrigin } from '../../common/same-origin.js';
import { SETTINGS, type Settings } from '../../settings.js';
import { SiteRegistry } from '../sites/index.js';
import { ConsentCookies, withPrivacyControl } from './consent-cookies.js';

/** Request of a page's script. */
class ConsentBody {
  @IsObject() choices!: Record<string, unknown>;
}

/**
 * Merges decisions of the visitor into the consent cookie. Public, but only from pages of this site. There is no CSRF token, because cached
 * pages contain none and the cookie concerns only the visitor.
 */
@Controller(CONSENT_API_PATH)
export class ConsentController {
  constructor(
    @Inject(SiteRegistry) private readonly sites: SiteRegistry,
    @Inject(ConsentCookies) private readonly cookies: ConsentCookies,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @Post()
  @HttpCode(200)
  @Header('Cache-Control', 'private, no-store')
  @RouteConfig({ rateLimit: { max: 60, timeWindow: '1 minute' } })
  save(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Body(bodyOf(ConsentBody)) body: ConsentBody,
  ): { choices: ConsentChoices } {
    if (!isFromSameOrigin(request.headers, ownOrigins(request, this.settings)))
      throw new ForbiddenException('Decisions are only accepted from pages of this site.');
    const used = this.sites.forHost(request.headers.host).public.consent?.services ?? {};
    const all = { ...this.cookies.read(request), ...readChoices(body.choices) };
    const known = CONSENT_SERVICES.filter((service) => used[service] !== undefined && all[service] !== undefined);
    const choices = withPrivacyControl(request, Object.fromEntries(known.map((service) => [service, all[service]])));
    void reply.header('set-cookie', this.cookies.line(request, choices));
    return { choices };
  }
}
