import {
  All,
  Controller,
  Inject,
  MethodNotAllowedException,
  NotAcceptableException,
  Req,
  Res,
  UseGuards,
} from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { HostSettings } from '../../../common/origin.js';
import { deadlineOf } from '../../../common/request-deadline.js';
import { type KnownDocument, knownOperations } from '#contract/backend/known-operations.js';
import { answerType, statusOf } from '#contract/backend/graphql-over-http.js';
import type { FormattedExecutionResult, FormattedGraphqlError } from '#contract/backend/graphql-result.js';
import { GRAPHQL_ERROR_CODES } from '#contract/backend/errors.js';
import type { GraphqlFailure } from '#contract/backend/graphql-outcome.js';
import { SETTINGS, type Settings } from '../../../settings.js';
import { SiteRegistry } from '../../sites/index.js';
import { CALLER_SESSIONS, CallerGuard, type CallerSessions } from '../caller-sessions.js';
import { GraphqlClient } from '../graphql-client.js';
import { readOperation } from '../operation.js';
import { typedDocument, readOperations, type SentOperation, assertOwnOrigin } from './sent-operations.js';

/**
 * GraphQL for the site's own pages: same origin, known operations only (any in development). Public; logged-in users are identified by
 * their session. The backend limits the depth, duration and cost of a query; `CallGate` limits the number of calls per caller.
 */
@Controller('graphql')
export class GraphqlController {
  constructor(
    @Inject(GraphqlClient) private readonly client: GraphqlClient,
    @Inject(SiteRegistry) private readonly sites: SiteRegistry,
    @Inject(CALLER_SESSIONS) private readonly callers: CallerSessions,
    @Inject(SETTINGS) private readonly settings: HostSettings & Pick<Settings, 'NODE_ENV' | 'BACKEND_TIMEOUT_MS'>,
  ) {}

  @All()
  @UseGuards(CallerGuard)
  @RouteConfig({ rateLimit: { max: 300, timeWindow: '1 minute' } })
  async answer(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    void reply.header('cache-control', 'no-store').header('vary', 'Accept');
    if (request.method !== 'POST') {
      void reply.header('allow', 'POST');
      throw new MethodNotAllowedException('Only POST.');
    }
    assertOwnOrigin(request, this.settings);
    const type = answerType(request.raw);
    if (!type) throw new NotAcceptableException('Responses are application/json or application/graphql-response+json.');
    const operations = await readOperations(request);
    const jwt = await this.callers.jwtOf(request);
    const run = (operation: SentOperation) => this.execute(request, operation, jwt);
    const results = await (Array.isArray(operations) ? Promise.all(operations.map(run)) : run(operations));
    const wait = retryAfter(Array.isArray(results) ? results : [results]);
    if (wait !== undefined) void reply.header('retry-after', wait);
    // As bytes, which Fastify sends without further checks of the type.
    await reply
      .status(Array.isArray(results) ? 200 : statusOf(type, results))
      .type(`${type}; charset=utf-8`)
      .send(Buffer.from(JSON.stringify(results)));
  }

  private async execute(
    request: FastifyRequest,
    { operationName, query, variables, locale }: SentOperation,
    jwt: string | undefined,
  ): Promise<FormattedExecutionResult> {
    const document = this.documentOf(operationName, query);
    if (!document) return refused(`"${operationName}" is not an operation of this site.`);
    const site = this.sites.forHost(request.headers.host).public;
    const frontend = { site: site.name, locale: site.locales.includes(locale) ? locale : site.locales[0]! };
    const deadline = deadlineOf(request, this.settings.BACKEND_TIMEOUT_MS);
    const knownBrowser = (email: string) => this.callers.knownBrowser(request, email);
    const call = { frontend, requestId: request.id, address: request.ip, knownBrowser, jwt, deadline };
    const result = await this.client.request(document, variables, call);
    const answered = result.ok ? result.data : result.failure.partial;
    const data = readOperation(document).isMutation
      ? await hideTokens(answered, (token) => this.callers.ticketFor(token))
      : answered;
    const { errors } = result.ok ? result : failed(result.failure);
    return data ? { data: data as Record<string, unknown>, errors } : { errors };
  }

  private documentOf(operationName: string, query: string): KnownDocument | undefined {
    const known = knownOperations.get(operationName);
    if (this.settings.NODE_ENV !== 'development' || query === '' || query === known?.toString()) return known;
    return typedDocument(query, operationName);
  }
}

/** Converts a failed call to the backend into a GraphQL response for the client. */
function failed(failure: GraphqlFailure): FormattedExecutionResult {
  return { errors: failure.errors ?? [errorOf(failure)] };
}

function errorOf({ kind, message, retryAfterSeconds }: GraphqlFailure): FormattedGraphqlError {
  switch (kind) {
    case 'limited':
      return { message, extensions: { code: GRAPHQL_ERROR_CODES.tooManyRequests, retryAfterSeconds } };
    case 'read-only':
      return { message, extensions: { code: GRAPHQL_ERROR_CODES.readOnly } };
    default:
      return { message, extensions: { code: GRAPHQL_ERROR_CODES.unavailable } };
  }
}

function refused(message: string): FormattedExecutionResult {
  return { errors: [{ message, extensions: { code: GRAPHQL_ERROR_CODES.badUserInput } }] };
}

/** Returns the delay after which the client may retry, from the errors, in seconds. */
function retryAfter(results: readonly FormattedExecutionResult[]): number | undefined {
  const waits = results.flatMap(({ errors = [] }) =>
    errors.flatMap(({ extensions }) => {
      const seconds = extensions?.retryAfterSeconds;
      return typeof seconds === 'number' ? [seconds] : [];
    }),
  );
  return waits.length > 0 ? Math.max(...waits) : undefined;
}

const TOKEN = /^eyJ[\w-]+\.[\w-]*\.[\w-]*/;

/**
 * Pages never see a token of the backend (AUTH-04): any string in a mutation's response that looks like one is replaced, whatever its name.
 *
 * @param ticketFor returns the replacement of a token
 */
async function hideTokens(value: unknown, ticketFor: (token: string) => Promise<string>): Promise<unknown> {
  if (typeof value === 'string') return TOKEN.test(value) ? ticketFor(value) : value;
  if (Array.isArray(value)) return Promise.all(value.map((item) => hideTokens(item, ticketFor)));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(async ([name, inner]) => {
    const isToken = name === 'jwt' && typeof inner === 'string';
    return [name, isToken ? await ticketFor(inner) : await hideTokens(inner, ticketFor)] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}
