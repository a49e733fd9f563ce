import { Module, Controller, Get, HttpStatus, Inject, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isSignInCode } from '#contract/accounts/auth-errors.js';
import type { PageSearch } from '#contract/pages/page-request.js';
import { AnalyticsRelayModule } from '../modules/analytics-relay/index.js';
import { AuthModule, ProtocolCalls } from '../modules/auth/index.js';
import { ConsentModule } from '../modules/consent/consent.module.js';
import { FormsModule } from '../modules/forms/index.js';
import { addressesOf, RoutingModule, splitLocale } from '../modules/routing/index.js';
import { JobViewsModule, ViewCounter } from '../modules/job-views/job-views.module.js';
import { SearchCountsModule, SearchCounter } from '../modules/search-counts/search-counts.module.js';
import { SitesModule, SiteRegistry, type Site } from '../modules/sites/index.js';
import { TranslationsModule } from '../modules/translations/translations.module.js';
import { sendRedirect } from '../common/send-redirect.js';
import { SETTINGS, type Settings } from '../settings.js';
import { deadlineOf } from '../common/request-deadline.js';
import { DataVersion } from '../modules/graphql-client/index.js';
import { FormController, LogoutController } from './form.controller.js';
import { MailedAddressCookie, NoticeCookie } from './page-cookies.js';
import { PageCache, PageCacheReport } from './page-cache/page-cache.js';
import { PageService } from './page.service.js';
import { PageRequestFactory } from './page-request.factory.js';
import { SpeculationRulesController } from './speculation-rules.controller.js';
import { sendMade, JOB_PAGE, sendLastGood, sendStored } from './send-page.js';
import { PageTiming } from './page-response.js';

/** Every URL without a controller of its own is a page. Public. */
@Controller()
class SsrController {
  constructor(
    @Inject(SiteRegistry) private readonly sites: SiteRegistry,
    @Inject(PageService) private readonly pages: PageService,
    @Inject(PageCache) private readonly cache: PageCache,
    @Inject(DataVersion) private readonly versions: DataVersion,
    @Inject(SearchCounter) private readonly searches: SearchCounter,
    @Inject(ViewCounter) private readonly views: ViewCounter,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** Cached pages were already sent before this handler (`sendCachedPages`). */
  @Get('*')
  async page(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const site = this.sites.forHost(request.headers.host);
    // Starts the deadline here, so that the waits below and those of the page share it.
    deadlineOf(request, this.settings.BACKEND_TIMEOUT_MS);
    const key = this.cache.keyOf(request, site);
    if (key === undefined) {
      const timing = new PageTiming();
      const version = await this.versions.of(site.public.name);
      timing.end('cache');
      const response = await this.pages.make(request, site, { version, unstreamed: false, timing });
      this.count(request, site, response);
      return sendMade(request, reply, response, 'fwd=bypass');
    }
    const answer = await this.cache.answer(key, site, (version) =>
      this.pages.make(request, site, { version, unstreamed: version !== undefined }),
    );
    this.count(request, site, answer.kind === 'made' ? answer.response : answer.page.facts);
    switch (answer.kind) {
      case 'stored':
        return sendStored(request, reply, this.cache, answer.page, answer.hit ? 'hit' : 'fwd=miss; stored');
      case 'last-good':
        return sendLastGood(request, reply, this.cache, answer.page);
      case 'made':
        return sendMade(request, reply, answer.response, 'fwd=miss');
    }
  }

  private count(
    request: FastifyRequest,
    { public: site }: Site,
    { page, search }: { page: string; search?: PageSearch | undefined },
  ): void {
    if (search) this.searches.seen(request, site, search);
    if (page === JOB_PAGE) this.views.arrived(request, site);
  }
}

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
    @Inject(ProtocolCalls) private readonly calls: ProtocolCalls,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** Shows the error in the language of the page from which the user comes, and passes the address of that page on. */
  @Get('error')
  async error(
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @Query('error') given: unknown,
  ): Promise<void> {
    const error = typeof given === 'string' ? given.slice(0, 100) : undefined;
    const query = new URLSearchParams(error === undefined ? {} : { error });
    if (isSignInCode(error)) {
      void reply.header('cache-control', 'private, no-store');
      sendRedirect(reply, HttpStatus.FOUND, `${this.settings.AUTH_BASE_PATH}/signin?${query.toString()}`);
      return;
    }
    const site = this.sites.forHost(request.headers.host);
    const { href: callbackUrl, pathname } = new URL(this.calls.callbackUrl(request, reply, undefined));
    if (pathname !== '/') query.set('callbackUrl', callbackUrl);
    const { href } = addressesOf(site.public, splitLocale(site.public, pathname).locale);
    const url = href(`/user/error?${query.toString()}`);
    const response = await this.pages.make(request, site, { version: undefined, unstreamed: true, url });
    await sendMade(request, reply, { ...response, personal: true }, 'fwd=bypass');
  }
}

/** The error page of the session protocol. A separate module, because its path is below AUTH_BASE_PATH like those of `AuthModule`. */
@Module({ imports: [SitesModule, SsrModule], controllers: [AuthErrorController] })
export class AuthErrorModule {}
