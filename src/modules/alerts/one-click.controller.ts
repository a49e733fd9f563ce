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
 * One-click unsubscription of mail programs, for an alert or the digest (RFC 8058): a POST from any origin, without cookies. The token
 * alone identifies the subscription and proves that the sender has the mail. The response does not reveal whether the subscription (still)
 * exists.
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

  /** For mail programs that open the address as a link: the page asks for confirmation first. */
  @Get(ALERT_ONE_CLICK_PATH)
  askAboutAlert(@Req() request: FastifyRequest, @Res() reply: FastifyReply, @Query('token') token: unknown): void {
    this.goOn(request, reply, alertLinkPath(encodeURIComponent(textOf(token))));
  }

  /** Likewise for the digest: people choose in their settings. */
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
