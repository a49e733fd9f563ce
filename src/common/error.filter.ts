import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException, Inject } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SETTINGS, type Settings } from '../settings.js';
import { PROBLEM_TYPE, problemOf } from './problem.js';
import { protocolErrorUrl } from './protocol-error-url.js';

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
