import { Module, Controller, Get, Header, Inject, Param, Req } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyRequest } from 'fastify';
import { JOB_VIEWS_PATH } from '#contract/pages/paths.js';
import { isRobot } from '../../common/robots.js';
import { SitesModule, SiteRegistry } from '../sites/index.js';
import { ViewCounter } from './view-counter.js';

/** One transparent dot. */
const DOT = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
const JOB_ID = /^(\d{1,15})\.gif$/;

/** The picture that a job's page shows. Open to everyone; says nothing, sets no cookie and remembers nobody. */
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
  seen(@Param('name') name: string, @Req() request: FastifyRequest): Buffer {
    const id = JOB_ID.exec(name)?.[1];
    const { host, 'user-agent': agent, 'sec-purpose': purpose } = request.headers;
    if (id !== undefined && !isRobot(agent) && !purpose) this.counter.seen(this.sites.forHost(host).public, id);
    return DOT;
  }
}

/** How often jobs are seen. */
@Module({ imports: [SitesModule], controllers: [JobViewsController], providers: [ViewCounter] })
export class JobViewsModule {}
