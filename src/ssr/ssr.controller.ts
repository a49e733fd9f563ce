import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PageSearch } from '#contract/pages/page-request.js';
import { deadlineOf } from '../common/request-deadline.js';
import { DataVersion } from '../modules/graphql-client/index.js';
import { ViewCounter } from '../modules/job-views/index.js';
import { SearchCounter } from '../modules/search-counts/index.js';
import { type Site, SiteRegistry } from '../modules/sites/index.js';
import { SETTINGS, type Settings } from '../settings.js';
import { PageCache } from './page-cache/page-cache.js';
import { PageTiming } from './page-response.js';
import { PageService } from './page.service.js';
import { JOB_PAGE, sendLastGood, sendMade, sendStored } from './send-page.js';

/** Every URL without a controller of its own is a page. Public. */
@Controller()
export class SsrController {
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
