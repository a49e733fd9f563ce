import { HttpException, type ArgumentsHost, Catch, type ExceptionFilter, Inject } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AuthErrorCode } from '#contract/accounts/auth-errors.js';
import { SETTINGS, type Settings } from '../settings.js';
import { originOf } from './origin.js';

/** Media type of problem documents (RFC 9457). */
export const PROBLEM_TYPE = 'application/problem+json';

/** Value for `@RouteConfig` of routes whose errors are problem documents. */
export const ANSWERS_PROBLEMS = { answersProblems: true };

/** A validation error: the field as a path such as `params.value`, and the violated rule. */
export interface Violation {
  field: string;
  rule: string;
  detail: string;
}

/** An expected rejection of a request that tells the client program what to change. */
export class ProblemException extends HttpException {
  constructor(
    status: number,
    readonly violation: Violation,
  ) {
    super(violation.detail, status);
  }
}

/** Rules that the framework checks before the route's handler is called. */
const FRAMEWORK_RULES: Readonly<Record<number, Omit<Violation, 'detail'>>> = {
  400: { field: 'body', rule: 'json' },
  413: { field: 'body', rule: 'size' },
  415: { field: 'content-type', rule: 'application/json' },
  429: { field: 'request', rule: 'rate-limit' },
};

/** @returns the problem document of an error */
export function problemOf(error: unknown, answer: { status: number; message: string; requestId: string }): object {
  const { status, message, requestId } = answer;
  const { field, rule } = error instanceof ProblemException ? error.violation : (FRAMEWORK_RULES[status] ?? {});
  return { type: 'about:blank', title: TITLES[status] ?? 'Error', status, detail: message, field, rule, requestId };
}

const TITLES: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  403: 'Forbidden',
  404: 'Not Found',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Content',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
};

const SERVER_ERROR = 500;

/** Converts errors of the API routes to JSON. A bug reveals no internal details; its request id leads to the log entry. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  constructor(@Inject(SETTINGS) private readonly settings: Settings) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const reply = http.getResponse<FastifyReply>();
    if (reply.sent || reply.raw.headersSent) return;
    const status = statusOf(error);
    if (status >= 500) request.log.error({ err: error }, 'a request failed');
    const message = status >= 500 ? 'Something went wrong on our side.' : messageOf(error);
    if (answersProblems(request)) {
      void reply
        .status(status)
        .header('content-type', PROBLEM_TYPE)
        .send(JSON.stringify(problemOf(error, { status, message, requestId: request.id })));
      return;
    }
    void reply
      .status(status)
      .send({ status, message, requestId: request.id, url: protocolErrorUrl(request, status, this.settings) });
  }
}

/** Whether the route of a request returns problem documents, see `ANSWERS_PROBLEMS`. */
function answersProblems({ routeOptions }: FastifyRequest): boolean {
  return (routeOptions.config as { answersProblems?: boolean } | undefined)?.answersProblems === true;
}

/** Both Nest's exceptions and those of the framework (body too large, invalid JSON) contain a status. */
function statusOf(error: unknown): number {
  if (error instanceof HttpException) return error.getStatus();
  const status = (error as { statusCode?: unknown }).statusCode;
  return typeof status === 'number' && status >= 400 && status < 600 ? status : 500;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : 'The request was not understood.';
}

/**
 * Returns the redirect URL for a form of the session protocol that was rejected before its content was read: too large, of the wrong type,
 * or malformed. Clients of the protocol read `url` regardless of the status, and the client of next-auth fails without it.
 *
 * @returns undefined for other requests
 */
function protocolErrorUrl(
  request: FastifyRequest,
  status: number,
  settings: Pick<Settings, 'AUTH_BASE_PATH' | 'PUBLIC_URL' | 'SITE' | 'SITES'>,
): string | undefined {
  const base = settings.AUTH_BASE_PATH;
  const [path = ''] = request.url.split('?', 1);
  if (request.method !== 'POST' || !path.startsWith(`${base}/`)) return undefined;
  const [endpoint, provider = ''] = path.slice(base.length + 1).split('/');
  const origin = originOf(request, settings);
  if ((endpoint !== 'callback' && endpoint !== 'signin') || !URL.canParse(origin)) return undefined;
  const error = errorOf(endpoint, status);
  return `${origin}${base}/error?${new URLSearchParams({ error, provider }).toString()}`;
}

function errorOf(endpoint: 'callback' | 'signin', status: number): AuthErrorCode {
  if (endpoint === 'signin') return 'OAuthSignin';
  return status >= SERVER_ERROR ? 'Callback' : 'CredentialsSignin';
}
