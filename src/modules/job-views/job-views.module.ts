import { Module, Controller, Get, Header, Inject, Param, Query, Req } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyRequest } from 'fastify';
import { JOB_VIEWS_PATH } from '#contract/pages/paths.js';
import { readSource, SOURCE_FIELD } from '#contract/view-source.js';
import { isRobot } from '../../common/robots.js';
import { SitesModule, SiteRegistry } from '../sites/index.js';
import { ViewCounter } from './view-counter.js';

/** A transparent image of one pixel. */
const DOT = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
const PICTURE = /^(\d{1,15})(-apply)?\.gif$/;

/** The tracking image of job pages and of application forms. Public; it contains no data, sets no cookie and identifies nobody. */
@Controller(JOB_VIEWS_PATH)
class JobViewsController {
  constructor(
    @Inject(SiteRegistry) private readonly sites: SiteRegistry,
    @Inject(ViewCounter) private readonly counter: ViewCounter,
  ) {}

  @Get(':name')
  @RouteConfig({ rateLimit: { max: 120, timeWindow: '1 minute' } })
  @Header('Content-Type', 'image/gif')
  @Header('Cache-Control', 'no-store')
  seen(@Param('name') name: string, @Query(SOURCE_FIELD) source: unknown, @Req() request: FastifyRequest): Buffer {
    const [, id, isStart] = PICTURE.exec(name) ?? [];
    const { host, referer, 'user-agent': agent, 'sec-purpose': purpose } = request.headers;
    if (id === undefined || isRobot(agent) || purpose) return DOT;
    const { public: site } = this.sites.forHost(host);
    if (isStart) this.counter.started(site, id, readSource(source));
    else this.counter.seen(site, id, { host, referer });
    return DOT;
  }
}

/** Counts views of jobs and the sources of visitors. */
@Module({
  imports: [SitesModule],
  controllers: [JobViewsController],
  providers: [ViewCounter],
  exports: [ViewCounter],
})
export class JobViewsModule {}
