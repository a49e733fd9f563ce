import { Controller, Get, HttpStatus, Inject, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { localAddress } from '#contract/pages/callback-url.js';
import { originOf } from '../common/origin.js';
import { sendRedirect } from '../common/send-redirect.js';
import { LOGOUT_PATH } from '#contract/pages/paths.js';
import { SessionWriter, VisitorReader } from '../modules/auth/index.js';
import { addressesOf, splitLocale } from '../modules/routing/index.js';
import { type Site, SiteRegistry } from '../modules/sites/index.js';
import { SETTINGS, type Settings } from '../settings.js';
import { PageService } from './page.service.js';
import { sendMade } from './send-page.js';

/**
 * Ends the session, clears its cookies and redirects to the home page, or to `callbackUrl` if that is on this site (AUTH-10). While there
 * is a session, a link of another site and a prefetch by the browser get a page that asks for confirmation. Public: visitors without a
 * session are redirected too.
 */
@Controller()
export class LogoutController {
  constructor(
    @Inject(SessionWriter) private readonly sessions: SessionWriter,
    @Inject(SiteRegistry) private readonly sites: SiteRegistry,
    @Inject(VisitorReader) private readonly visitors: VisitorReader,
    @Inject(PageService) private readonly pages: PageService,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @Get([LOGOUT_PATH, `:locale${LOGOUT_PATH}`])
  async logout(
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @Query('callbackUrl') wanted: unknown,
  ): Promise<void> {
    const site = this.sites.forHost(request.headers.host);
    if (!isFollowedHere(request) && !(await this.isOver(request, site))) {
      const response = await this.pages.make(request, site, { version: undefined, unstreamed: true });
      return sendMade(request, reply, response, 'fwd=bypass');
    }
    await this.sessions.signOut(request, reply);
    const { locale } = splitLocale(site.public, request.url);
    void reply.header('cache-control', 'private, no-store');
    const target =
      typeof wanted === 'string'
        ? localAddress(wanted, originOf(request, this.settings))
        : addressesOf(site.public, locale).href('/');
    sendRedirect(reply, HttpStatus.SEE_OTHER, target);
  }

  private async isOver(request: FastifyRequest, { public: { name, locales } }: Site): Promise<boolean> {
    const frontend = { site: name, locale: locales[0]! };
    return (
      (await this.visitors.read(request, { frontend, requestId: request.id, address: request.ip })).kind === 'gone'
    );
  }
}

function isFollowedHere({ headers, method }: FastifyRequest): boolean {
  const isAhead = [headers['sec-purpose'], headers.purpose].some((purpose) =>
    String(purpose ?? '').includes('prefetch'),
  );
  return method === 'GET' && !isAhead && !['cross-site', 'same-site'].includes(String(headers['sec-fetch-site']));
}
