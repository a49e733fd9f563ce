import {
  Controller,
  Get,
  Header,
  HttpCode,
  HttpException,
  HttpStatus,
  Inject,
  Post,
  Query,
  Req,
  Res,
  ServiceUnavailableException,
} from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendRedirect } from '../../common/send-redirect.js';
import { DeleteAlertByLinkDocument } from '#contract/generated/operations.js';
import { ALERT_ONE_CLICK_PATH, alertLinkPath } from '#contract/pages/paths.js';
import { GraphqlClient } from '../graphql-client/index.js';
import { addressesOf } from '../routing/index.js';
import { SiteRegistry } from '../sites/index.js';

/**
 * What mail programs do for people who want no more of an alert (RFC 8058): a POST from anywhere, without cookies. The token alone says which
 * alert, and that whoever sends it has the mail. Whether there (still) is one is not told.
 */
@Controller(ALERT_ONE_CLICK_PATH)
export class OneClickController {
  constructor(
    @Inject(GraphqlClient) private readonly client: GraphqlClient,
    @Inject(SiteRegistry) private readonly sites: SiteRegistry,
  ) {}

  @Post()
  @HttpCode(HttpStatus.OK)
  @Header('Cache-Control', 'private, no-store')
  async end(@Req() request: FastifyRequest, @Query('token') token: unknown): Promise<string> {
    const { public: site } = this.sites.forHost(request.headers.host);
    const frontend = { site: site.name, locale: site.locales[0]! };
    const answer = await this.client.request(
      DeleteAlertByLinkDocument,
      { token: typeof token === 'string' ? token : '' },
      { frontend, requestId: request.id, address: request.ip, jwt: undefined },
    );
    if (answer.ok) return 'Unsubscribed';
    if (answer.failure.kind === 'limited')
      throw new HttpException('Please try again later.', HttpStatus.TOO_MANY_REQUESTS);
    throw new ServiceUnavailableException('Please try again in a minute.');
  }

  /** For people whose mail program follows the address: they are asked first. */
  @Get()
  ask(@Req() request: FastifyRequest, @Res() reply: FastifyReply, @Query('token') token: unknown): void {
    const { public: site } = this.sites.forHost(request.headers.host);
    const { href } = addressesOf(site, site.locales[0]!);
    const path = alertLinkPath(encodeURIComponent(typeof token === 'string' ? token : ''));
    sendRedirect(reply, HttpStatus.SEE_OTHER, href(path));
  }
}
