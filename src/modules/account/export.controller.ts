import {
  Controller,
  ForbiddenException,
  Get,
  Header,
  HttpStatus,
  Inject,
  Req,
  Res,
  ServiceUnavailableException,
} from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendRedirect } from '../../common/send-redirect.js';
import { GRAPHQL_ERROR_CODES } from '#contract/backend/errors.js';
import { ExportMyDataDocument } from '#contract/generated/operations.js';
import type { GraphqlFailure } from '#contract/backend/graphql-outcome.js';
import { EXPORT_PATH, LOGIN_PATH, SETTINGS_PATH } from '#contract/pages/paths.js';
import { SessionReader } from '../auth/index.js';
import { GraphqlClient } from '../graphql-client/index.js';
import { addressesOf, splitLocale } from '../routing/index.js';
import { SiteRegistry } from '../sites/index.js';

/** All stored data of the logged-in user as a file (APP-08). Visitors without a session are redirected to the login page. */
@Controller()
export class ExportController {
  constructor(
    @Inject(SessionReader) private readonly sessions: SessionReader,
    @Inject(GraphqlClient) private readonly client: GraphqlClient,
    @Inject(SiteRegistry) private readonly sites: SiteRegistry,
  ) {}

  @Get([EXPORT_PATH, `:locale${EXPORT_PATH}`])
  @Header('Cache-Control', 'private, no-store')
  async export(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const { public: site } = this.sites.forHost(request.headers.host);
    const { locale } = splitLocale(site, request.url);
    const jwt = (await this.sessions.read(request))?.jwt;
    const context = { frontend: { site: site.name, locale }, requestId: request.id, address: request.ip, jwt };
    const answer = await this.client.request(ExportMyDataDocument, {}, context);
    if (answer.ok) {
      const day = new Date().toISOString().slice(0, 10);
      await reply
        .type('application/json; charset=utf-8')
        .header('content-disposition', `attachment; filename="${site.name}-${day}.json"`)
        .header('x-content-type-options', 'nosniff')
        .send(answer.data.exportMyData);
      return;
    }
    if (hasCode(answer.failure, GRAPHQL_ERROR_CODES.forbidden))
      throw new ForbiddenException('Only available to users themselves.');
    if (!hasCode(answer.failure, GRAPHQL_ERROR_CODES.unauthenticated))
      throw new ServiceUnavailableException('Please try again in a minute.');
    const { href } = addressesOf(site, locale);
    const query = `destination=${href(SETTINGS_PATH)}&error=SessionRequired`;
    sendRedirect(reply, HttpStatus.FOUND, href(`${LOGIN_PATH}?${query}`));
  }
}

function hasCode({ errors }: GraphqlFailure, code: string): boolean {
  return errors?.some(({ extensions }) => extensions?.code === code) ?? false;
}
