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
import { DeleteAlertByLinkDocument, EndDigestByLinkDocument } from '#contract/generated/operations.js';
import {
  ALERT_ONE_CLICK_PATH,
  alertLinkPath,
  DIGEST_ONE_CLICK_PATH,
  type Path,
  RECRUITING_MAILS_PATH,
} from '#contract/pages/paths.js';
import { GraphqlClient } from '../graphql-client/index.js';
import { addressesOf } from '../routing/index.js';
import { SiteRegistry } from '../sites/index.js';

const textOf = (token: unknown): string => (typeof token === 'string' ? token : '');

/**
 * What mail programs do for people who want no more of an alert, or of the digest (RFC 8058): a POST from anywhere, without cookies. The
 * token alone says which one, and that whoever sends it has the mail. Whether there (still) is one is not told.
 */
@Controller()
export class OneClickController {
  constructor(
    @Inject(GraphqlClient) private readonly client: GraphqlClient,
    @Inject(SiteRegistry) private readonly sites: SiteRegistry,
  ) {}

  @Post(ALERT_ONE_CLICK_PATH)
  @HttpCode(HttpStatus.OK)
  @Header('Cache-Control', 'private, no-store')
  endAlert(@Req() request: FastifyRequest, @Query('token') token: unknown): Promise<string> {
    return this.end(DeleteAlertByLinkDocument, token, request);
  }

  @Post(DIGEST_ONE_CLICK_PATH)
  @HttpCode(HttpStatus.OK)
  @Header('Cache-Control', 'private, no-store')
  endDigest(@Req() request: FastifyRequest, @Query('token') token: unknown): Promise<string> {
    return this.end(EndDigestByLinkDocument, token, request);
  }

  /** For people whose mail program follows the address: they are asked first. */
  @Get(ALERT_ONE_CLICK_PATH)
  askAboutAlert(@Req() request: FastifyRequest, @Res() reply: FastifyReply, @Query('token') token: unknown): void {
    this.goOn(request, reply, alertLinkPath(encodeURIComponent(textOf(token))));
  }

  /** The same: they choose in their settings. */
  @Get(DIGEST_ONE_CLICK_PATH)
  askAboutDigest(@Req() request: FastifyRequest, @Res() reply: FastifyReply): void {
    this.goOn(request, reply, RECRUITING_MAILS_PATH);
  }

  private async end(
    document: typeof DeleteAlertByLinkDocument | typeof EndDigestByLinkDocument,
    token: unknown,
    request: FastifyRequest,
  ): Promise<string> {
    const { public: site } = this.sites.forHost(request.headers.host);
    const frontend = { site: site.name, locale: site.locales[0]! };
    const caller = { frontend, requestId: request.id, address: request.ip, jwt: undefined };
    const answer = await this.client.request<unknown, { token: string }>(document, { token: textOf(token) }, caller);
    if (answer.ok) return 'Unsubscribed';
    if (answer.failure.kind === 'limited')
      throw new HttpException('Please try again later.', HttpStatus.TOO_MANY_REQUESTS);
    throw new ServiceUnavailableException('Please try again in a minute.');
  }

  private goOn(request: FastifyRequest, reply: FastifyReply, path: Path): void {
    const { public: site } = this.sites.forHost(request.headers.host);
    sendRedirect(reply, HttpStatus.SEE_OTHER, addressesOf(site, site.locales[0]!).href(path));
  }
}
