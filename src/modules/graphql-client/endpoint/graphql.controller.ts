import type { Readable } from 'node:stream';
import {
  All,
  Controller,
  Inject,
  MethodNotAllowedException,
  NotAcceptableException,
  Req,
  Res,
  UseGuards,
  BadRequestException,
  PayloadTooLargeException,
  ServiceUnavailableException,
  UnsupportedMediaTypeException,
  ForbiddenException,
  type CanActivate,
  type ExecutionContext,
  Injectable,
} from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { GraphQLError, parse, print, separateOperations } from 'graphql';
import {
  answerType,
  statusOf,
  type FormattedExecutionResult,
  type KnownDocument,
  knownOperations,
} from '#contract/backend/graphql-over-http.js';
import { type FormattedGraphqlError } from '#contract/backend/graphql-outcome.js';
import { type GraphqlFailure, GRAPHQL_ERROR_CODES } from '#contract/backend/graphql-outcome.js';
import { TypedDocumentString } from '#contract/generated/operations.js';
import { MultipartError, readMultipart } from '#shared/multipart/multipart.js';
import { type HostSettings, ownOrigins, isFromSameOrigin } from '../../../common/origin.js';
import { UploadMemory } from '../../../common/request-body.js';
import { deadlineOf } from '../../../common/request-deadline.js';
import { SETTINGS, type Settings } from '../../../settings.js';
import { SiteRegistry } from '../../sites/index.js';
import { GraphqlClient } from '../graphql-client.js';
import { readOperation } from '../operation.js';

export const CALLER_SESSIONS = Symbol('CALLER_SESSIONS');

/** Rejects invalid bearer tokens. */
@Injectable()
class CallerGuard implements CanActivate {
  constructor(@Inject(CALLER_SESSIONS) private readonly callers: CallerSessions) {}

  canActivate(context: ExecutionContext): ReturnType<CanActivate['canActivate']> {
    return this.callers.admit(context);
  }
}

const MAX_BATCH_SIZE = 10;
const MEGABYTE = 1024 * 1024;

/** The largest file that any operation accepts, with a margin. */
const MAX_MULTIPART_BYTES = 11 * MEGABYTE;

const TOO_LARGE = 413;
const RETRY_AFTER_SECONDS = '20';
const MAX_NAME_LENGTH = 100;

/** Each of these headers forces a CORS preflight request in other origins, and this server never allows one. */
const PREFLIGHT_HEADERS = ['x-causeboard-request', 'graphql-require-preflight', 'apollo-require-preflight'];

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
    const operations = await readOperations(request, reply);
    const caller = await this.callers.callerOf(request);
    const run = (operation: SentOperation) => this.execute(request, operation, caller);
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
    { operationName, query, variables, locale, account }: SentOperation,
    { jwt, userId }: Caller,
  ): Promise<FormattedExecutionResult> {
    if (account !== undefined && userId !== undefined && account !== userId)
      return refused('Another account is logged in than the one of the page.', GRAPHQL_ERROR_CODES.forbidden);
    const document = this.documentOf(operationName, query);
    if (!document) return refused(`"${operationName}" is not an operation of this site.`);
    const site = this.sites.forHost(request.headers.host).public;
    const frontend = { site: site.name, locale: site.locales.includes(locale) ? locale : site.locales[0]! };
    const deadline = deadlineOf(request, this.settings.BACKEND_TIMEOUT_MS);
    const knownBrowser = (email: string) => this.callers.knownBrowser(request, email);
    const call = {
      frontend,
      requestId: request.id,
      address: request.ip,
      fromBrowser: true,
      knownBrowser,
      jwt,
      deadline,
    };
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

function refused(message: string, code: string = GRAPHQL_ERROR_CODES.badUserInput): FormattedExecutionResult {
  return { errors: [{ message, extensions: { code } }] };
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

/** One operation of a browser's request. */
interface SentOperation {
  operationName: string;
  query: string;
  variables: Record<string, unknown>;
  /** Locale of the page; empty if it is not sent. */
  locale: string;
  /** Id of the user for whom the page was rendered, if the operation is only meant for this account. */
  account?: string;
}

/**
 * Parses the body of a POST request: an operation, or a batch of them.
 *
 * @throws BadRequestException, PayloadTooLargeException, ForbiddenException, ServiceUnavailableException, UnsupportedMediaTypeException
 */
async function readOperations(request: FastifyRequest, reply: FastifyReply): Promise<SentOperation | SentOperation[]> {
  const contentType = request.headers['content-type'] ?? '';
  const mediaType = contentType.split(';', 1)[0]!.trim().toLowerCase();
  if (mediaType === 'application/json') return operationsIn(request.body);
  if (mediaType !== 'multipart/form-data')
    throw new UnsupportedMediaTypeException('Send application/json or multipart/form-data.');
  assertPreflighted(request);
  const memory = new UploadMemory();
  try {
    const body = await readBody(request.raw, MAX_MULTIPART_BYTES, memory);
    return operationsIn((await readMultipart(body, contentType)).operations);
  } catch (error) {
    // The rest of the body is not read.
    if (error instanceof ServiceUnavailableException)
      void reply.header('retry-after', RETRY_AFTER_SECONDS).header('connection', 'close');
    if (!(error instanceof MultipartError)) throw error;
    throw error.status === TOO_LARGE
      ? new PayloadTooLargeException(error.message)
      : new BadRequestException(error.message);
  } finally {
    memory.release();
  }
}

function operationsIn(body: unknown): SentOperation | SentOperation[] {
  if (!Array.isArray(body)) return operationIn(body);
  if (body.length === 0) throw new BadRequestException('The batch is empty.');
  if (body.length > MAX_BATCH_SIZE) throw new PayloadTooLargeException(`At most ${MAX_BATCH_SIZE} operations at once.`);
  return body.map(operationIn);
}

function operationIn(body: unknown): SentOperation {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new BadRequestException('The body is not a GraphQL request.');
  const { operationName, query, variables, locale, account } = body as Record<string, unknown>;
  const isWellFormed =
    isTextOrMissing(operationName) &&
    isTextOrMissing(query) &&
    (operationName != null || query != null) &&
    (variables == null || (typeof variables === 'object' && !Array.isArray(variables)));
  if (!isWellFormed) throw new BadRequestException('The body is not a GraphQL request.');
  const text = typeof query === 'string' ? query : '';
  const name =
    typeof operationName === 'string' ? operationName : (/\b(?:query|mutation)\s+(\w+)/.exec(text)?.[1] ?? '');
  return {
    operationName: name.slice(0, MAX_NAME_LENGTH),
    query: text,
    variables: (variables ?? {}) as Record<string, unknown>,
    locale: typeof locale === 'string' ? locale : '',
    account: typeof account === 'string' ? account : undefined,
  };
}

function isTextOrMissing(value: unknown): boolean {
  return value == null || typeof value === 'string';
}

/**
 * Reads a stream up to a limit; the rest is not read.
 *
 * @param most limit in bytes
 * @throws PayloadTooLargeException if the stream is longer; ServiceUnavailableException if other uploads use up the memory
 */
async function readBody(stream: Readable, most: number, memory: UploadMemory): Promise<Buffer> {
  const chunks: Buffer[] = [];
  // The connection stays open, because the client needs a response.
  for await (const chunk of stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    memory.add(chunk.length);
    if (memory.bytes > most) throw new PayloadTooLargeException(`At most ${most / MEGABYTE} MB at once.`);
    if (UploadMemory.isFull) throw new ServiceUnavailableException('Please try again in a minute.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/**
 * Parses a document and selects the operation to execute. A document with syntax errors is passed on unchanged: the backend reports them.
 */
function typedDocument(query: string, operationName: string): KnownDocument {
  const own = new TypedDocumentString<unknown, Record<string, unknown>>(query);
  try {
    const chosen = separateOperations(parse(query))[operationName];
    return chosen ? new TypedDocumentString<unknown, Record<string, unknown>>(print(chosen)) : own;
  } catch (error) {
    if (error instanceof GraphQLError) return own;
    throw error;
  }
}

/**
 * Rejects requests from pages of other sites. Requests without these headers do not come from a browser, so there is no cookie that another
 * site could abuse.
 *
 * @throws ForbiddenException
 */
function assertOwnOrigin(request: FastifyRequest, settings: HostSettings): void {
  const { origin, 'sec-fetch-site': site } = request.headers;
  // `none`: the request was not started by a page, so not by one of another site.
  const headers = { origin, 'sec-fetch-site': site === 'none' ? undefined : site };
  if (!isFromSameOrigin(headers, ownOrigins(request, settings)))
    throw new ForbiddenException('This endpoint only answers requests from its own site.');
}

/**
 * A form of another site can send multipart data without a preflight request, but not with a custom header.
 *
 * @throws ForbiddenException
 */
function assertPreflighted(request: FastifyRequest): void {
  if (PREFLIGHT_HEADERS.some((name) => request.headers[name])) return;
  throw new ForbiddenException(`Send multipart with the header ${PREFLIGHT_HEADERS[0]}.`);
}

/** The sender of a request. */
interface Caller {
  /** Undefined for anonymous visitors. */
  jwt?: string;
  /** Undefined also if only the backend knows the user. */
  userId?: string;
}

/** The functions of visitors' sessions that the GraphQL module needs; `modules/auth` provides them. */
export interface CallerSessions {
  /** @throws UnauthorizedException for an invalid bearer token */
  admit: CanActivate['canActivate'];
  callerOf(request: FastifyRequest): Promise<Caller>;
  /** See `RequestContext.knownBrowser`. */
  knownBrowser(request: FastifyRequest, email: string): Promise<string | undefined>;
  /** Returns a login ticket that replaces a jwt in responses to page scripts: it can be used to sign in and for nothing else (AUTH-04). */
  ticketFor(jwt: string): Promise<string>;
}
