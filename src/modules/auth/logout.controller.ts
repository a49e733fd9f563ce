import { Controller, Get, Header, HttpStatus, Inject, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { localePrefix, splitLocale } from '../routing/index.js';
import { SiteRegistry } from '../sites/index.js';
import { SessionWriter } from './session/session-writer.js';

export const LOGOUT_PATH = '/user/logout';

/** Ends the session, clears its cookies and leads home (AUTH-10). Open to everyone: who is not logged in is led home as well. */
@Controller()
export class LogoutController {
  constructor(
    @Inject(SessionWriter) private readonly sessions: SessionWriter,
    @Inject(SiteRegistry) private readonly sites: SiteRegistry,
  ) {}

  @Get([LOGOUT_PATH, `:locale${LOGOUT_PATH}`])
  @Header('Cache-Control', 'private, no-store')
  async logout(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    // A link that is only fetched ahead has not been followed.
    if (isAhead(request)) return void reply.status(HttpStatus.SERVICE_UNAVAILABLE).send();
    await this.sessions.signOut(request, reply);
    const { public: site } = this.sites.forHost(request.headers.host);
    const { locale } = splitLocale(site, request.url);
    await reply.redirect(`${localePrefix(site, locale)}/`, HttpStatus.SEE_OTHER);
  }
}

function isAhead({ headers }: FastifyRequest): boolean {
  return [headers['sec-purpose'], headers.purpose].some((purpose) => String(purpose ?? '').includes('prefetch'));
}
