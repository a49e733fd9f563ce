import {
  Body,
  Controller,
  ForbiddenException,
  Header,
  HttpCode,
  Inject,
  Post,
  Req,
  UnsupportedMediaTypeException,
} from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyRequest } from 'fastify';
import { GRAPHQL_ERROR_CODES } from '../../contract/errors.js';
import type { FormattedExecutionResult } from '../../contract/graphql-result.js';
import { SiteRegistry } from '../sites/index.js';
import { CALLER_SESSIONS, type CallerSessions } from './caller-sessions.js';
import { GraphqlClient } from './graphql-client.js';
import { knownOperations } from './known-operations.js';

/** GraphQL for the site's own pages: same origin, known operations only. Open to anonymous visitors; whoever is logged in asks as themselves. */
@Controller('graphql')
export class GraphqlController {
  constructor(
    @Inject(GraphqlClient) private readonly client: GraphqlClient,
    @Inject(SiteRegistry) private readonly sites: SiteRegistry,
    @Inject(CALLER_SESSIONS) private readonly callers: CallerSessions,
  ) {}

  @Post()
  @RouteConfig({ rateLimit: { max: 300, timeWindow: '1 minute' } })
  @HttpCode(200)
  @Header('Cache-Control', 'no-store')
  async execute(@Req() request: FastifyRequest, @Body() body: unknown): Promise<FormattedExecutionResult> {
    assertSameOrigin(request);
    const { operationName, variables, locale } = readBody(body);
    const document = knownOperations.get(operationName);
    if (!document) return refused(`"${operationName}" is not an operation of this site.`);
    const site = this.sites.forHost(request.headers.host).public;
    const frontend = { site: site.name, locale: site.locales.includes(locale) ? locale : site.locales[0]! };
    const jwt = await this.callers.jwtOf(request);
    const result = await this.client.request(document, variables, {
      frontend,
      requestId: request.id,
      address: request.ip,
      jwt,
    });
    if (result.ok) return { data: result.data as Record<string, unknown>, errors: result.errors };
    const { failure } = result;
    if (failure.errors) return { data: null, errors: failure.errors };
    return {
      data: null,
      errors: [{ message: failure.message, extensions: { code: GRAPHQL_ERROR_CODES.unavailable } }],
    };
  }
}

/** A JSON body cannot be sent from another site without a preflight; the origin is checked all the same. */
function assertSameOrigin(request: FastifyRequest): void {
  if (!request.headers['content-type']?.startsWith('application/json')) {
    throw new UnsupportedMediaTypeException('Send application/json.');
  }
  const { origin, host } = request.headers;
  if (origin && URL.canParse(origin) && new URL(origin).host !== host) {
    throw new ForbiddenException('This endpoint answers its own site only.');
  }
}

function readBody(body: unknown): { operationName: string; variables: Record<string, unknown>; locale: string } {
  const { operationName, variables, locale } = (body ?? {}) as Record<string, unknown>;
  return {
    operationName: typeof operationName === 'string' ? operationName.slice(0, 100) : '',
    variables: typeof variables === 'object' && variables !== null ? (variables as Record<string, unknown>) : {},
    locale: typeof locale === 'string' ? locale : '',
  };
}

function refused(message: string): FormattedExecutionResult {
  return { data: null, errors: [{ message, extensions: { code: GRAPHQL_ERROR_CODES.badUserInput } }] };
}
