import { Module, Controller, Get, HttpStatus, Inject, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isSignInCode } from '#contract/accounts/auth-errors.js';
import { AnalyticsRelayModule } from '../modules/analytics-relay/index.js';
import { AuthModule } from '../modules/auth/index.js';
import { ConsentModule } from '../modules/consent/index.js';
import { FormsModule } from '../modules/forms/index.js';
import { RoutingModule } from '../modules/routing/index.js';
import { JobViewsModule } from '../modules/job-views/index.js';
import { SearchCountsModule } from '../modules/search-counts/index.js';
import { SitesModule, SiteRegistry } from '../modules/sites/index.js';
import { TranslationsModule } from '../modules/translations/index.js';
import { sendRedirect } from '../common/send-redirect.js';
import { SETTINGS, type Settings } from '../settings.js';
import { FormController, LogoutController } from './form.controller.js';
import { MailedAddressCookie, NoticeCookie } from './page-cookies.js';
import { PageCache, PageCacheReport } from './page-cache/page-cache.js';
import { PageService } from './page.service.js';
import { PageRequestFactory } from './page-request.factory.js';
import { SpeculationRulesController } from './speculation-rules.controller.js';
import { SsrController } from './ssr.controller.js';
import { sendMade } from './send-page.js';

@Module({
  imports: [
    AnalyticsRelayModule,
    FormsModule,
    AuthModule,
    ConsentModule,
    SitesModule,
    RoutingModule,
    SearchCountsModule,
    JobViewsModule,
    TranslationsModule,
  ],
  controllers: [LogoutController, SpeculationRulesController, FormController, SsrController],
  providers: [PageRequestFactory, PageService, NoticeCookie, MailedAddressCookie, PageCache, PageCacheReport],
  exports: [PageService],
})
export class SsrModule {}

/** Handles sign-in errors (AUTH-09): the sign-in page shows most of them, the rest have a page of their own. Public. */
@Controller()
class AuthErrorController {
  constructor(
    @Inject(SiteRegistry) private readonly sites: SiteRegistry,
    @Inject(PageService) private readonly pages: PageService,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @Get('error')
  async error(
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @Query('error') given: unknown,
  ): Promise<void> {
    const error = typeof given === 'string' ? given.slice(0, 100) : undefined;
    const query = error === undefined ? '' : `?${new URLSearchParams({ error }).toString()}`;
    if (isSignInCode(error)) {
      void reply.header('cache-control', 'private, no-store');
      sendRedirect(reply, HttpStatus.FOUND, `${this.settings.AUTH_BASE_PATH}/signin${query}`);
      return;
    }
    const site = this.sites.forHost(request.headers.host);
    const url = `/user/error${query}`;
    const response = await this.pages.make(request, site, { version: undefined, unstreamed: true, url });
    await sendMade(request, reply, { ...response, personal: true }, 'fwd=bypass');
  }
}

/** The error page of the session protocol. A separate module, because its path is below AUTH_BASE_PATH like those of `AuthModule`. */
@Module({ imports: [SitesModule, SsrModule], controllers: [AuthErrorController] })
export class AuthErrorModule {}
