import { type CanActivate, type ExecutionContext, HttpStatus, Inject, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { CONVERSION_API_PATH } from '#contract/measurement/events.js';
import { ownOrigins } from '../../common/origin.js';
import { ProblemException } from '../../common/problem.js';
import { isFromSameOrigin } from '../../common/same-origin.js';
import { SETTINGS, type Settings } from '../../settings.js';
import { SiteRegistry } from '../sites/index.js';

/** Admits requests of the site's own pages and of programs to relays that are configured for the site. */
@Injectable()
export class RelayGuard implements CanActivate {
  constructor(
    @Inject(SiteRegistry) private readonly sites: SiteRegistry,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const { measurementApi, conversionApi } = this.sites.forHost(request.headers.host).config.features;
    const isOn = request.routeOptions.url === CONVERSION_API_PATH ? conversionApi : measurementApi;
    if (!isOn)
      throw new ProblemException(HttpStatus.NOT_FOUND, {
        field: 'request',
        rule: 'feature',
        detail: 'This site does not relay events.',
      });
    if (!isFromSameOrigin(request.headers, ownOrigins(request, this.settings)))
      throw new ProblemException(HttpStatus.FORBIDDEN, {
        field: 'origin',
        rule: 'same-origin',
        detail: 'Events are accepted from pages of this site only.',
      });
    // Fastify also parses text/plain, which a form of another site can send without a preflight request.
    if (!/^application\/json(?:;|$)/i.test(request.headers['content-type'] ?? ''))
      throw new ProblemException(HttpStatus.UNSUPPORTED_MEDIA_TYPE, {
        field: 'content-type',
        rule: 'application/json',
        detail: 'The body must be JSON.',
      });
    return true;
  }
}
